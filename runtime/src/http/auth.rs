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
    Cookie(String, String),
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

    /// The credentials of one alternative, or why they are not all there.
    async fn meet(
        &self,
        api: &'static Api,
        schemes: &'static [Requirement],
    ) -> Result<Result<Authorization, String>, Failure> {
        let mut found = Vec::new();
        for requirement in schemes {
            let source = source(api, requirement.name);
            match self.find(api.engine, requirement, source).await {
                Ok(secret) => found.push((requirement, source, secret)),
                Err(reason) => {
                    let (scheme, engine) = (requirement.name, api.engine);
                    return Ok(Err(format!(
                        "the scheme `{scheme}` of the engine `{engine}`: {reason}"
                    )));
                }
            }
        }
        let mut authorization = Authorization::default();
        for (requirement, source, secret) in found {
            self.write(api, requirement, source, secret, &mut authorization)
                .await?;
        }
        Ok(Ok(authorization))
    }

    /// The secret of a scheme, of the kind that it needs.
    async fn find(
        &self,
        engine: &'static str,
        requirement: &'static Requirement,
        source: Option<Credential>,
    ) -> Result<Secret, String> {
        if let Scheme::Other(kind) = requirement.scheme {
            return Err(format!("`{kind}` cannot be sent"));
        }
        let request = CredentialRequest {
            engine,
            scheme: requirement.name,
            scopes: requirement.scopes,
            source,
            context: self.context,
        };
        let secret = self.credentials.ask(&request).await?;
        match (requirement.scheme, &secret) {
            (Scheme::Basic, Secret::Basic { .. })
            | (Scheme::ClientCredentials { .. }, Secret::Client { .. } | Secret::Token(_))
            | (Scheme::Bearer | Scheme::ApiKey { .. }, Secret::Token(_)) => Ok(secret),
            _ => Err("the credentials are of another kind".to_owned()),
        }
    }

    /// Writes a secret for its place, or the token that is got with it.
    async fn write(
        &self,
        api: &'static Api,
        requirement: &'static Requirement,
        source: Option<Credential>,
        secret: Secret,
        authorization: &mut Authorization,
    ) -> Result<(), Failure> {
        match (requirement.scheme, secret) {
            (Scheme::ApiKey { place, name }, Secret::Token(key)) => {
                authorization.key(place, name, &key)
            }
            (_, Secret::Token(token)) => authorization.bearer(requirement.name, &token),
            (_, Secret::Basic { username, password }) => {
                authorization.basic(requirement.name, &username, &password)
            }
            (scheme, Secret::Client { id, secret }) => {
                authorization.conceal([&id, &secret]);
                let grant = Grant {
                    url: token_url(scheme, source).to_owned(),
                    id,
                    secret,
                    scopes: requirement.scopes,
                };
                let asked = self.tokens.get(self.pool, api, &grant).await;
                let token = asked.map_err(|failure| authorization.redact(failure))?;
                authorization.bearer(requirement.name, &token)?;
                authorization.granted.push((grant, token));
                Ok(())
            }
        }
    }
}

/// Where the credentials of a scheme come from.
fn source(api: &Api, scheme: &str) -> Option<Credential> {
    let of = |wanted: &str| api.credentials.iter().find(|(name, _)| *name == wanted);
    of(scheme)
        .or_else(|| of(""))
        .map(|(_, credential)| *credential)
}

/// Where tokens come from: the configuration knows better than the description.
fn token_url(scheme: Scheme, source: Option<Credential>) -> &'static str {
    match (source, scheme) {
        (
            Some(Credential::Client {
                token_url: Some(url),
                ..
            }),
            _,
        ) => url,
        (_, Scheme::ClientCredentials { token_url }) => token_url,
        _ => "",
    }
}

/// Whether `name=value` has this name.
fn is_named(pair: &str, name: &str) -> bool {
    pair.split('=').next() == Some(name)
}

impl Authorization {
    /// Adds the credentials to a request. What is there under their names, of an argument or of a
    /// redirect, goes.
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
                self.parts.push(Part::Cookie(name.to_owned(), value));
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
