//! The keys that seal questions, from variables of the environment: the first seals, and each opens what it sealed.

use super::Exit;
use super::output::refuse_with;
use toolc_runtime::{SealKey, WeakKey};

/// Where the key is if no variable is named.
pub(super) const VARIABLE: &str = "TOOLC_SEAL_KEY";

/// The id of the only key of toolc 0.2.0, whose questions may still be in a store: it is the oldest of those that count.
const FIRST_ID: &str = "serve";

/// Reads the keys in these variables, or the one in [`VARIABLE`].
pub(super) fn read_seal_keys(variables: &[String]) -> Result<SealKey, Exit> {
    let (first, older) = match variables.split_first() {
        Some((first, older)) => (first.as_str(), older),
        None => (VARIABLE, &[][..]),
    };
    let mut oldest = (first, read_secret(first));
    let keys = SealKey::of_secret(oldest.1.as_bytes());
    let mut keys = keys.map_err(|weak| refuse_key(first, weak))?;
    for variable in older {
        let secret = read_secret(variable);
        let added = keys.and_old_secret(secret.as_bytes());
        keys = added.map_err(|weak| refuse_key(variable, weak))?;
        oldest = (variable, secret);
    }
    let (variable, secret) = oldest;
    let keys = keys.and_old(FIRST_ID, secret.as_bytes());
    keys.map_err(|weak| refuse_key(variable, weak))
}

fn read_secret(variable: &str) -> String {
    let secret = std::env::var(variable).unwrap_or_default();
    secret.trim().to_owned()
}

fn refuse_key(variable: &str, weak: WeakKey) -> Exit {
    let made = format!("set it: `export {variable}=$(openssl rand -hex 32)`");
    match weak {
        WeakKey::Predictable => {
            let message = format!("the environment variable `{variable}`: {weak}");
            refuse_with(&message, &made)
        }
        WeakKey::SameId => {
            let message =
                format!("the environment variable `{variable}` has the same key as one before it");
            refuse_with(&message, "name each key once, the one that seals first")
        }
        _ => {
            let message = format!(
                "the environment variable `{variable}` has no key of at least 32 characters"
            );
            refuse_with(&message, &made)
        }
    }
}
