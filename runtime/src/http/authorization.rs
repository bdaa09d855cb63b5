//! Credentials in the form in which they are sent.

use super::base64;
use super::escape::{self, Escape};
use super::failure::Failure;
use super::header;
use super::names::decode_name;
use super::operation::Place;
use super::request::Request;
use super::token::{Grant, Tokens};
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};

/// Credentials, written for the places where they are sent.
#[derive(Default)]
pub(super) struct Authorization {
    parts: Vec<Part>,
    /// Tokens that can be requested again.
    granted: Vec<(Grant, String)>,
}

enum Part {
    Header(HeaderName, HeaderValue),
    Query(String, String),
    Cookie(String, String),
}

/// Whether the name in `name=value`, decoded, is this one.
fn is_named(pair: &str, name: &str) -> bool {
    let other = pair.split('=').next().unwrap_or_default();
    decode_name(other) == decode_name(name)
}

impl Authorization {
    /// Adds the credentials to a request, replacing anything that an argument or a redirect put under their
    /// names.
    pub fn apply(&self, request: &mut Request) {
        for part in &self.parts {
            match part {
                Part::Header(name, value) => {
                    request.headers.retain(|(other, _)| other != name);
                    request.headers.push((name.clone(), value.clone()));
                }
                Part::Cookie(name, value) => {
                    let is_it = |cookie: &String| is_named(cookie, name);
                    request.cookies.retain(|cookie| !is_it(cookie));
                    request.cookies.push(format!("{name}={value}"));
                }
                Part::Query(name, value) => {
                    let query = request.url.query().unwrap_or_default();
                    let others = query.split('&').filter(|pair| !is_named(pair, name));
                    let mut pairs: Vec<_> = others.filter(|pair| !pair.is_empty()).collect();
                    let own = format!("{name}={value}");
                    pairs.push(&own);
                    let query = pairs.join("&");
                    request.url.set_query(Some(&query));
                }
            }
        }
    }

    /// Discards tokens that the service rejects, so that they are requested again; `false` if there are none.
    pub async fn renew(&self, tokens: &Tokens) -> bool {
        for (grant, token) in &self.granted {
            tokens.forget(grant, token).await;
        }
        !self.granted.is_empty()
    }

    /// Adds a token that was obtained from a token endpoint.
    pub fn granted(&mut self, scheme: &str, grant: Grant, token: String) -> Result<(), Failure> {
        self.bearer(scheme, &token)?;
        self.granted.push((grant, token));
        Ok(())
    }

    /// Adds a bearer token.
    pub fn bearer(&mut self, scheme: &str, token: &str) -> Result<(), Failure> {
        self.header(scheme, AUTHORIZATION, &format!("Bearer {token}"))
    }

    /// Adds a user name and password (RFC 7617).
    pub fn basic(&mut self, scheme: &str, username: &str, password: &str) -> Result<(), Failure> {
        let encoded = base64::encode_base64(format!("{username}:{password}").as_bytes());
        self.header(scheme, AUTHORIZATION, &format!("Basic {encoded}"))
    }

    /// Adds an API key.
    pub fn key(&mut self, place: Place, name: &'static str, key: &str) -> Result<(), Failure> {
        match place {
            Place::Header => self.header(name, header::header_name(name)?, key)?,
            Place::Cookie => {
                // Many servers do not decode cookies.
                let value = Escape::Reserved(escape::COOKIE_OCTETS).apply(key);
                let part = Part::Cookie(name.to_owned(), value.into_owned());
                self.parts.push(part);
            }
            _ => {
                let [name, value] =
                    [name, key].map(|text| Escape::Percent.apply(text).into_owned());
                self.parts.push(Part::Query(name, value));
            }
        }
        Ok(())
    }

    fn header(&mut self, scheme: &str, name: HeaderName, text: &str) -> Result<(), Failure> {
        let value = HeaderValue::from_str(text).map_err(|_| {
            Failure::no_credentials(format!(
                "`{scheme}`: the credentials have characters that no header may hold"
            ))
        });
        let mut value = value?;
        value.set_sensitive(true);
        self.parts.push(Part::Header(name, value));
        Ok(())
    }
}
