//! An authorization server on loopback, with the documents of RFC 8414 and RFC 7517, and tokens of all kinds.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// An authorization server that signs with ES256.
pub struct Provider {
    pub issuer: String,
    pub key: SigningKey,
    served: Arc<Served>,
}

struct Served {
    documents: Mutex<Vec<(String, Value)>>,
    asked: AtomicUsize,
}

/// A key that signs tokens.
pub struct SigningKey {
    pub id: String,
    pair: EcdsaKeyPair,
}

impl Provider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let key = SigningKey::make("first");
        let served = Arc::new(Served {
            documents: Mutex::default(),
            asked: AtomicUsize::new(0),
        });
        let provider = Provider {
            issuer: issuer.clone(),
            key,
            served: Arc::clone(&served),
        };
        provider.set(
            "/.well-known/oauth-authorization-server",
            json!({ "issuer": issuer, "jwks_uri": format!("{issuer}/keys") }),
        );
        provider.set("/keys", json!({ "keys": [provider.key.public()] }));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let served = Arc::clone(&served);
                tokio::spawn(async move {
                    let mut head = vec![0; 4096];
                    let read = stream.read(&mut head).await.unwrap_or(0);
                    let head = String::from_utf8_lossy(&head[..read]).into_owned();
                    let path = head.split(' ').nth(1).unwrap_or_default();
                    served.asked.fetch_add(1, Ordering::Relaxed);
                    let answer = served.answer(path);
                    let _ = stream.write_all(answer.as_bytes()).await;
                });
            }
        });
        provider
    }

    /// Sets the document at a path.
    pub fn set(&self, path: &str, document: Value) {
        let mut documents = self.served.documents.lock().unwrap();
        documents.retain(|(known, _)| known != path);
        documents.push((path.to_owned(), document));
    }

    pub fn remove(&self, path: &str) {
        let mut documents = self.served.documents.lock().unwrap();
        documents.retain(|(known, _)| known != path);
    }

    /// How many requests there were.
    pub fn asked(&self) -> usize {
        self.served.asked.load(Ordering::Relaxed)
    }

    /// The claims of a token that is valid for a service.
    pub fn claims(&self, audience: &str) -> Value {
        json!({
            "iss": self.issuer, "aud": audience, "sub": "ann",
            "exp": now() + 600, "scope": "read write",
        })
    }
}

impl Served {
    fn answer(&self, path: &str) -> String {
        let documents = self.documents.lock().unwrap();
        let found = documents.iter().find(|(known, _)| known == path);
        let (status, body) = match found {
            Some((_, document)) => ("200 OK", document.to_string()),
            None => ("404 Not Found", "{}".to_owned()),
        };
        let length = body.len();
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
    }
}

impl SigningKey {
    pub fn make(id: &str) -> Self {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
        let pkcs8 = pkcs8.unwrap();
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random);
        SigningKey {
            id: id.to_owned(),
            pair: pair.unwrap(),
        }
    }

    /// The public key as RFC 7518 section 6.2 has it.
    pub fn public(&self) -> Value {
        let point = &self.pair.public_key().as_ref()[1..];
        let (x, y) = point.split_at(32);
        json!({
            "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.id,
            "x": encode(x), "y": encode(y),
        })
    }

    /// A token with the usual header.
    pub fn sign(&self, claims: &Value) -> String {
        let header = json!({ "alg": "ES256", "typ": "at+jwt", "kid": self.id });
        self.sign_with(&header, claims)
    }

    pub fn sign_with(&self, header: &Value, claims: &Value) -> String {
        let message = message(header, claims);
        let signature = self.pair.sign(&SystemRandom::new(), message.as_bytes());
        format!("{message}.{}", encode(signature.unwrap().as_ref()))
    }
}

/// A key for EdDSA, and a token that it signed.
pub fn sign_with_ed25519(claims: &Value) -> (Value, String) {
    let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    let pair = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap();
    let public = json!({
        "kty": "OKP", "crv": "Ed25519", "kid": "edwards", "x": encode(pair.public_key().as_ref()),
    });
    let message = message(&json!({ "alg": "EdDSA", "kid": "edwards" }), claims);
    let signature = pair.sign(message.as_bytes());
    (public, format!("{message}.{}", encode(signature.as_ref())))
}

/// A token that a shared secret signed.
pub fn sign_with_secret(secret: &[u8], header: &Value, claims: &Value) -> String {
    let message = message(header, claims);
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
    let signature = ring::hmac::sign(&key, message.as_bytes());
    format!("{message}.{}", encode(signature.as_ref()))
}

/// A token without a signature.
pub fn leave_unsigned(header: &Value, claims: &Value) -> String {
    format!("{}.", message(header, claims))
}

fn message(header: &Value, claims: &Value) -> String {
    let (header, claims) = (header.to_string(), claims.to_string());
    format!(
        "{}.{}",
        encode(header.as_bytes()),
        encode(claims.as_bytes())
    )
}

pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}
