//! The keys of an authorization server: fetched, kept, and fetched again when they change.

use super::fetch::Fetcher;
use super::settings::IssuerSettings;
use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, RwLock};
use tokio::time::Instant;

/// How old keys may be before they are fetched again, while the old ones are used.
const FRESH: Duration = Duration::from_secs(10 * 60);

/// How old keys may be if they cannot be fetched again.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// How long to wait before keys are fetched again: a token can name a key that nobody has.
const PAUSE: Duration = Duration::from_secs(10);

/// The most keys that are read.
const MANY: usize = 64;

/// An authorization server, and its keys.
pub(super) struct Issuer {
    pub settings: IssuerSettings,
    keys: RwLock<Keys>,
    /// Held while keys are fetched, so that one request does it for all.
    attempt: Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Keys {
    keys: Vec<Key>,
    fetched: Option<Instant>,
}

/// A key that signs tokens.
#[derive(Clone)]
pub(super) struct Key {
    id: Option<String>,
    algorithm: Option<Algorithm>,
    pub key: Arc<DecodingKey>,
}

/// Why there is no key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoKey {
    /// The issuer has no key of this name for this algorithm.
    Unknown,
    /// The issuer does not say which keys it has.
    Unavailable(String),
}

impl Issuer {
    pub fn new(settings: IssuerSettings) -> Self {
        Issuer {
            settings,
            keys: RwLock::default(),
            attempt: Mutex::default(),
        }
    }

    /// The keys that a token with this header may be signed with.
    pub async fn find_keys(
        &self,
        fetcher: &Fetcher,
        id: Option<&str>,
        algorithm: Algorithm,
    ) -> Result<Vec<Key>, NoKey> {
        let (found, age) = self.look_up(id, algorithm).await;
        let is_fresh = age.is_some_and(|age| age < FRESH);
        if !found.is_empty() && is_fresh {
            return Ok(found);
        }
        let fetched = self.fetch_keys(fetcher).await;
        let (found, age) = self.look_up(id, algorithm).await;
        let is_kept = age.is_some_and(|age| age < KEPT);
        match fetched {
            _ if is_kept && !found.is_empty() => Ok(found),
            Ok(()) if is_kept => Err(NoKey::Unknown),
            Ok(()) => Err(NoKey::Unavailable("they are too old".to_owned())),
            Err(why) => Err(NoKey::Unavailable(why)),
        }
    }

    async fn look_up(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
    ) -> (Vec<Key>, Option<Duration>) {
        let keys = self.keys.read().await;
        let mut found = Vec::new();
        for key in &keys.keys {
            let is_named = match (id, &key.id) {
                (Some(id), Some(known)) => id == known,
                // A token that names no key may be signed with any, and a key without a name may have signed any.
                _ => true,
            };
            let is_for = match key.algorithm {
                Some(known) => known == algorithm,
                None => key.key.family() == algorithm.family(),
            };
            if is_named && is_for {
                found.push(key.clone());
            }
        }
        (found, keys.fetched.map(|fetched| fetched.elapsed()))
    }

    async fn fetch_keys(&self, fetcher: &Fetcher) -> Result<(), String> {
        let mut attempt = self.attempt.lock().await;
        // Somebody else has just tried, while this request waited or before.
        if attempt.is_some_and(|last| last.elapsed() < PAUSE) {
            let known = self.keys.read().await.fetched;
            return match known {
                Some(_) => Ok(()),
                None => Err("a moment ago it failed".to_owned()),
            };
        }
        let fetched = self.fetch_now(fetcher).await;
        *attempt = Some(Instant::now());
        let keys = fetched?;
        *self.keys.write().await = Keys {
            keys,
            fetched: Some(Instant::now()),
        };
        Ok(())
    }

    async fn fetch_now(&self, fetcher: &Fetcher) -> Result<Vec<Key>, String> {
        let address = match &self.settings.jwks {
            Some(address) => address.clone(),
            None => self.discover_keys(fetcher).await?,
        };
        let set = fetcher.fetch_json(&address).await?;
        let Some(list) = set.get("keys").and_then(Value::as_array) else {
            return Err(format!("`{address}` is not a set of keys"));
        };
        // Keys of kinds that nobody here knows may be among them.
        Ok(list.iter().take(MANY).filter_map(read_key).collect())
    }

    /// The address of the keys, by RFC 8414 or OpenID Connect Discovery.
    async fn discover_keys(&self, fetcher: &Fetcher) -> Result<String, String> {
        let issuer = &self.settings.issuer;
        let mut why = String::new();
        for address in list_metadata_addresses(issuer) {
            let metadata = match fetcher.fetch_json(&address).await {
                Ok(metadata) => metadata,
                Err(error) => {
                    why = error;
                    continue;
                }
            };
            // RFC 8414 section 3.3: metadata of another issuer must not be used.
            if metadata.get("issuer").and_then(Value::as_str) != Some(issuer) {
                why = format!("`{address}` is about another issuer");
                continue;
            }
            match metadata.get("jwks_uri").and_then(Value::as_str) {
                Some(keys) if keys.starts_with("https://") || issuer.starts_with("http://") => {
                    return Ok(keys.to_owned());
                }
                _ => why = format!("`{address}` has no `jwks_uri` with `https`"),
            }
        }
        Err(why)
    }
}

/// Where the metadata of an issuer may be: RFC 8414 section 3.1, then OpenID Connect Discovery 1.0 section 4.
fn list_metadata_addresses(issuer: &str) -> Vec<String> {
    let whole = issuer.trim_end_matches('/');
    let mut addresses = Vec::new();
    if let Ok(mut url) = reqwest::Url::parse(issuer) {
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&format!("/.well-known/oauth-authorization-server{path}"));
        url.set_query(None);
        url.set_fragment(None);
        addresses.push(url.to_string());
    }
    addresses.push(format!("{whole}/.well-known/openid-configuration"));
    addresses
}

/// A public key that may sign tokens; `None` for any other.
fn read_key(value: &Value) -> Option<Key> {
    let jwk: Jwk = serde_json::from_value(value.clone()).ok()?;
    if matches!(jwk.common.public_key_use, Some(PublicKeyUse::Encryption)) {
        return None;
    }
    let key = DecodingKey::from_jwk(&jwk).ok()?;
    // A shared secret in a public set would let anybody sign.
    if key.family() == jsonwebtoken::AlgorithmFamily::Hmac {
        return None;
    }
    let algorithm = match value.get("alg") {
        Some(name) => Some(name.as_str()?.parse().ok()?),
        None => None,
    };
    Some(Key {
        id: jwk.common.key_id,
        algorithm,
        key: Arc::new(key),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_looked_for_where_the_two_documents_say() {
        assert_eq!(
            list_metadata_addresses("https://id.example/realms/a"),
            [
                "https://id.example/.well-known/oauth-authorization-server/realms/a",
                "https://id.example/realms/a/.well-known/openid-configuration",
            ]
        );
        assert_eq!(
            list_metadata_addresses("https://id.example/"),
            [
                "https://id.example/.well-known/oauth-authorization-server",
                "https://id.example/.well-known/openid-configuration",
            ]
        );
    }
}
