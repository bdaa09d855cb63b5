//! Tokens of OAuth 2 for client credentials (RFC 6749, section 4.4), kept until they expire.

use super::address;
use super::answer::{self, Answer};
use super::base64;
use super::escape::Escape;
use super::failure::Failure;
use super::media;
use super::operation::Api;
use super::request::Request;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Method, Url};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much of an answer is read.
const LIMIT: u64 = 64 * 1024;

/// A token is not used any more when it expires that soon.
const MARGIN: Duration = Duration::from_secs(10);

/// What a token is asked for with.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Grant {
    pub url: String,
    pub id: String,
    pub secret: String,
    pub scopes: &'static [&'static str],
}

/// The tokens of a client.
#[derive(Default)]
pub(super) struct Tokens(Mutex<HashMap<Grant, Arc<tokio::sync::Mutex<Option<Token>>>>>);

/// A token, and when it must be replaced.
struct Token {
    text: String,
    until: Option<Instant>,
}

impl Tokens {
    /// The token. Of those who ask at once, one asks the service.
    pub async fn get(
        &self,
        pool: &reqwest::Client,
        api: &Api,
        grant: &Grant,
    ) -> Result<String, Failure> {
        let place = self.place(grant);
        let mut held = place.lock().await;
        let is_fresh = |token: &&Token| token.until.is_none_or(|until| until > Instant::now());
        if let Some(token) = held.as_ref().filter(is_fresh) {
            return Ok(token.text.clone());
        }
        let token = ask(pool, api, grant).await?;
        Ok(held.insert(token).text.clone())
    }

    /// Gives up a token, unless it has been replaced already.
    pub async fn forget(&self, grant: &Grant, token: &str) {
        let place = self.place(grant);
        let mut held = place.lock().await;
        held.take_if(|held| held.text == token);
    }

    fn place(&self, grant: &Grant) -> Arc<tokio::sync::Mutex<Option<Token>>> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(places.entry(grant.clone()).or_default())
    }
}

async fn ask(pool: &reqwest::Client, api: &Api, grant: &Grant) -> Result<Token, Failure> {
    let url = Url::parse(&grant.url)
        .map_err(|_| Failure::internal("the token URL is no absolute URL"))?;
    address::check(&url, api.private)?;
    address::check_secrecy(&url, api)?;
    let [id, secret] = [&grant.id, &grant.secret].map(|text| Escape::Percent.apply(text));
    let basic = format!(
        "Basic {}",
        base64::encode(format!("{id}:{secret}").as_bytes())
    );
    let mut basic = HeaderValue::from_str(&basic)
        .map_err(|_| Failure::internal("Base64 is always a header"))?;
    basic.set_sensitive(true);
    let mut body = String::from("grant_type=client_credentials");
    if !grant.scopes.is_empty() {
        let scopes = grant.scopes.join(" ");
        body.push_str(&format!("&scope={}", Escape::Percent.apply(&scopes)));
    }
    let request = Request {
        method: Method::POST,
        url,
        headers: vec![
            (AUTHORIZATION, basic),
            (ACCEPT, HeaderValue::from_static("application/json")),
            (CONTENT_TYPE, HeaderValue::from_static(media::FORM)),
        ],
        cookies: Vec::new(),
        body: Some(body.into_bytes()),
    };
    let answer = answer::get(pool, &request, LIMIT).await?;
    match answer.status {
        200..=299 => read(&answer),
        429 | 500..=599 => Err(Failure::status(answer.status, "the token service failed")),
        status => Err(Failure::no_credentials(format!(
            "the token service answered {status}{}",
            error_code(&answer)
        ))),
    }
}

fn read(answer: &Answer) -> Result<Token, Failure> {
    let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let is_bearer = |kind: &str| kind.eq_ignore_ascii_case("bearer");
    let is_usable = body["token_type"].as_str().is_none_or(is_bearer);
    let Some(text) = body["access_token"].as_str().filter(|_| is_usable) else {
        let detail = "the token service gave no bearer token";
        return Err(Failure::no_credentials(detail));
    };
    let seconds = &body["expires_in"];
    let seconds = seconds.as_u64().or_else(|| seconds.as_str()?.parse().ok());
    let until = seconds.map(|seconds| {
        let lifetime = Duration::from_secs(seconds.min(365 * 24 * 3600));
        Instant::now() + lifetime.saturating_sub(MARGIN)
    });
    Ok(Token {
        text: text.to_owned(),
        until,
    })
}

/// The code of an error (RFC 6749, section 5.2), where it is one.
fn error_code(answer: &Answer) -> String {
    let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let is_code = |code: &&str| code.len() < 64 && code.bytes().all(|byte| byte.is_ascii_graphic());
    let code = body["error"].as_str().filter(is_code);
    code.map(|code| format!(": {code}")).unwrap_or_default()
}
