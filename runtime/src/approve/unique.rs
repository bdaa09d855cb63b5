//! Ids that nobody else gives.

use super::seal::write_hex;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A unique id: 128 bits from the standard library's randomly keyed hasher, over the time, the process and a
/// counter. It need not be secret; the seal is what protects.
pub(crate) fn unique_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let chance = RandomState::new();
    let half = |which: u8| {
        let mut hasher = chance.build_hasher();
        hasher.write_u8(which);
        hasher.write_u64(count);
        hasher.write_u128(now.as_ref().map_or(0, Duration::as_nanos));
        hasher.write_u32(std::process::id());
        hasher.finish().to_be_bytes()
    };
    write_hex(&[half(0), half(1)].concat())
}
