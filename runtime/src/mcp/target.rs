//! A server as it is asked: with the values that the environment gives.

use super::fault::{Fault, FaultKind};
use crate::http::redact::Secrets;
use std::time::Duration;

/// A server to connect to. It holds secrets, and is never shown.
#[derive(Clone)]
pub struct Target {
    /// Where it is.
    pub reach: Reached,
    /// Variables of its process, or headers of requests: names and values.
    pub given: Vec<(String, String)>,
    /// Whether a private address may be called.
    pub private: bool,
    /// How long an answer may take.
    pub timeout: Duration,
    /// The most bytes of one message.
    pub limit: u64,
}

/// Where a server is.
#[derive(Clone)]
pub enum Reached {
    /// A program with its arguments.
    Command(Vec<String>),
    /// An address.
    Url(String),
}

impl Target {
    /// What nobody may read of what is given: values, and the query of an address.
    pub(super) fn secrets(&self) -> Secrets {
        let secrets = Secrets::default();
        for (_, value) in &self.given {
            secrets.add(value);
            // a scheme is before the token, as in `Bearer …`
            if let Some((_, token)) = value.split_once(' ') {
                secrets.add(token.trim());
            }
        }
        if let Reached::Url(url) = &self.reach
            && let Some((_, query)) = url.split_once('?')
        {
            for part in query.split('&') {
                secrets.add(part.split_once('=').map_or(part, |(_, value)| value));
            }
        }
        secrets
    }
}

/// A text with the values of the variables that it names: `Bearer ${TOKEN}`.
pub fn expand_variables(text: &str) -> Result<String, Fault> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        let value = std::env::var(name).unwrap_or_default();
        // files like to end with white space
        let value = value.trim();
        if value.is_empty() {
            let detail = format!("the environment variable `{name}` is not set");
            return Err(Fault::new(FaultKind::Setting, detail));
        }
        out.push_str(before);
        out.push_str(value);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}
