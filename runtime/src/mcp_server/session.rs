//! The ids of HTTP sessions, bound to the principal that started them.

use super::mark::make_secret;
use ::http::{HeaderMap, HeaderValue};
use hmac_sha256::HMAC;

/// The header with the id of a session.
pub(super) const SESSION: &str = "mcp-session-id";

/// Signs session ids, with a random key: like the sessions, it is only valid in this process.
#[derive(Clone)]
pub(super) struct Sessions([u8; 32]);

impl Sessions {
    pub fn new() -> Self {
        Sessions(make_secret())
    }

    fn tag(&self, name: &str, principal: Option<&str>) -> String {
        let mut mac = HMAC::new(self.0);
        mac.update(name.len().to_le_bytes());
        mac.update(name);
        mac.update([u8::from(principal.is_some())]);
        mac.update(principal.unwrap_or_default());
        let tag = mac.finalize();
        tag.map(|byte| format!("{byte:02x}")).concat()
    }

    /// Adds the principal's signature to an outgoing session id.
    pub fn sign(&self, headers: &mut HeaderMap, principal: Option<&str>) {
        let Some(name) = headers.get(SESSION).and_then(|name| name.to_str().ok()) else {
            return;
        };
        let signed = format!("{name}.{}", self.tag(name, principal));
        if let Ok(signed) = HeaderValue::try_from(signed) {
            headers.insert(SESSION, signed);
        }
    }

    /// Removes the signature from an incoming id. `false` if the session does not belong to this principal.
    pub fn admit(&self, headers: &mut HeaderMap, principal: Option<&str>) -> bool {
        let mut all = headers.get_all(SESSION).iter();
        let Some(signed) = all.next() else {
            return true;
        };
        if all.next().is_some() {
            return false;
        }
        let signed = signed.to_str().unwrap_or_default();
        let Some((name, tag)) = signed.rsplit_once('.') else {
            return false;
        };
        // A signature cannot be guessed: it depends on a secret key, and even the id alone has 122 random
        // bits.
        if self.tag(name, principal) != tag {
            return false;
        }
        match HeaderValue::from_str(name) {
            Ok(name) => headers.insert(SESSION, name).is_some(),
            Err(_) => false,
        }
    }
}
