//! JSON that is posted to an address, for the compiler's command line. When to post again is for the caller to decide.

use super::address::{check_url, is_exposed, join_url, show_url};
use super::answer::get_answer;
use super::failure::Failure;
use super::redact::Secrets;
use super::request::Request;
use super::retry::find_wait;
use super::transport::Transport;
use crate::connection::ConnectionSettings;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Method, Url};
use std::time::Duration;
use tokio::runtime::Runtime;

/// How many bytes of a refusal are shown.
const SHOWN: usize = 400;

/// Posts to the addresses below one.
pub struct Poster {
    runtime: Runtime,
    transport: Transport,
    base: Url,
    key: Option<HeaderValue>,
    secrets: Secrets,
    connection: ConnectionSettings,
}

/// What came of a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The body of a success.
    Answer(String),
    /// Another status than that of a success.
    Refusal {
        /// The status.
        status: u16,
        /// How long to wait, if the service says so.
        wait: Option<Duration>,
        /// The beginning of the body, without the key.
        said: String,
    },
}

/// Why there is no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoReply {
    /// A setting cannot be used.
    Setting(String),
    /// There was no connection, or it ended too early.
    Broken(String),
    /// Nothing came in time.
    Late,
    /// The body has more bytes than this limit.
    TooLarge(u64),
    /// The body cannot be read.
    Unreadable(String),
}

impl Poster {
    /// Prepares to post below an address, with a key as the bearer token, within the limits of a connection; how long one post may
    /// take, each says itself.
    ///
    /// # Errors
    ///
    /// An address that is not one of HTTP, a key that cannot be sent, or one that could be read on its way.
    pub fn new(
        base: &str,
        key: Option<&str>,
        connection: ConnectionSettings,
    ) -> Result<Poster, NoReply> {
        let setting = |detail: String| NoReply::Setting(detail);
        let base = Url::parse(base).map_err(|error| setting(error.to_string()))?;
        let refused = |_| setting("it is neither http nor https".to_owned());
        check_url(&base, connection.private).map_err(refused)?;
        if key.is_some() && !connection.may_expose_credentials() && is_exposed(&base) {
            return Err(setting(format!(
                "the key would be readable on its way to `{}`: an address with https is needed",
                show_url(&base)
            )));
        }
        let secrets = Secrets::default();
        let key = key.map(|key| {
            secrets.add(key);
            let mut value = HeaderValue::from_str(&format!("Bearer {key}"))
                .map_err(|_| setting("the key cannot be sent as a header".to_owned()))?;
            value.set_sensitive(true);
            Ok(value)
        });
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|_| setting("the system has no more resources".to_owned()))?;
        Ok(Poster {
            runtime,
            transport: Transport::default(),
            base,
            key: key.transpose()?,
            secrets,
            connection,
        })
    }

    /// Posts once. Redirects are not followed.
    ///
    /// # Errors
    ///
    /// Why there is no reply, without the key.
    pub fn post(&self, path: &str, body: String, timeout: Duration) -> Result<Reply, NoReply> {
        let posted = self.runtime.block_on(async {
            let posted = tokio::time::timeout(timeout, self.send(path, body));
            posted.await.unwrap_or(Err(NoReply::Late))
        });
        posted.map_err(|fault| match fault {
            NoReply::Broken(detail) => NoReply::Broken(self.secrets.redact(&detail)),
            other => other,
        })
    }

    /// Waits.
    pub fn wait(&self, duration: Duration) {
        self.runtime
            .block_on(async { tokio::time::sleep(duration).await });
    }

    async fn send(&self, path: &str, body: String) -> Result<Reply, NoReply> {
        let explain = |failure| self.explain(failure);
        let pool = self.transport.client(self.connection.private).await;
        let pool = pool.map_err(explain)?;
        let json = HeaderValue::from_static("application/json");
        let mut headers = vec![(CONTENT_TYPE, json.clone()), (ACCEPT, json)];
        headers.extend(self.key.clone().map(|key| (AUTHORIZATION, key)));
        let request = Request {
            method: Method::POST,
            url: join_url(&self.base, path, &[]),
            headers,
            cookies: Vec::new(),
            body: Some(body.into_bytes()),
        };
        let answer = get_answer(pool, &request, self.connection.read_limit()).await;
        let answer = answer.map_err(explain)?;
        if (200..=299).contains(&answer.status) {
            let text = String::from_utf8(answer.body);
            let text = text.map_err(|_| NoReply::Unreadable("it is not UTF-8".to_owned()));
            return text.map(Reply::Answer);
        }
        let said = self.secrets.redact(&String::from_utf8_lossy(&answer.body));
        let end = said.floor_char_boundary(SHOWN);
        Ok(Reply::Refusal {
            status: answer.status,
            wait: find_wait(&answer),
            said: said[..end].to_owned(),
        })
    }

    fn explain(&self, failure: Failure) -> NoReply {
        let detail = failure.detail().to_owned();
        match failure.code() {
            "HTTP_TOO_LARGE" => NoReply::TooLarge(self.connection.read_limit()),
            "HTTP_UNREADABLE" => NoReply::Unreadable(detail),
            "HTTP_CONNECTION" => NoReply::Broken(detail),
            _ => NoReply::Setting(detail),
        }
    }
}
