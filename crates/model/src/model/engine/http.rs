//! Noun: the settings of engines of type `http`.

use super::connection::{ConnectionSettings, Connects};
use super::credential::Credential;
use super::setting::{LockedSetting, Recorded, Rows, Setting, SettingValue};
use crate::model::field::field;
use crate::model::http::{Requirement, Scheme, Statuses};
use crate::model::results::{ResultEntry, write_entry};
use toolc_base::source::Spanned;
use toolc_runtime::v1 as rt;
use toolc_runtime::variables::{Part, split_variables};
use toolc_schema::data::{Maybe, Texts, data, list};
use toolc_schema::rust::Text;

/// The settings of an HTTP engine, beyond the descriptions of its APIs.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpEngine {
    /// The address of the API, overriding the servers in its description. `${NAME}` in it stands for an environment variable; then its
    /// host is one of `hosts`.
    pub base_url: Option<Spanned<String>>,
    /// Values for variables in server addresses.
    pub variables: Vec<(Spanned<String>, String)>,
    /// Where credentials come from, by the name of the security scheme; an empty name stands for all
    /// schemes that are not named.
    pub credentials: Vec<(Spanned<String>, Credential)>,
    /// How the credential for all schemes is sent if the description says nothing about
    /// credentials.
    pub scheme: Option<Scheme>,
    /// Hosts that requests may go to, besides that of an address that is known when specs are compiled.
    pub hosts: Vec<String>,
    /// How it connects.
    pub connection: ConnectionSettings,
    /// How often a request is retried if that is safe.
    pub retries: u32,
    /// The status ranges whose response bodies are shown to the model.
    pub expose: Vec<Spanned<Statuses>>,
    /// What is shown of the results of its tools.
    pub results: Option<ResultEntry>,
}

impl HttpEngine {
    /// The configured credentials for a scheme, with the name under which they are configured.
    pub fn credential(&self, scheme: &str) -> Option<&(Spanned<String>, Credential)> {
        let of = |wanted: &str| {
            let mut credentials = self.credentials.iter();
            credentials.find(|(name, _)| name.value == wanted)
        };
        of(scheme).or_else(|| of(""))
    }

    /// Whether environment variables are a part of the address, so that it is known only when a call is made.
    pub fn has_variable_address(&self) -> bool {
        let text = self.base_url.as_ref().map_or("", |url| &url.value);
        let parts = split_variables(text);
        parts.iter().any(|part| matches!(part, Part::Variable(_)))
    }

    /// The token endpoint for a scheme, if it uses client credentials.
    pub fn token_url<'s>(&'s self, requirement: &'s Requirement) -> Option<&'s str> {
        let Scheme::ClientCredentials { token_url: usual } = &requirement.scheme else {
            return None;
        };
        match self.credential(&requirement.name) {
            Some((_, Credential::Client { token_url, .. })) => {
                Some(token_url.as_deref().unwrap_or(usual))
            }
            Some(_) => None,
            None => Some(usual),
        }
    }

    /// Whether credentials of the kind that a scheme needs are configured, and can be sent.
    pub fn can_meet(&self, requirement: &Requirement) -> bool {
        let found = self.credential(&requirement.name);
        found.is_some_and(|(_, credential)| credential.fits_scheme(&requirement.scheme))
    }
}

impl Default for HttpEngine {
    fn default() -> Self {
        HttpEngine {
            base_url: None,
            variables: Vec::new(),
            credentials: Vec::new(),
            scheme: None,
            hosts: Vec::new(),
            connection: ConnectionSettings::default(),
            retries: 2,
            expose: Vec::new(),
            results: None,
        }
    }
}

impl Connects for HttpEngine {
    fn connection(&self) -> &ConnectionSettings {
        &self.connection
    }

    fn connection_mut(&mut self) -> &mut ConnectionSettings {
        &mut self.connection
    }
}

/// A row for each setting.
pub const HTTP_SETTINGS: Rows<HttpEngine> = &[
    &[
        Setting::read_elsewhere("base_url"),
        Setting::read_elsewhere("variables"),
        // the credentials, and how they are sent if the description does not say
        Setting::read_elsewhere("auth"),
        Setting {
            key: "hosts",
            value: SettingValue::Parts(|engine| engine.hosts.clone()),
            recorded: Recorded::Always(&LockedSetting::HOSTS),
        },
        Setting {
            key: "retries",
            value: SettingValue::Count(0, 10, field!(retries)),
            recorded: Recorded::Always(&LockedSetting::RETRIES),
        },
        Setting {
            key: "errors",
            value: SettingValue::Parts(|engine| {
                let exposed = engine.expose.iter();
                exposed.map(|statuses| statuses.value.to_string()).collect()
            }),
            recorded: Recorded::IfSet(&LockedSetting::EXPOSE),
        },
        Setting {
            key: "results",
            value: SettingValue::Parts(|engine| engine.results.iter().map(write_entry).collect()),
            recorded: Recorded::IfSet(&LockedSetting::RESULTS),
        },
    ],
    HttpEngine::ACCESS,
    HttpEngine::LIMITS,
];

/// What all operations of an engine share.
pub struct Api<'e> {
    /// The name of the engine.
    pub name: &'e str,
    /// Its settings.
    pub settings: &'e HttpEngine,
}

data! {
    Api<'_> as [rt::http::Api] =>
    Api {
        name,
        settings: HttpEngine {
            base_url,
            variables,
            credentials,
            // the security of operations contains it
            scheme: _,
            hosts,
            connection,
            retries,
            expose,
            // rows of workers contain it
            results: _,
        },
    } => {
        engine: Text(name),
        base_url: Maybe(base_url.as_ref().map(|url| Text(&url.value))),
        variables: list(variables, |(name, value)| (Text(&name.value), Text(value))),
        credentials: list(credentials, |(scheme, each)| (Text(&scheme.value), each)),
        hosts: Texts(hosts),
        connection: connection,
        retries: retries,
        expose: list(expose, |exposed| (exposed.value.first, exposed.value.last)),
    },
}
