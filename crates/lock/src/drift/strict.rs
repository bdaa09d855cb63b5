//! Which tools of a worker are strict for a provider.

use super::settings::{Changed, show_setting};
use crate::lock::LockedWorker;

/// Words a change in which tools are strict; one side may not record it at all.
pub(super) fn describe_strict_change(
    target: &str,
    old: &LockedWorker,
    new: &LockedWorker,
    change: &Changed,
) -> String {
    let name = &new.name;
    let has = |worker: &LockedWorker| worker.settings.contains_key(&change.key);
    match (has(old), has(new)) {
        (false, _) => format!(
            "the lock does not say which tools of worker `{name}` are strict for `{target}`: now {}",
            show_setting(new.settings.get(&change.key))
        ),
        (_, false) => format!("worker `{name}` no longer shows any strict tools to `{target}`"),
        _ => format!(
            "the tools of worker `{name}` that are strict for `{target}` {}",
            change.how
        ),
    }
}
