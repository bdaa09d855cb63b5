//! What a request is sent with so that the service knows who asks.

use super::base64;
use super::credentials::{AnyCredentials, CredentialRequest, Secret};
use super::escape::Escape;
use super::failure::Failure;
use super::header;
use super::operation::{Api, Credential, Operation, Place, Requirement, Scheme};
use super::request::Request;
use super::token::{Grant, Tokens};
use crate::context::Context;
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};

/// Credentials, written for their places.
#[derive(Default)]
pub(super) struct Authorization {
    parts: Vec<Part>,
    /// What nobody may read.
    secrets: Vec<String>,
    /// Tokens that can be asked for again.
    granted: Vec<(Grant, String)>,
}

enum Part {
    Header(HeaderName, HeaderValue),
    Query(String, String),
    Cookie(String),
}

/// Who gives credentials and tokens for a call.
pub(super) struct Desk<'d> {
    pub credentials: &'d dyn AnyCredentials,
    pub tokens: &'d Tokens,
    pub pool: &'d reqwest::Client,
    pub context: &'d Context,
}

impl Desk<'_> {
    /// The credentials of the first alternative for which all are there.
    pub async fn authorize(&self, operation: &'static Operation) -> Result<Authorization, Failure> {
        let mut missing = Vec::new();
        for alternative in operation
            .security
            .iter()
            .filter(|schemes| !schemes.is_empty())
        {
            match self.meet(operation.api, alternative).await? {
                Ok(authorization) => return Ok(authorization),
                Err(reason) => missing.push(reason),
            }
        }
        let may_be_left_out = operation.security.iter().any(|schemes| schemes.is_empty());
        match missing.is_empty() || may_be_left_out {
            true => Ok(Authorization::default()),
            false => Err(Failure::no_credentials(missing.join("; "))),
        }
    }

    /// All schemes of one alternative, or why one is not met.
    async fn meet(
        &self,
        api: &'static Api,
        schemes: &'static [Requirement],
    ) -> Result<Result<Authorization, String>, Failure> {
        let mut authorization = Authorization::default();
        for requirement in schemes {
            let request = CredentialRequest {
                engine: api.engine,
                scheme: requirement.name,
                scopes: requirement.scopes,
                source: source(api, requirement.name),
                context: self.context,
            };
            let Requirement { name, scheme, .. } = requirement;
            let missing = |reason: &str| {
                let engine = api.engine;
                Ok(Err(format!(
                    "the scheme `{name}` of the engine `{engine}`: {reason}"
                )))
            };
            let secret = match self.credentials.ask(&request).await {
                Ok(secret) => secret,
                Err(reason) => return missing(&reason),
            };
            match (scheme, secret) {
                (Scheme::ClientCredentials { token_url }, Secret::Client { id, secret }) => {
                    authorization.conceal([&id, &secret]);
                    let grant = Grant {
                        url: configured_url(request.source)
                            .unwrap_or(token_url)
                            .to_owned(),
                        id,
                        secret,
                        scopes: requirement.scopes,
                    };
                    let asked = self.tokens.get(self.pool, api, &grant).await;
                    let token = asked.map_err(|failure| authorization.redact(failure))?;
                    authorization.bearer(name, &token)?;
                    authorization.granted.push((grant, token));
                }
                (Scheme::Bearer | Scheme::ClientCredentials { .. }, Secret::Token(token)) => {
                    authorization.bearer(name, &token)?;
                }
                (Scheme::Basic, Secret::Basic { username, password }) => {
                    authorization.basic(name, &username, &password)?;
                }
                (Scheme::ApiKey { place, name }, Secret::Token(key)) => {
                    authorization.key(*place, name, &key)?;
                }
                (Scheme::Other(kind), _) => return missing(&format!("`{kind}` cannot be sent")),
                _ => return missing("the credentials are of another kind"),
            }
        }
        Ok(Ok(authorization))
    }
}

/// Where the credentials of a scheme come from.
fn source(api: &Api, scheme: &str) -> Option<Credential> {
    let of = |wanted: &str| api.credentials.iter().find(|(name, _)| *name == wanted);
    of(scheme)
        .or_else(|| of(""))
        .map(|(_, credential)| *credential)
}

fn configured_url(source: Option<Credential>) -> Option<&'static str> {
    match source {
        Some(Credential::Client { token_url, .. }) => token_url,
        _ => None,
    }
}

impl Authorization {
    /// Adds the credentials to a request.
    pub fn apply(&self, request: &mut Request) {
        for part in &self.parts {
            match part {
                Part::Header(name, value) => request.headers.push((name.clone(), value.clone())),
                Part::Cookie(cookie) => request.cookies.push(cookie.clone()),
                Part::Query(name, value) => {
                    let start = format!("{name}=");
                    let query = request.url.query().unwrap_or_default();
                    // A redirect may have kept it.
                    if query.split('&').any(|pair| pair.starts_with(&start)) {
                        continue;
                    }
                    let and = if query.is_empty() { "" } else { "&" };
                    let query = format!("{query}{and}{start}{value}");
                    request.url.set_query(Some(&query));
                }
            }
        }
    }

    /// Takes the credentials out of what observers read.
    pub fn redact(&self, failure: Failure) -> Failure {
        failure.map_detail(|mut detail| {
            for secret in &self.secrets {
                detail = detail.replace(secret.as_str(), "…");
            }
            detail
        })
    }

    /// Makes sure that tokens which the service does not accept are asked for again; `false` where
    /// there are none.
    pub async fn renew(&self, tokens: &Tokens) -> bool {
        for (grant, token) in &self.granted {
            tokens.forget(grant, token).await;
        }
        !self.granted.is_empty()
    }

    fn bearer(&mut self, scheme: &str, token: &str) -> Result<(), Failure> {
        self.conceal([token]);
        self.header(scheme, AUTHORIZATION, &format!("Bearer {token}"))
    }

    fn basic(&mut self, scheme: &str, username: &str, password: &str) -> Result<(), Failure> {
        let encoded = base64::encode(format!("{username}:{password}").as_bytes());
        self.conceal([password, &encoded]);
        self.header(scheme, AUTHORIZATION, &format!("Basic {encoded}"))
    }

    fn key(&mut self, place: Place, name: &'static str, key: &str) -> Result<(), Failure> {
        self.conceal([key]);
        match place {
            Place::Header => self.header(name, header::name(name)?, key)?,
            Place::Cookie => {
                let value = Escape::Percent.apply(key).into_owned();
                self.parts.push(Part::Cookie(format!("{name}={value}")));
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

    /// Notes texts that nobody may read, as they are and encoded.
    fn conceal<'s>(
        &mut self,
        secrets: impl IntoIterator<Item = &'s (impl AsRef<str> + ?Sized + 's)>,
    ) {
        for secret in secrets {
            let secret = secret.as_ref();
            let encoded = Escape::Percent.apply(secret).into_owned();
            self.secrets.extend([secret.to_owned(), encoded]);
        }
        self.secrets.retain(|secret| !secret.is_empty());
    }
}
