//! Redirects: inside of the hosts of an API, never to less safety, never with credentials for
//! another origin.

use super::address::{self, Hosts, same_origin};
use super::answer::Answer;
use super::failure::Failure;
use super::request::Request;
use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE, LOCATION};

/// How many redirects are followed.
pub(super) const MOST: usize = 10;

/// The request that an answer redirects to; `None` where it does not redirect.
pub(super) fn next(
    request: &Request,
    answer: &Answer,
    hosts: &Hosts<'_>,
    private: bool,
) -> Result<Option<Request>, Failure> {
    if !matches!(answer.status, 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = answer.header(LOCATION) else {
        return Ok(None);
    };
    let refused = |reason: &str| Err(Failure::refused_redirect(reason));
    let Ok(url) = request.url.join(location) else {
        return refused("to what is no URL");
    };
    let host = url.host_str().unwrap_or_default();
    if request.url.scheme() == "https" && url.scheme() != "https" {
        return refused(&format!("from https to {}", url.scheme()));
    }
    if !hosts.contain(&url) {
        return refused(&format!(
            "to `{host}`, which is none of the hosts of the API"
        ));
    }
    address::check(&url, private)?;
    let mut next = request.clone();
    if !same_origin(&request.url, &url) {
        next.cookies.clear();
        next.headers
            .retain(|(name, _)| name == ACCEPT || name == CONTENT_TYPE);
    }
    next.url = url;
    if loses_body(&request.method, answer.status) {
        next.method = Method::GET;
        next.body = None;
        next.headers.retain(|(name, _)| name != CONTENT_TYPE);
    }
    Ok(Some(next))
}

/// Whether a redirect turns the request into a GET (RFC 9110, sections 15.4.2 to 15.4.4).
fn loses_body(method: &Method, status: u16) -> bool {
    match status {
        303 => *method != Method::HEAD,
        301 | 302 => *method == Method::POST,
        _ => false,
    }
}
