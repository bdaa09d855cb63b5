//! A seal on what toolc keeps for itself in a folder that others can write to: it shows that this
//! user's toolc wrote it.

use crate::sha256::sha256_hex;
use crate::write::keep_file;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

const FOLDER: &str = "toolc";
const FILE: &str = "key";

/// A secret of the user, which lies where the system has a place for such files.
pub(super) struct Key(String);

impl Key {
    /// The user's key, made the first time; `None` where there is no place for it.
    pub fn of_user() -> Option<Self> {
        let folder = cache_folder()?.join(FOLDER);
        if let Some(key) = read_key(&folder) {
            return Some(key);
        }
        fs::create_dir_all(&folder).ok()?;
        keep_file(&folder, FILE, &make_key()).ok()?;
        restrict(&folder.join(FILE));
        // Of two that are made at once, the one that is on disk counts.
        read_key(&folder)
    }

    /// The seal of a text.
    pub fn seal(&self, text: &str) -> String {
        // The inner digest has a fixed length, so that nothing can be appended to what is sealed.
        sha256_hex(format!("{} {}", self.0, sha256_hex(text)))
    }
}

fn read_key(folder: &Path) -> Option<Key> {
    let key = fs::read_to_string(folder.join(FILE)).ok()?;
    let is_key = key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_key.then_some(Key(key))
}

/// 256 bits from the keys that the system chose for this process's hashers.
fn make_key() -> String {
    let mut seed = String::new();
    for round in 0..8_u64 {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(round);
        seed.push_str(&format!("{:016x}", hasher.finish()));
    }
    sha256_hex(seed)
}

fn cache_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let named = folder("XDG_CACHE_HOME").or_else(|| folder("LOCALAPPDATA"));
    let found = named.map(PathBuf::from);
    let found = found.or_else(|| Some(PathBuf::from(folder("HOME")?).join(".cache")));
    found.filter(|path| path.is_absolute())
}

/// Leaves the key to its user alone.
#[cfg(unix)]
fn restrict(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    // Where this fails, the file is as private as the folder that holds it.
    let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o600));
}

#[cfg(not(unix))]
fn restrict(_: &Path) {}
