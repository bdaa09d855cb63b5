//! Who a request is, and whether that suffices: by the settings that count at the time.

use super::fetch::Fetcher;
use super::issuer::Issuer;
use super::presented::Presented;
use super::refusal::Refusal;
use super::settings::{Identity, Settings};
use super::token;
use std::sync::Arc;

/// Settings, with what is known of the issuers that they name.
pub(super) struct Rules {
    pub settings: Settings,
    issuers: Vec<Arc<Issuer>>,
}

impl Rules {
    /// The rules by these settings. Of issuers whose entry is the same in earlier rules, what is known of them is kept: a
    /// file that is read again must not depend on whether they answer just then.
    pub fn new(settings: Settings, earlier: Option<&Rules>) -> Self {
        let mut issuers = Vec::new();
        for named in &settings.issuers {
            let known = earlier.map_or(&[][..], |rules| &rules.issuers);
            let same = known.iter().find(|issuer| issuer.settings == *named);
            let issuer = same.map_or_else(|| Arc::new(Issuer::new(named.clone())), Arc::clone);
            issuers.push(issuer);
        }
        Rules { settings, issuers }
    }

    /// Who it is that presents these credentials.
    pub async fn identify(
        &self,
        presented: Presented,
        fetcher: &Fetcher,
    ) -> Result<Identity, Refusal> {
        match presented {
            Presented::Proxied(identity) => Ok(identity),
            Presented::Certificate(names) => {
                let certificates = &self.settings.certificates;
                let mut known = names.0.iter().filter_map(|name| certificates.get(name));
                known.next().cloned().ok_or(Refusal::Nothing)
            }
            Presented::Bearer(token) => {
                // A key is known by its digest, so that nothing can be learned from how long a comparison takes.
                let digest = hmac_sha256::Hash::hash(token.as_bytes());
                if let Some(identity) = self.settings.keys.get(&digest) {
                    return Ok(identity.clone());
                }
                if self.issuers.is_empty() || !token::is_token(&token) {
                    return Err(Refusal::Key);
                }
                token::verify_token(&token, &self.issuers, fetcher).await
            }
        }
    }

    /// Refuses whoever lacks a scope that every request to a worker needs.
    pub fn check_worker(&self, worker: &str, identity: Identity) -> Result<Identity, Refusal> {
        for (name, needed) in &self.settings.workers {
            let has_all = needed.iter().all(|scope| identity.scopes.contains(scope));
            if name == worker && !has_all {
                return Err(Refusal::Scopes(needed.clone()));
            }
        }
        Ok(identity)
    }
}
