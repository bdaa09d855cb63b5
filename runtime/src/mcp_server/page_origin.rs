//! Web pages of allowed origins: what their browsers ask before they send a request, and what they need to be told before a
//! page may read the answer (the Fetch standard, section 3.3).

use super::http::HttpService;
use super::response::{Answer, plain};
use ::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use ::http::{header, request::Parts};
use bytes::Bytes;
use http_body_util::Empty;

/// The methods of streamable HTTP.
const METHODS: &str = "GET, POST, DELETE";

/// The headers that a page may send, besides those that begin with [`OF_PROTOCOL`].
const SENT: &[&str] = &[
    "accept",
    "authorization",
    "content-type",
    "last-event-id",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "mcp-session-id",
    "traceparent",
    "tracestate",
];

/// What headers of the protocol begin with, such as those that repeat arguments.
const OF_PROTOCOL: &str = "mcp-";

/// The headers that a page may read.
const READ: &str = "mcp-protocol-version, mcp-session-id, retry-after, www-authenticate";

/// How long a browser may remember what it was told, in seconds.
const REMEMBERED: &str = "600";

/// The page that sends a request, if one does: what its browser has to be told with the answer.
#[derive(Debug, Clone)]
pub struct Page {
    /// Whether there are origins whose pages may send requests.
    varies: bool,
    /// Its origin, if that is one of them.
    origin: Option<HeaderValue>,
}

impl Page {
    /// Lets the page read an answer.
    pub fn share(&self, mut response: Response<Answer>) -> Response<Answer> {
        let headers = response.headers_mut();
        if self.varies {
            headers.append(header::VARY, HeaderValue::from_static("origin"));
        }
        if let Some(origin) = &self.origin {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            let readable = HeaderValue::from_static(READ);
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, readable);
        }
        response
    }
}

impl HttpService {
    /// Looks at which page sends a request, for an answer that something else gives: what it returns, [`Page::share`] adds
    /// to that answer. What [`HttpService::handle`] answers has it already.
    ///
    /// # Errors
    /// Returns the answer to a browser that asks whether a page may send a request.
    pub async fn greet_page(&self, parts: &Parts) -> Result<Page, Response<Answer>> {
        let mut page = Page {
            varies: !self.shared.origins.is_empty(),
            origin: None,
        };
        let mut origins = parts.headers.get_all(header::ORIGIN).iter();
        let origin = match (origins.next(), origins.next()) {
            (Some(origin), None) if page.varies => origin,
            _ => return Ok(page),
        };
        if self.admits_origin(parts).await {
            page.origin = Some(origin.clone());
        }
        let wanted = header::ACCESS_CONTROL_REQUEST_METHOD;
        if parts.method != Method::OPTIONS || !parts.headers.contains_key(wanted) {
            return Ok(page);
        }
        // A browser asks without credentials, so nobody is identified.
        Err(match page.origin {
            Some(_) => page.share(grant(&parts.headers)),
            None => page.share(plain(
                StatusCode::FORBIDDEN,
                "pages of this origin may send no requests",
            )),
        })
    }

    /// Whether pages of the request's origin may send requests to its host. The SDK decides that for requests, and is asked
    /// here too, so that there is one opinion: it refuses the method after it has looked at the origin.
    async fn admits_origin(&self, parts: &Parts) -> bool {
        let mut asked = Request::new(Empty::<Bytes>::new());
        *asked.method_mut() = Method::OPTIONS;
        *asked.uri_mut() = parts.uri.clone();
        for name in [header::HOST, header::ORIGIN] {
            if let Some(value) = parts.headers.get(&name) {
                asked.headers_mut().insert(name, value.clone());
            }
        }
        self.inner.handle(asked).await.status() == StatusCode::METHOD_NOT_ALLOWED
    }
}

/// The answer to a browser whose page may send the request that it asks about.
fn grant(headers: &HeaderMap) -> Response<Answer> {
    let mut response = plain(StatusCode::NO_CONTENT, "");
    let told = response.headers_mut();
    told.remove(header::CONTENT_TYPE);
    let fixed = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
        (header::ACCESS_CONTROL_MAX_AGE, REMEMBERED),
    ];
    for (name, value) in fixed {
        told.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(names) = HeaderValue::try_from(list_sendable(headers).join(", ")) {
        told.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names);
    }
    response
}

/// The headers that the page may send: those that are always allowed, and those of the protocol that it asks about.
fn list_sendable(headers: &HeaderMap) -> Vec<String> {
    let mut names: Vec<String> = SENT.iter().map(ToString::to_string).collect();
    let wanted = headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS);
    let wanted = wanted.and_then(|wanted| wanted.to_str().ok());
    for name in wanted.unwrap_or_default().split(',') {
        let Ok(name) = name.trim().parse::<HeaderName>() else {
            continue;
        };
        if name.as_str().starts_with(OF_PROTOCOL) && !SENT.contains(&name.as_str()) {
            names.push(name.as_str().to_owned());
        }
    }
    names
}
