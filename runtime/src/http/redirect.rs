//! Redirects: only to the hosts of an API, never from https to http, and never with credentials for another
//! origin.

use super::address::{self, Hosts, same_origin};
use super::answer::Answer;
use super::failure::Failure;
use super::request::Request;
use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE, LOCATION};

/// How many redirects are followed.
pub(super) const MOST: usize = 10;

/// The request that a response redirects to; `None` if it is not a redirect.
pub(super) fn next_request(
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
    let Ok(mut url) = request.url.join(location) else {
        return refused("to something that is not a URL");
    };
    // A user name and password in a URL would be sent as credentials.
    if url.set_username("").is_err() || url.set_password(None).is_err() {
        return refused("to what has no host");
    }
    let host = url.host_str().unwrap_or_default();
    if request.url.scheme() == "https" && url.scheme() != "https" {
        return refused(&format!("from https to {}", url.scheme()));
    }
    if !hosts.contain(&url) {
        return refused(&format!("to `{host}`, which is not a host of the API"));
    }
    address::check_url(&url, private)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::Url;
    use reqwest::header::{HeaderMap, HeaderValue};

    /// Where a redirect of an API leads from `from`, or why it is refused.
    fn follow(from: &str, location: &'static str) -> Result<Option<String>, String> {
        let url = Url::parse(from).expect("a URL");
        let request = Request {
            method: Method::GET,
            url: url.clone(),
            headers: Vec::new(),
            cookies: Vec::new(),
            body: None,
        };
        let answer = Answer {
            status: 302,
            headers: HeaderMap::from_iter([(LOCATION, HeaderValue::from_static(location))]),
            body: Vec::new(),
        };
        let hosts = Hosts::new(&url, &["8.8.8.8", "10.0.0.1", "Other.example:8080"]);
        let next = next_request(&request, &answer, &hosts, false);
        next.map(|next| next.map(|next| next.url.to_string()))
            .map_err(|failure| format!("{failure:?}"))
    }

    #[test]
    fn redirects_stay_safe() {
        let followed = [
            ("https://a.example/x/y", "../z", "https://a.example/z"),
            (
                "http://a.example/",
                "https://a.example/",
                "https://a.example/",
            ),
            (
                "https://a.example/",
                "https://A.EXAMPLE:443/b",
                "https://a.example/b",
            ),
            ("https://a.example/", "https://8.8.8.8/", "https://8.8.8.8/"),
            (
                "https://a.example/",
                "https://other.example:8080/",
                "https://other.example:8080/",
            ),
        ];
        for (from, location, to) in followed {
            assert_eq!(
                follow(from, location),
                Ok(Some(to.to_owned())),
                "{location}"
            );
        }
        let refused = [
            ("http://a.example/", "from https to http"),
            ("https://b.example/", "not a host of the API"),
            ("https://a.example:8443/", "not a host of the API"),
            ("https://other.example/", "not a host of the API"),
            ("https://a.example.b.example/", "not a host of the API"),
            ("https://10.0.0.1/", "not on the public internet"),
            ("https://[::ffff:10.0.0.1]/", "not a host of the API"),
        ];
        for (location, reason) in refused {
            let failure = follow("https://a.example/", location).expect_err(location);
            assert!(failure.contains(reason), "{location}: {failure}");
        }
    }
}
