//! What carries exports to a collector.

use crate::client::make_client;
use crate::metrics::Metrics;
use bytes::Bytes;
use http::{Request, Response};
use opentelemetry_http::{HttpClient, HttpError};
use std::fmt;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// How often a failure is told.
const TOLD_EVERY: Duration = Duration::from_secs(60);

/// Sends requests from the threads of exporters, on which nothing else waits.
pub(super) struct Sender {
    client: reqwest::Client,
    runtime: Runtime,
    metrics: Metrics,
    listener: Box<dyn Fn(&str) + Send + Sync>,
    /// When a failure was told last.
    told: Mutex<Option<Instant>>,
}

impl Sender {
    pub fn new(
        metrics: Metrics,
        listener: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        Ok(Sender {
            client: make_client().map_err(|error| error.to_string())?,
            runtime: runtime.map_err(|error| error.to_string())?,
            metrics,
            listener: Box::new(listener),
            told: Mutex::new(None),
        })
    }

    fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let address = request.uri().to_string();
        let sent = self.runtime.block_on(async {
            let response = self.client.execute(request.try_into()?).await?;
            let status = response.status();
            let body = response.bytes().await?;
            Ok::<_, reqwest::Error>((status, body))
        });
        match &sent {
            Ok((status, _)) if status.is_success() => {}
            Ok((status, _)) => self.tell(&format!("`{address}` answers with {status}")),
            // The address is in the sentence already.
            Err(_) => self.tell(&format!("`{address}` cannot be reached")),
        }
        let (status, body) = sent?;
        Ok(Response::builder().status(status).body(body)?)
    }

    fn tell(&self, why: &str) {
        self.metrics.count_unsent();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|at| at.elapsed() >= TOLD_EVERY) {
            *told = Some(Instant::now());
            (self.listener)(why);
        }
    }
}

impl HttpClient for Sender {
    fn send_bytes<'life0, 'async_trait>(
        &'life0 self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'async_trait>>
    where
        'life0: 'async_trait,
        Self: 'async_trait,
    {
        // Exporters have threads of their own, and no executor: it may block.
        Box::pin(async move { self.send(request) })
    }
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}
