//! Keys of agents, users of a proxy, and names in certificates.

use super::{Door, bearer, request, run};
use toolc_server::ClientNames;

/// The SHA-256 of `a-long-random-key`.
const DIGEST: &str = "c2bdbe2b3e9e4cf5a5b0a1f0d6c4b7f8d1c2e3f4a5b6c7d8e9f0a1b2c3d4e5f6";

fn digest(key: &str) -> String {
    let digest = hmac_sha256::Hash::hash(key.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn keys_are_known_by_their_digest() {
    run(async {
        let file = format!(
            "keys:\n  - {{ principal: billing, sha256: {}, scopes: [read] }}\n  - {{ principal: support, sha256: {DIGEST} }}\nworkers: {{ desk: [read] }}\n",
            digest("a-long-random-key")
        );
        let door = Door::new(&file);
        let admitted = door.show("a-long-random-key").await;
        assert!(admitted.is_ok_and(|who| who.contains("billing")));
        for wrong in [
            "a-long-random-ke",
            "A-LONG-RANDOM-KEY",
            DIGEST,
            "a.b.c",
            "x",
        ] {
            let refused = door.show(wrong).await;
            assert_eq!(
                refused,
                Err("the key is not one of the access file".to_owned()),
                "{wrong}"
            );
        }
    });
}

#[test]
fn credentials_that_are_not_one_bearer_token_do_not_count() {
    run(async {
        let file = format!(
            "keys: [{{ principal: billing, sha256: {} }}]",
            digest("key")
        );
        let door = Door::new(&file);
        let requests = [
            request(&[], "192.0.2.1"),
            request(&[("authorization", "Basic a2V5OmtleQ==")], "192.0.2.1"),
            request(&[("authorization", "Bearer")], "192.0.2.1"),
            request(&[("authorization", "Bearer ")], "192.0.2.1"),
            request(&[("authorization", "key")], "192.0.2.1"),
            request(
                &[
                    ("authorization", "Bearer key"),
                    ("authorization", "Bearer key"),
                ],
                "192.0.2.1",
            ),
            request(
                &[
                    ("authorization", "Bearer key"),
                    ("authorization", "Bearer x"),
                ],
                "192.0.2.1",
            ),
            request(&[("x-api-key", "key")], "192.0.2.1"),
        ];
        for parts in &requests {
            assert!(door.knock(parts).await.is_err(), "{:?}", parts.headers);
        }
        assert!(door.knock(&bearer("key")).await.is_ok());
    });
}

#[test]
fn only_the_proxy_says_who_its_users_are() {
    run(async {
        let door = Door::new(
            "proxy: { from: [10.0.0.0/8, \"fd00::1\"], principal: X-User, scopes: X-Scopes }\nworkers: { desk: [read] }\n",
        );
        let sent = |peer: &str| request(&[("x-user", "ann"), ("x-scopes", "write,read")], peer);
        for peer in ["10.1.2.3", "::ffff:10.1.2.3", "fd00::1"] {
            assert!(door.knock(&sent(peer)).await.is_ok(), "{peer}");
        }
        for peer in ["192.0.2.1", "127.0.0.1", "::1", "fd00::2", "11.0.0.1"] {
            let refused = door.knock(&sent(peer)).await;
            assert_eq!(
                refused,
                Err("there are no credentials".to_owned()),
                "{peer}"
            );
        }
        let forged = [
            request(
                &[("x-user", "ann"), ("x-user", "root"), ("x-scopes", "read")],
                "10.1.2.3",
            ),
            request(&[("x-user", " "), ("x-scopes", "read")], "10.1.2.3"),
            request(
                &[
                    ("x-user", "ann"),
                    ("x-scopes", "write"),
                    ("x-scopes", "read"),
                ],
                "10.1.2.3",
            ),
            request(&[("x-user", "ann"), ("x-scopes", "read2")], "10.1.2.3"),
            request(&[("x-user", "ann")], "10.1.2.3"),
        ];
        for parts in &forged {
            assert!(door.knock(parts).await.is_err(), "{:?}", parts.headers);
        }
    });
}

#[test]
fn names_in_certificates_count_as_they_are_written() {
    run(async {
        let door = Door::new(
            "certificates:\n  - { name: \"spiffe://corp.example/billing\", principal: billing }\n",
        );
        let shown = |names: &[&str]| {
            let mut parts = request(&[], "192.0.2.1");
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            parts.extensions.insert(ClientNames(names));
            parts
        };
        assert!(
            door.knock(&shown(&["spiffe://corp.example/billing"]))
                .await
                .is_ok()
        );
        for other in [
            "spiffe://corp.example/billing2",
            "spiffe://corp.example",
            "SPIFFE://corp.example/billing",
        ] {
            assert!(door.knock(&shown(&[other])).await.is_err(), "{other}");
        }
        assert!(door.knock(&shown(&[])).await.is_err());
    });
}
