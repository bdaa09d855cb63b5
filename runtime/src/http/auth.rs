//! Selects the credentials that a request is sent with, and obtains them.

use super::address;
use super::authorization::Authorization;
use super::credentials::{AnyCredentials, CredentialRequest, Secret};
use super::escape::Escape;
use super::failure::Failure;
use super::operation::{Api, Credential, Operation, Requirement, Scheme};
use super::redact::Secrets;
use super::token::{Grant, Tokens};
use crate::context::Context;
use reqwest::Url;

/// Provides the credentials and tokens for a call.
pub(super) struct CredentialSource<'d> {
    pub credentials: &'d dyn AnyCredentials,
    pub tokens: &'d Tokens,
    pub pool: &'d reqwest::Client,
    /// The address that the credentials are sent to.
    pub address: &'d Url,
    pub context: &'d Context,
    /// The texts to redact for this call.
    pub secrets: &'d Secrets,
}

/// Finds credentials, and does nothing with them.
#[derive(Clone, Copy)]
pub(super) struct Finder<'d> {
    pub credentials: &'d dyn AnyCredentials,
    pub context: &'d Context,
}

/// The credentials of one scheme, and where they come from.
type Found = (&'static Requirement, Option<Credential>, Secret);

impl Finder<'_> {
    /// Checks that one alternative is complete, and that what it needs may be sent where it has to be.
    pub async fn check(self, operation: &'static Operation, base: &Url) -> Result<(), Failure> {
        let (api, security) = (operation.api, operation.security);
        let mut missing = Vec::new();
        for alternative in security.iter().filter(|schemes| !schemes.is_empty()) {
            match self.find_all(api, alternative).await {
                Ok(found) => {
                    address::check_secrecy(base, api)?;
                    for (requirement, source, secret) in found {
                        if let Secret::Client { .. } = secret {
                            token_address(api, requirement.scheme, source)?;
                        }
                    }
                    return Ok(());
                }
                Err(reason) => missing.push(reason),
            }
        }
        let may_be_left_out = security.iter().any(|schemes| schemes.is_empty());
        match missing.is_empty() || may_be_left_out {
            true => Ok(()),
            false => Err(Failure::no_credentials(missing.join("; "))),
        }
    }

    /// The credentials of one alternative, or why they are incomplete.
    async fn find_all(
        self,
        api: &'static Api,
        schemes: &'static [Requirement],
    ) -> Result<Vec<Found>, String> {
        let mut found = Vec::new();
        for requirement in schemes {
            let source = source(api, requirement);
            match self.find(api.engine, requirement, source).await {
                Ok(secret) => found.push((requirement, source, secret)),
                Err(reason) => {
                    let (scheme, engine) = (requirement.name, api.engine);
                    return Err(match scheme {
                        "" => format!("the engine `{engine}`: {reason}"),
                        _ => format!("the scheme `{scheme}` of the engine `{engine}`: {reason}"),
                    });
                }
            }
        }
        Ok(found)
    }

    /// The secret for a scheme; it must be of the kind that the scheme needs.
    async fn find(
        self,
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
}

impl CredentialSource<'_> {
    /// The credentials of the first alternative that is complete.
    pub async fn authorize(&self, operation: &'static Operation) -> Result<Authorization, Failure> {
        let mut missing = Vec::new();
        for alternative in operation
            .security
            .iter()
            .filter(|schemes| !schemes.is_empty())
        {
            match self.satisfy_alternative(operation.api, alternative).await? {
                Ok(authorization) => return Ok(authorization),
                Err(reason) => missing.push(reason),
            }
        }
        let may_be_left_out = operation.security.iter().any(|schemes| schemes.is_empty());
        if missing.is_empty() || may_be_left_out {
            Ok(Authorization::default())
        } else {
            Err(Failure::no_credentials(missing.join("; ")))
        }
    }

    /// The credentials of one alternative, or why they are incomplete.
    async fn satisfy_alternative(
        &self,
        api: &'static Api,
        schemes: &'static [Requirement],
    ) -> Result<Result<Authorization, String>, Failure> {
        let finder = Finder {
            credentials: self.credentials,
            context: self.context,
        };
        let found = match finder.find_all(api, schemes).await {
            Ok(found) => found,
            Err(reason) => return Ok(Err(reason)),
        };
        for (_, _, secret) in &found {
            self.conceal(secret);
        }
        address::check_secrecy(self.address, api)?;
        let mut authorization = Authorization::default();
        for (requirement, source, secret) in found {
            self.write(api, requirement, source, secret, &mut authorization)
                .await?;
        }
        Ok(Ok(authorization))
    }

    fn conceal(&self, secret: &Secret) {
        match secret {
            Secret::Token(token) => self.secrets.add(token),
            Secret::Basic { username, password } => self.secrets.add_pair(username, password),
            Secret::Client { id, secret } => {
                self.secrets.add_name(id);
                let [id, encoded] = [id, secret].map(|text| Escape::Percent.apply(text));
                self.secrets.add_pair(&id, &encoded);
                self.secrets.add(secret);
            }
        }
    }

    /// Adds a secret to the authorization, or the token that is obtained with it.
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
                let url = token_address(api, scheme, source)?;
                let grant = Grant {
                    url,
                    id,
                    secret,
                    scope: requirement.scopes.join(" "),
                    resource: None,
                };
                let token = self.tokens.get(self.pool, &grant).await?;
                self.secrets.add(&token);
                authorization.granted(requirement.name, grant, token)
            }
        }
    }
}

/// The configured source of the credentials of a scheme. A bearer token is none for an API key, which may be
/// sent in the query.
fn source(api: &Api, requirement: &Requirement) -> Option<Credential> {
    let of = |wanted: &str| api.credentials.iter().find(|(name, _)| *name == wanted);
    let (_, credential) = of(requirement.name).or_else(|| of(""))?;
    match (credential, requirement.scheme) {
        (Credential::Bearer { .. }, Scheme::ApiKey { .. }) => None,
        _ => Some(*credential),
    }
}

/// Where a token is fetched, if credentials may be sent there.
fn token_address(api: &Api, scheme: Scheme, source: Option<Credential>) -> Result<Url, Failure> {
    let url = Url::parse(token_url(scheme, source))
        .map_err(|_| Failure::internal("the token URL is not an absolute URL"))?;
    address::check_url(&url, api.connection.private)?;
    address::check_secrecy(&url, api)?;
    Ok(url)
}

/// The URL of the token endpoint: the configuration takes precedence over the API description.
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
