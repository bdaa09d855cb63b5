//! Which host a request is meant for: exactly one, without a user name (RFC 9112, sections 3.2 and 3.2.2; RFC 9110,
//! section 4.2.4).

use ::http::{HeaderValue, header, request::Parts};

/// Makes `Host` say what the request is meant for. If the target has a host of its own, that one counts.
///
/// # Errors
/// Fails if it is not clear which host is meant.
pub(super) fn settle_host(parts: &mut Parts) -> Result<(), &'static str> {
    let mut hosts = parts.headers.get_all(header::HOST).iter();
    let host = hosts.next();
    if hosts.next().is_some() {
        return Err("the request has several Host headers");
    }
    let target = parts.uri.authority();
    let is_user = |text: &[u8]| text.contains(&b'@');
    let names_user = host.is_some_and(|host| is_user(host.as_bytes()))
        || target.is_some_and(|target| is_user(target.as_str().as_bytes()));
    if names_user {
        return Err("a host has no user name");
    }
    if let Some(target) = target {
        let target = HeaderValue::from_str(target.as_str());
        let target = target.map_err(|_| "the host of the target is not a valid one")?;
        parts.headers.insert(header::HOST, target);
    }
    Ok(())
}
