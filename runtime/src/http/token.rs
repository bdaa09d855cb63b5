//! OAuth 2 tokens for client credentials (RFC 6749, section 4.4), cached until they expire.

use super::answer::{self, Answer};
use super::base64;
use super::escape::Escape;
use super::failure::Failure;
use super::media;
use super::request::Request;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Method, Url};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many bytes of a response are read.
const LIMIT: u64 = 64 * 1024;

/// A token that expires within this time is not used any more.
const MARGIN: Duration = Duration::from_secs(10);

/// How many tokens are cached, even if every caller has its own client id.
const MOST: usize = 1024;

/// The parameters of a token request.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Grant {
    /// The token endpoint; the caller has checked that it may be called.
    pub url: Url,
    pub id: String,
    pub secret: String,
    /// The scopes, separated by spaces (RFC 6749, section 3.3).
    pub scope: String,
    /// The service that the token is restricted to, if it is restricted (RFC 8707).
    pub resource: Option<String>,
}

/// The cached tokens of a client.
#[derive(Default)]
pub(crate) struct Tokens(Mutex<HashMap<Grant, Place>>);

/// The place of a token in the cache, locked while a task uses or requests it.
type Place = Arc<tokio::sync::Mutex<Option<Token>>>;

/// A token, and when it must be replaced.
struct Token {
    text: String,
    until: Option<Instant>,
}

impl Token {
    fn is_fresh(&self) -> bool {
        self.until.is_none_or(|until| until > Instant::now())
    }
}

impl Tokens {
    /// Returns the token. Of several tasks that need it at once, only one requests it from the service.
    pub async fn get(&self, pool: &reqwest::Client, grant: &Grant) -> Result<String, Failure> {
        let place = self.place(grant);
        let mut held = place.lock().await;
        if let Some(token) = held.as_ref().filter(|token| token.is_fresh()) {
            return Ok(token.text.clone());
        }
        let token = request_token(pool, grant).await?;
        Ok(held.insert(token).text.clone())
    }

    /// Discards a token, unless it has been replaced already.
    pub async fn forget(&self, grant: &Grant, token: &str) {
        let place = self.place(grant);
        let mut held = place.lock().await;
        held.take_if(|held| held.text == token);
    }

    fn place(&self, grant: &Grant) -> Place {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = places.get(grant) {
            return Arc::clone(place);
        }
        make_room(&mut places);
        Arc::clone(places.entry(grant.clone()).or_default())
    }
}

/// Removes tokens that can no longer be used, and if there are still too many, the one that expires first.
/// Places that are in use are kept.
fn make_room(places: &mut HashMap<Grant, Place>) {
    places.retain(|_, place| match Arc::get_mut(place) {
        Some(place) => place.get_mut().as_ref().is_some_and(Token::is_fresh),
        None => true,
    });
    if places.len() < MOST {
        return;
    }
    let free = places.iter_mut().filter_map(|(grant, place)| {
        let until = Arc::get_mut(place)?.get_mut().as_ref()?.until;
        Some((until.is_none(), until, grant))
    });
    let first = free.min_by_key(|(is_endless, until, _)| (*is_endless, *until));
    if let Some(grant) = first.map(|(.., grant)| grant.clone()) {
        places.remove(&grant);
    }
}

async fn request_token(pool: &reqwest::Client, grant: &Grant) -> Result<Token, Failure> {
    let [id, secret] = [&grant.id, &grant.secret].map(|text| Escape::Percent.apply(text));
    let basic = format!(
        "Basic {}",
        base64::encode_base64(format!("{id}:{secret}").as_bytes())
    );
    let mut basic = HeaderValue::from_str(&basic)
        .map_err(|_| Failure::internal("Base64 is always a header"))?;
    basic.set_sensitive(true);
    let mut body = String::from("grant_type=client_credentials");
    if !grant.scope.is_empty() {
        body.push_str(&format!("&scope={}", Escape::Percent.apply(&grant.scope)));
    }
    if let Some(resource) = &grant.resource {
        body.push_str(&format!("&resource={}", Escape::Percent.apply(resource)));
    }
    let request = Request {
        method: Method::POST,
        url: grant.url.clone(),
        headers: vec![
            (AUTHORIZATION, basic),
            (ACCEPT, HeaderValue::from_static("application/json")),
            (CONTENT_TYPE, HeaderValue::from_static(media::FORM)),
        ],
        cookies: Vec::new(),
        body: Some(body.into_bytes()),
    };
    let answer = answer::get_answer(pool, &request, LIMIT).await?;
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

/// The error code of a response (RFC 6749, section 5.2), if it has one.
fn error_code(answer: &Answer) -> String {
    let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let is_code = |code: &&str| code.len() < 64 && code.bytes().all(|byte| byte.is_ascii_graphic());
    let code = body["error"].as_str().filter(is_code);
    code.map(|code| format!(": {code}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant(number: u64) -> Grant {
        Grant {
            url: Url::parse("https://a.example/token").expect("an address"),
            id: number.to_string(),
            secret: String::new(),
            scope: String::new(),
            resource: None,
        }
    }

    fn keep(tokens: &Tokens, number: u64, lifetime: Option<u64>) -> Place {
        let place = tokens.place(&grant(number));
        *place.try_lock().expect("nobody holds it") = Some(Token {
            text: String::new(),
            until: lifetime.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
        });
        place
    }

    fn kept(tokens: &Tokens) -> Vec<u64> {
        let places = tokens.0.lock().expect("no panic");
        let mut numbers: Vec<u64> = places
            .keys()
            .map(|grant| grant.id.parse().expect("a number"))
            .collect();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn tokens_that_expired_are_dropped() {
        let tokens = Tokens::default();
        let held = keep(&tokens, 0, Some(0));
        for number in 1..100 {
            keep(&tokens, number, Some(0));
        }
        keep(&tokens, 100, None);
        tokens.place(&grant(101));
        tokens.place(&grant(102));
        assert_eq!(kept(&tokens), [0, 100, 102]);
        drop(held);
        tokens.place(&grant(103));
        assert_eq!(kept(&tokens), [100, 103]);
    }

    #[test]
    fn tokens_have_a_bound() {
        let tokens = Tokens::default();
        let most = MOST as u64;
        keep(&tokens, 0, None);
        let held = keep(&tokens, 1, Some(1));
        for number in 2..2 * most {
            keep(&tokens, number, Some(1000 + number));
        }
        let newest = most + 2..2 * most;
        let expected: Vec<u64> = [0, 1].into_iter().chain(newest).collect();
        assert_eq!(kept(&tokens), expected);
        drop(held);
    }
}
