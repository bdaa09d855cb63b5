//! Settings that replace others while requests arrive.

use super::provider::Provider;
use super::{Door, RESOURCE, bearer, read, run};

#[test]
fn who_is_taken_out_is_refused_and_what_is_known_of_issuers_is_kept() {
    run(async {
        let provider = Provider::start().await;
        let issuers = format!(
            "resource: {RESOURCE}\nissuers: [{{ issuer: \"{}\", prefix: \"sso:\" }}]\n",
            provider.issuer
        );
        let digest = "1360cf85a9cad115d1274ab6188bd172ec443505e7be006c723e74bcacd284a0";
        let key = format!("keys: [{{ principal: billing, sha256: {digest}, scopes: [a] }}]\n");
        let door = Door::new(&format!("{issuers}{key}"));
        let token = provider.key.sign(&provider.claims(RESOURCE));
        door.show(&token).await.unwrap();
        door.show("billing-key").await.unwrap();

        // The issuer does not answer any more, and need not.
        provider.remove("/keys");
        provider.remove("/.well-known/oauth-authorization-server");
        let asked = provider.asked();
        let scoped = format!("{issuers}workers: {{ desk: [read] }}\n");
        door.access.replace(read(&scoped).unwrap()).unwrap();
        door.show(&token).await.unwrap();
        assert_eq!(provider.asked(), asked);
        let refused = door.show("billing-key").await.unwrap_err();
        assert_eq!(refused, "the key is not one of the access file");
        assert_eq!(door.access.scopes(), ["read"]);

        // What is asked of its tokens counts at once, too.
        let strict = scoped.replace("[read]", "[admin]");
        door.access.replace(read(&strict).unwrap()).unwrap();
        let refused = door.show(&token).await.unwrap_err();
        assert_eq!(refused, "one of these scopes is missing: admin");
        let elsewhere = issuers.replace("prefix", "audience: https://other.example, prefix");
        door.access.replace(read(&elsewhere).unwrap()).unwrap();
        door.show(&token).await.unwrap_err();
    });
}

#[test]
fn the_resource_is_that_of_the_start() {
    run(async {
        let key = "keys: [{ principal: a, sha256: 1360cf85a9cad115d1274ab6188bd172ec443505e7be006c723e74bcacd284a0 }]\n";
        let door = Door::new(&format!("resource: {RESOURCE}\n{key}"));
        let other = read(&key.replace("principal: a", "principal: b")).unwrap();
        let why = door.access.replace(other).unwrap_err();
        assert!(why.contains("`resource` is not that of the start"), "{why}");
        let known = door.knock(&bearer("billing-key")).await.unwrap();
        assert!(known.contains("\"a\""), "{known}");
    });
}
