//! Where an enrichment asks a model: an endpoint in OpenAI's form, and within what limits it is asked.

use crate::model::engine::{ConnectionSettings, Connects};
use toolc_base::source::Spanned;

/// An endpoint, and the limits of one run of `toolc enrich`.
#[derive(Debug, Clone, PartialEq)]
pub struct Endpoint {
    /// `base_url`: the address before `/embeddings` and `/chat/completions`.
    pub base_url: Spanned<String>,
    /// `model`: the name of the model there.
    pub model: Spanned<String>,
    /// `auth: { bearer_env: NAME }`: the environment variable that holds the key.
    pub bearer_env: Option<String>,
    /// How it is reached: how long one answer may take, and how many bytes it may have.
    pub connection: ConnectionSettings,
    /// `deadline`: how long all requests of one run may take together, in milliseconds.
    pub deadline: u64,
    /// `retries`: how often a request is sent again that the endpoint refused for now.
    pub retries: usize,
    /// `max_requests`: how many requests one run may send, those sent again included.
    pub max_requests: usize,
    /// `max_request`: how many bytes a request may have.
    pub max_request: u64,
}

impl Endpoint {
    /// An endpoint with the usual limits.
    pub fn new(base_url: Spanned<String>, model: Spanned<String>) -> Self {
        Endpoint {
            base_url,
            model,
            bearer_env: None,
            connection: ConnectionSettings {
                private: true,
                ..ConnectionSettings::within(60_000, 16_000_000)
            },
            deadline: 900_000,
            retries: 3,
            max_requests: 1_000,
            max_request: 1_000_000,
        }
    }
}

impl Connects for Endpoint {
    fn connection(&self) -> &ConnectionSettings {
        &self.connection
    }

    fn connection_mut(&mut self) -> &mut ConnectionSettings {
        &mut self.connection
    }
}

/// The keys of `type: embeddings`.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddingOptions {
    /// The encoder.
    pub endpoint: Endpoint,
    /// `batch`: how many texts one request has at most.
    pub batch: usize,
    /// `dimensions`: how many numbers a vector has, if the encoder lets one choose.
    pub dimensions: Option<usize>,
}
