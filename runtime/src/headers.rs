//! Headers that no argument decides about: who sends a request writes those that it needs. Names are
//! in lower case.

/// Headers that OpenAPI takes from elsewhere ("Parameter Object").
pub const DESCRIBED: &[&str] = &["accept", "content-type", "authorization"];

/// Headers that say how a message is sent.
pub const FRAMING: &[&str] = &[
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];
