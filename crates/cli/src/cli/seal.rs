//! A seal on files that toolc keeps in a folder that others can write to. It shows that this user's toolc wrote them.

use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use toolc_base::sha256::sha256_hex;
use toolc_compile::write::keep_file;

const FOLDER: &str = "toolc";
const FILE: &str = "key";

/// A secret of the user, stored in the cache folder.
pub(super) struct Key(String);

impl Key {
    /// The user's key, created on first use; `None` if there is no place for it.
    pub fn of_user() -> Option<Self> {
        let folder = cache_folder()?.join(FOLDER);
        if let Some(key) = read_key(&folder) {
            return Some(key);
        }
        fs::create_dir_all(&folder).ok()?;
        keep_file(&folder, FILE, &make_key()).ok()?;
        restrict(&folder.join(FILE));
        // If two processes create one at the same time, the one on disk counts.
        read_key(&folder)
    }

    /// The seal of a text.
    pub fn seal(&self, text: &str) -> String {
        // The inner digest has a fixed length, which rules out length extension attacks.
        sha256_hex(format!("{} {}", self.0, sha256_hex(text)))
    }
}

fn read_key(folder: &Path) -> Option<Key> {
    let key = fs::read_to_string(folder.join(FILE)).ok()?;
    let is_key = key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_key.then_some(Key(key))
}

/// 256 bits from the random keys that the system gave to this process's hashers.
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

/// Makes the key file readable for its user only.
#[cfg(unix)]
fn restrict(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    // If this fails, the file is as private as the folder that contains it.
    let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o600));
}

#[cfg(not(unix))]
fn restrict(_: &Path) {}
