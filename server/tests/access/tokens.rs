//! Tokens: those that count, and every way in which another does not.

use super::provider::{
    Provider, SigningKey, encode, leave_unsigned, now, sign_with_ed25519, sign_with_secret,
};
use super::{Door, RESOURCE, bearer, request, run};
use serde_json::{Value, json};

fn file(provider: &Provider) -> String {
    format!(
        "resource: {RESOURCE}\nissuers:\n  - issuer: {}\nworkers: {{ desk: [read] }}\n",
        provider.issuer
    )
}

/// The claims with others in place of some of them; `null` takes one away.
fn with(provider: &Provider, changes: Value) -> Value {
    let mut claims = provider.claims(RESOURCE);
    for (key, value) in changes.as_object().unwrap() {
        claims[key] = value.clone();
    }
    claims
        .as_object_mut()
        .unwrap()
        .retain(|_, value| !value.is_null());
    claims
}

#[test]
fn tokens_of_the_issuer_count() {
    run(async {
        let provider = Provider::start().await;
        let door = Door::new(&file(&provider));
        let valid = [
            json!({}),
            json!({ "aud": ["https://other.example", RESOURCE] }),
            json!({ "scope": null, "scp": ["read"] }),
            json!({ "nbf": now() - 1 }),
            // clocks differ
            json!({ "exp": now() - 10 }),
            json!({ "nbf": now() + 10 }),
        ];
        for changes in valid {
            let token = provider.key.sign(&with(&provider, changes.clone()));
            let admitted = door.show(&token).await;
            assert!(
                admitted.as_ref().is_ok_and(|who| who.contains("ann")),
                "{changes}: {admitted:?}"
            );
        }
        let header = json!({ "alg": "ES256", "typ": "JWT", "kid": "first" });
        let token = provider.key.sign_with(&header, &provider.claims(RESOURCE));
        assert!(door.show(&token).await.is_ok());
        let parts = request(
            &[("authorization", &format!("bearer  {token}"))],
            "192.0.2.1",
        );
        assert!(
            door.knock(&parts).await.is_ok(),
            "schemes ignore case (RFC 9110 section 11.1)"
        );
        assert_eq!(provider.asked(), 2, "metadata and keys, once for all");

        let (public, token) = sign_with_ed25519(&provider.claims(RESOURCE));
        provider.set("/keys", json!({ "keys": [public] }));
        let door = Door::new(&file(&provider));
        assert!(door.show(&token).await.is_ok());
    });
}

#[test]
fn tokens_with_other_claims_do_not_count() {
    run(async {
        let provider = Provider::start().await;
        let door = Door::new(&file(&provider));
        let attacks = [
            (json!({ "aud": "https://other.example" }), "another service"),
            (
                json!({ "aud": ["https://other.example"] }),
                "another service",
            ),
            (json!({ "aud": [] }), "another service"),
            (json!({ "aud": null }), "lacks `exp`, `iss` or `aud`"),
            (json!({ "aud": format!("{RESOURCE}/") }), "another service"),
            (
                json!({ "iss": "https://other.example" }),
                "not one of the access file",
            ),
            (json!({ "iss": null }), "not one of the access file"),
            (
                json!({ "iss": [provider.issuer] }),
                "not one of the access file",
            ),
            (
                json!({ "iss": format!("{}/", provider.issuer) }),
                "not one of the access file",
            ),
            (json!({ "exp": now() - 60 }), "expired"),
            (json!({ "exp": null }), "lacks `exp`, `iss` or `aud`"),
            (json!({ "exp": "never" }), "lacks `exp`, `iss` or `aud`"),
            (json!({ "exp": -1 }), ""),
            (json!({ "nbf": now() + 60 }), "not valid yet"),
            (json!({ "sub": null }), "names no principal"),
            (json!({ "sub": " " }), "names no principal"),
            (json!({ "sub": 7 }), "names no principal"),
            (
                json!({ "scope": "write" }),
                "one of these scopes is missing: read",
            ),
            (
                json!({ "scope": "read-all" }),
                "one of these scopes is missing: read",
            ),
            (
                json!({ "scope": null }),
                "one of these scopes is missing: read",
            ),
            (
                json!({ "scope": { "read": true } }),
                "one of these scopes is missing: read",
            ),
        ];
        for (changes, reason) in attacks {
            let token = provider.key.sign(&with(&provider, changes.clone()));
            let refused = door.show(&token).await;
            assert!(
                refused.as_ref().is_err_and(|why| why.contains(reason)),
                "{changes}: {refused:?}"
            );
        }
    });
}

