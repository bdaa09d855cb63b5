//! Headers that arguments never set: the engine that sends a request writes the ones it needs. Names are in
//! lower case.

/// Headers that OpenAPI does not describe as parameters ("Parameter Object").
pub const DESCRIBED: &[&str] = &["accept", "content-type", "authorization"];

/// The header that is made of cookie parameters and credentials.
pub const COOKIE: &str = "cookie";

/// Headers that concern how a message is transmitted.
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
