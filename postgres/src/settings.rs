//! Where the database is, and how long it may take.

use crate::error::PostgresError;
use std::path::PathBuf;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// How a store uses its database.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The schema that has the tables; the default is `toolc`. It consists of lower-case letters, digits and `_`.
    pub schema: String,
    /// How many connections there are at most; the default is 8. One more listens if somebody
    /// [waits](crate::PostgresStore::wait_for_decision).
    pub connections: usize,
    /// How long a statement may take; the default is 5 s. The database ends it then, and if it does not answer at all,
    /// the connection is given up.
    pub statement: Duration,
    /// For how long a step is tried again while the database cannot be reached; the default is 5 s, in which most
    /// databases restart. Every step can be repeated, so none is taken twice.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            schema: "toolc".to_owned(),
            connections: 8,
            statement: Duration::from_secs(5),
            patience: Duration::from_secs(5),
        }
    }
}

impl Settings {
    /// The usual settings, with another schema.
    #[must_use]
    pub fn schema(mut self, schema: impl Into<String>) -> Self {
        self.schema = schema.into();
        self
    }

    /// The same, with so many connections.
    #[must_use]
    pub fn connections(mut self, connections: usize) -> Self {
        self.connections = connections;
        self
    }

    /// The same, with another limit for statements.
    #[must_use]
    pub fn statement(mut self, statement: Duration) -> Self {
        self.statement = statement;
        self
    }

    /// The same, with more or less patience.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// The schema in a statement, where it may be a word that means something.
    pub(crate) fn quoted_schema(&self) -> String {
        format!("\"{}\"", self.schema)
    }

    /// A schema is part of every statement, so it has nothing that ends its quotes.
    pub(crate) fn check(&self) -> Result<(), PostgresError> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let starts_well = !self.schema.starts_with(|c: char| c.is_ascii_digit());
        let is_known = !self.schema.starts_with("pg_");
        match self.schema.len() {
            1..=40 if self.schema.chars().all(is_plain) && starts_well && is_known => Ok(()),
            _ => Err(PostgresError::Settings(format!(
                "the schema `{}` must have up to 40 lower-case letters, digits and `_`, and start with neither a digit nor `pg_`",
                self.schema
            ))),
        }
    }
}

/// Where a database is, and whose certificates count.
pub(crate) struct Address {
    pub config: Config,
    pub authorities: Authorities,
}

/// Who vouches for the certificate of the database.
pub(crate) enum Authorities {
    /// Those that the system trusts.
    System,
    /// Those in this file.
    File(PathBuf),
}

impl Address {
    /// Reads a URL, or words such as `host=db user=toolc`. A database on another machine is only spoken to with TLS, and
    /// its certificate is checked, unless the URL has `sslmode=disable`.
    pub fn read(url: &str) -> Result<Self, PostgresError> {
        let mut authorities = Authorities::System;
        let mut kept = Vec::new();
        let (start, separator, words) = match url.split_once("://") {
            Some(_) => match url.split_once('?') {
                Some((start, query)) => (format!("{start}?"), '&', query),
                None => (url.to_owned(), '&', ""),
            },
            None => (String::new(), ' ', url),
        };
        for word in words.split(separator) {
            match word.split_once('=') {
                Some(("sslrootcert", "system")) => {}
                Some(("sslrootcert", path)) => authorities = Authorities::File(path.into()),
                // The certificate is checked in any case.
                Some(("sslmode", "verify-ca" | "verify-full")) => kept.push("sslmode=require"),
                _ => kept.push(word),
            }
        }
        let text = start + &kept.join(&separator.to_string());
        let mut config: Config = text.parse().map_err(|error: tokio_postgres::Error| {
            // The URL may have a password, so it is not repeated.
            let mut what = format!("the URL of the database cannot be read: {error}");
            if let Some(cause) = std::error::Error::source(&error) {
                what = format!("{what}: {cause}");
            }
            PostgresError::Settings(what)
        })?;
        if config.get_ssl_mode() == SslMode::Prefer {
            config.ssl_mode(match is_here(&config) {
                true => SslMode::Disable,
                false => SslMode::Require,
            });
        }
        Ok(Address {
            config,
            authorities,
        })
    }
}

/// Whether the database is on this machine.
fn is_here(config: &Config) -> bool {
    let name_is_here = |host: &Host| match host {
        #[cfg(unix)]
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            name == "localhost"
                || name
                    .parse()
                    .is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
        }
    };
    match config.get_hostaddrs() {
        [] => config.get_hosts().iter().all(name_is_here),
        addresses => addresses.iter().all(std::net::IpAddr::is_loopback),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str) -> SslMode {
        Address::read(url).expect(url).config.get_ssl_mode()
    }

    #[test]
    fn other_machines_are_spoken_to_with_tls() {
        for url in [
            "postgres://toolc@localhost/toolc",
            "postgres://toolc@127.0.0.1:5433/toolc",
            "postgres://toolc@[::1]/toolc",
            "host=/run/postgresql user=toolc",
            "postgres://toolc@db.example.com/toolc?sslmode=disable",
        ] {
            assert_eq!(mode(url), SslMode::Disable, "{url}");
        }
        for url in [
            "postgres://toolc@db.example.com/toolc",
            "postgresql://toolc@10.0.0.7/toolc?sslmode=prefer",
            "postgres://toolc@localhost,db.example.com/toolc",
            "postgres://toolc@localhost/toolc?sslmode=verify-full",
            "host=localhost hostaddr=10.0.0.7 user=toolc",
            "postgres://toolc@127.0.0.1.example.com/toolc",
        ] {
            assert_eq!(mode(url), SslMode::Require, "{url}");
        }
    }

    #[test]
    fn authorities_may_be_in_a_file() {
        let url = "postgres://toolc@db/toolc?sslmode=verify-full&sslrootcert=/etc/ca.pem&application_name=desk";
        let address = Address::read(url).expect("a URL");
        assert!(matches!(address.authorities, Authorities::File(path) if path.ends_with("ca.pem")));
        assert_eq!(address.config.get_application_name(), Some("desk"));
    }

    #[test]
    fn a_url_that_cannot_be_read_is_not_repeated() {
        for url in [
            "postgres://toolc:secret@db/toolc?sslmode=sometimes",
            "postgres://toolc:secret@db:port/toolc",
            "mysql://toolc:secret@db/toolc",
        ] {
            let error = Address::read(url).err().expect(url).to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn schemas_are_plain_names() {
        for schema in ["toolc", "desk_2", "_x", "order"] {
            assert!(Settings::default().schema(schema).check().is_ok());
        }
        for schema in ["", "Toolc", "a.b", "x; DROP", "1a", "pg_toolc", "ä", "a\"b"] {
            assert!(
                Settings::default().schema(schema).check().is_err(),
                "{schema}"
            );
        }
    }
}
