//! Responses that the server gives itself, in place of the SDK.

use super::access::Challenge;
use super::message::Unread;
use super::meter::Full;
use ::http::{HeaderValue, Response, StatusCode, header};
use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full as Whole};
use std::convert::Infallible;

/// The body of a response.
pub type Answer = BoxBody<Bytes, Infallible>;

/// A plain text response.
pub(super) fn plain(status: StatusCode, text: &str) -> Response<Answer> {
    let mut response = Response::new(Whole::new(Bytes::from(text.to_owned())).boxed());
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// The response to a message that is not passed on.
pub(super) fn unread(reason: &Unread) -> Response<Answer> {
    let mut response = plain(StatusCode::BAD_REQUEST, &reason.write());
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// The response to a request that is not let through, with what the client may do about it.
pub(super) fn challenge(challenge: &Challenge, metadata: Option<&str>) -> Response<Answer> {
    let status = StatusCode::from_u16(challenge.status).unwrap_or(StatusCode::FORBIDDEN);
    let mut response = plain(status, &challenge.to_string());
    if let Ok(value) = HeaderValue::try_from(challenge.header(metadata)) {
        response
            .headers_mut()
            .insert(header::WWW_AUTHENTICATE, value);
    }
    response
}

/// A response that says that a limit is reached. Once events are on their way, their message says it.
pub(super) fn say_full(mut response: Response<Answer>, full: Full) -> Response<Answer> {
    let kind = response.headers().get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        return response;
    }
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    let after = HeaderValue::from(full.kind.retry_after());
    response.headers_mut().insert(header::RETRY_AFTER, after);
    response
}
