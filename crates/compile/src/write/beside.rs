//! Files that are written next to their destination and then moved over it, so that nobody ever
//! reads half a file, and a full disk is noticed before the first file has changed.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many names are tried. They are unpredictable, so a second one is needed only by chance.
const TRIES: usize = 16;

/// A text on disk next to the file that it will replace. It is removed if dropped before that.
pub(super) struct Beside {
    from: PathBuf,
    to: PathBuf,
    is_moved: bool,
}

impl Beside {
    /// Writes the text to a new file next to `path`: whatever already exists there, in particular a
    /// link, is left alone.
    pub fn write(path: &Path, text: &str) -> io::Result<Self> {
        let (from, mut file) = create_new(path)?;
        // Constructed before the text is written, so that a partial text is removed too.
        let beside = Beside {
            from,
            to: path.to_path_buf(),
            is_moved: false,
        };
        file.write_all(text.as_bytes())?;
        Ok(beside)
    }

    /// Gives the text the permissions of the file that it replaces.
    #[cfg(feature = "cli")]
    pub fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()> {
        fs::set_permissions(&self.from, permissions)
    }

    /// Moves the text over the destination.
    pub fn move_over(mut self) -> io::Result<()> {
        fs::rename(&self.from, &self.to)?;
        self.is_moved = true;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.is_moved {
            // The first failure is reported; a leftover file does no harm.
            let _ = fs::remove_file(&self.from);
        }
    }
}

fn create_new(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut tries = 0;
    loop {
        let number = random_number();
        let beside = path.with_file_name(format!(".{name}.{number:016x}.tmp"));
        tries += 1;
        match options.open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => {}
            Err(error) => return Err(error),
        }
    }
}

/// A number that nobody can predict: every hasher of the standard library starts from its own keys,
/// seeded by the system.
fn random_number() -> u64 {
    RandomState::new().build_hasher().finish()
}