#[test]
fn tokens_that_others_signed_do_not_count() {
    run(async {
        let provider = Provider::start().await;
        let door = Door::new(&file(&provider));
        let claims = provider.claims(RESOURCE);
        let other = SigningKey::make("first");
        let elsewhere = SigningKey::make("elsewhere");
        let public = provider.key.public();
        let usual = json!({ "alg": "ES256", "kid": "first" });
        let with = |key: &str, value: Value| {
            let mut header = usual.clone();
            header[key] = value;
            header
        };
        let good = provider.key.sign(&claims);
        let (message, signature) = good.rsplit_once('.').unwrap();
        let (header, _) = message.split_once('.').unwrap();
        let mut changed = claims.clone();
        changed["sub"] = json!("root");
        let swapped = format!(
            "{header}.{}.{signature}",
            encode(changed.to_string().as_bytes())
        );
        let x = public["x"].as_str().unwrap();
        let attacks = [
            ("another key of that name", other.sign(&claims)),
            ("a key that nobody has", elsewhere.sign(&claims)),
            (
                "its own key in the header",
                other.sign_with(&with("jwk", other.public()), &claims),
            ),
            (
                "its own keys' address in the header",
                other.sign_with(&with("jku", json!("https://evil.example/keys")), &claims),
            ),
            (
                "no algorithm",
                leave_unsigned(&json!({ "alg": "none", "kid": "first" }), &claims),
            ),
            ("no signature", leave_unsigned(&usual, &claims)),
            ("a cut signature", good[..good.len() - 4].to_owned()),
            ("other claims", swapped),
            (
                "the public key as a secret",
                sign_with_secret(
                    x.as_bytes(),
                    &json!({ "alg": "HS256", "kid": "first" }),
                    &claims,
                ),
            ),
            (
                "an empty secret",
                sign_with_secret(b"", &json!({ "alg": "HS256" }), &claims),
            ),
            (
                "another algorithm in the header",
                provider
                    .key
                    .sign_with(&json!({ "alg": "ES384", "kid": "first" }), &claims),
            ),
            (
                "RSA in the header",
                provider
                    .key
                    .sign_with(&json!({ "alg": "RS256", "kid": "first" }), &claims),
            ),
            (
                "a logout token",
                provider
                    .key
                    .sign_with(&with("typ", json!("logout+jwt")), &claims),
            ),
            (
                "a proof of possession",
                provider
                    .key
                    .sign_with(&with("typ", json!("dpop+jwt")), &claims),
            ),
            (
                "critical extensions",
                provider
                    .key
                    .sign_with(&with("crit", json!(["b64"])), &claims),
            ),
            ("four parts", format!("{good}.x")),
            ("two parts", message.to_owned()),
            ("no parts", "x".to_owned()),
            ("dots", "..".to_owned()),
            ("padding", format!("{good}=")),
            ("a long token", format!("{good}{}", "A".repeat(1 << 20))),
        ];
        for (what, token) in attacks {
            let admitted = door.show(&token).await;
            assert!(admitted.is_err(), "{what}: {admitted:?}");
        }
        assert!(
            provider.asked() <= 3,
            "made-up keys are not asked for each time"
        );
        assert!(door.show(&good).await.is_ok());
    });
}

#[test]
fn keys_rotate_and_outages_are_told_apart() {
    run(async {
        tokio::time::pause();
        let provider = Provider::start().await;
        let door = Door::new(&file(&provider));
        let next = SigningKey::make("next");
        let claims = provider.claims(RESOURCE);
        assert!(door.show(&provider.key.sign(&claims)).await.is_ok());

        provider.set("/keys", json!({ "keys": [next.public()] }));
        tokio::time::advance(std::time::Duration::from_secs(11)).await;
        assert!(
            door.show(&next.sign(&claims)).await.is_ok(),
            "a new key is fetched"
        );
        let old = door.show(&provider.key.sign(&claims)).await;
        assert_eq!(
            old,
            Err("the token is not valid: its issuer has no such key".to_owned())
        );

        // What is known goes on for a day without the issuer, and no longer.
        provider.remove("/keys");
        tokio::time::advance(std::time::Duration::from_secs(3600)).await;
        assert!(door.show(&next.sign(&claims)).await.is_ok());
        tokio::time::advance(std::time::Duration::from_secs(24 * 3600)).await;
        let gone = door.show(&next.sign(&claims)).await;
        assert!(gone.is_err_and(|why| why.contains("cannot be fetched")));
        let challenge = door
            .access
            .admit("desk", &bearer(&next.sign(&claims)))
            .await;
        let said = challenge.unwrap_err().to_string();
        assert_eq!(said, "the credentials cannot be checked at present");
    });
}

#[test]
fn metadata_of_another_issuer_is_not_used() {
    run(async {
        let provider = Provider::start().await;
        provider.set(
            "/.well-known/oauth-authorization-server",
            json!({ "issuer": "https://other.example", "jwks_uri": format!("{}/keys", provider.issuer) }),
        );
        let door = Door::new(&file(&provider));
        let token = provider.key.sign(&provider.claims(RESOURCE));
        assert!(door.show(&token).await.is_err());
        // The other place counts then.
        provider.set(
            "/.well-known/openid-configuration",
            json!({ "issuer": provider.issuer, "jwks_uri": format!("{}/keys", provider.issuer) }),
        );
        let door = Door::new(&file(&provider));
        assert!(door.show(&token).await.is_ok());
    });
}

#[test]
fn secrets_and_keys_of_unknown_kinds_in_a_set_are_skipped() {
    run(async {
        let provider = Provider::start().await;
        let claims = provider.claims(RESOURCE);
        let secret = json!({ "kty": "oct", "kid": "shared", "alg": "HS256", "k": encode(b"a secret of everybody") });
        let mut sealing = provider.key.public();
        sealing["use"] = json!("enc");
        sealing["kid"] = json!("sealing");
        provider.set(
            "/keys",
            json!({ "keys": [{ "kty": "PQ", "kid": "new" }, secret, sealing, 7, provider.key.public()] }),
        );
        let door = Door::new(&file(&provider));
        assert!(door.show(&provider.key.sign(&claims)).await.is_ok());
        let header = json!({ "alg": "HS256", "kid": "shared" });
        let forged = sign_with_secret(b"a secret of everybody", &header, &claims);
        assert!(door.show(&forged).await.is_err());
        let header = json!({ "alg": "ES256", "kid": "sealing" });
        assert!(
            door.show(&provider.key.sign_with(&header, &claims))
                .await
                .is_err()
        );
    });
}
