//! The folders that models see below one root, each opened as a handle.

use super::error::{PathError, PathErrorKind};
use crate::path::{Access, normalise_path};
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folders that tools may use. The first is `/`; others are mounted below it. Clones refer to the same
/// folders.
///
/// ```
/// # use toolc_runtime::fs::{Access, Workspace};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = std::env::temp_dir();
/// let workspace = Workspace::open(&folder)?.read_only();
/// let refused = workspace.restrict("/", Access::Write).expect_err("nothing becomes writable");
/// assert_eq!(refused.to_string(), "Cannot upgrade read-only sandbox to read-write");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Workspace {
    /// The root and everything mounted below it, the deepest first.
    mounts: Arc<[Mount]>,
}

#[derive(Clone)]
struct Mount {
    /// The path segments of the mount point, starting at the root.
    target: Vec<String>,
    folder: Arc<Dir>,
    access: Access,
    /// The folder's path when it was opened.
    host: PathBuf,
}

/// The resolution of a path: a handle, and a path beneath it.
pub(super) struct Found {
    pub(super) folder: Arc<Dir>,
    /// The path segments beneath the handle; empty for the folder itself.
    pub(super) names: Vec<String>,
    pub(super) access: Access,
    /// The complete path, as messages show it.
    pub(super) shown: String,
}

impl Found {
    /// The path beneath the handle.
    pub(super) fn rest(&self) -> PathBuf {
        if self.names.is_empty() {
            PathBuf::from(".")
        } else {
            self.names.iter().collect()
        }
    }

    /// Fails if nothing may be changed there.
    pub(super) fn check_writable(&self) -> Result<(), PathError> {
        match self.access {
            Access::Write => Ok(()),
            Access::Read => Err(PathError::read_only(&self.shown)),
        }
    }
}

impl Workspace {
    /// Opens a folder as `/`. Later changes to its path have no effect.
    ///
    /// # Errors
    /// Fails if the folder cannot be opened.
    pub fn open(folder: impl AsRef<Path>) -> io::Result<Self> {
        let root = Mount::open(Vec::new(), folder.as_ref(), Access::Write)?;
        Ok(Workspace {
            mounts: Arc::new([root]),
        })
    }

    /// Mounts a folder below `/`, at the path `target`.
    ///
    /// # Errors
    /// Fails if the folder cannot be opened, if `target` is not a path below `/` or already has a mount, or
    /// if a read-only folder would be writable through another mount.
    pub fn mount(self, target: &str, folder: impl AsRef<Path>, access: Access) -> io::Result<Self> {
        let names = normalise_path(target).map_err(|why| refuse(target, why.rule()))?;
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        if names.is_empty() || self.mounts.iter().any(|mount| mount.target == names) {
            return Err(refuse(target, "is taken"));
        }
        let mount = Mount::open(names, folder.as_ref(), access)?;
        if self
            .mounts
            .iter()
            .any(|other| mount.opens(other) || other.opens(&mount))
        {
            let why = "shares a folder with another mount, through which it could be written";
            return Err(refuse(target, why));
        }
        let mut mounts = self.mounts.to_vec();
        mounts.push(mount);
        mounts.sort_by_key(|mount| std::cmp::Reverse(mount.target.len()));
        Ok(Workspace {
            mounts: mounts.into(),
        })
    }

    /// The same folders, all read-only.
    #[must_use]
    pub fn read_only(self) -> Self {
        let read = |mount: &Mount| Mount {
            access: Access::Read,
            ..mount.clone()
        };
        Workspace {
            mounts: self.mounts.iter().map(read).collect(),
        }
    }

    /// A restricted view of the workspace: `folder` becomes `/`, including everything mounted below it.
    /// Read-only folders stay read-only.
    ///
    /// # Errors
    /// Fails if there is no such folder, or if it is read-only and write access is requested.
    pub fn restrict(&self, folder: &str, access: Access) -> Result<Self, PathError> {
        let found = self.find(folder)?;
        if access > found.access {
            let message = "Cannot upgrade read-only sandbox to read-write";
            return Err(PathError::new(PathErrorKind::PermissionEscalation, message));
        }
        let handle = found.folder.open_dir(found.rest());
        let root = Mount {
            target: Vec::new(),
            folder: Arc::new(handle.map_err(|error| PathError::of(&found.shown, error))?),
            access,
            host: PathBuf::new(),
        };
        let names = names_of(folder)?;
        let below = self.mounts.iter().filter_map(|mount| {
            let target = mount.target.strip_prefix(names.as_slice())?;
            (!target.is_empty()).then(|| Mount {
                target: target.to_vec(),
                access: mount.access.min(access),
                ..mount.clone()
            })
        });
        Ok(Workspace {
            mounts: below.chain([root]).collect(),
        })
    }

    /// Whether a path may be written. It need not exist.
    pub fn is_writable(&self, path: &str) -> bool {
        self.find(path)
            .is_ok_and(|found| found.access == Access::Write)
    }

    /// Resolves a path to the deepest mount that contains it.
    pub(super) fn find(&self, path: &str) -> Result<Found, PathError> {
        let names = names_of(path)?;
        let shown = format!("/{}", names.join("/"));
        if cfg!(windows) && names.iter().any(|name| is_reserved(name)) {
            return Err(PathError::wrong_kind(&shown, "the name of a file"));
        }
        let mut mounts = self.mounts.iter();
        let (mount, rest) = mounts
            .find_map(|mount| Some((mount, names.strip_prefix(mount.target.as_slice())?)))
            .ok_or_else(|| PathError::not_found(&shown))?;
        Ok(Found {
            folder: Arc::clone(&mount.folder),
            names: rest.to_vec(),
            access: mount.access,
            shown,
        })
    }

    /// The names of mounts below a path, even if no folder has these names.
    pub(super) fn mounted_in(&self, path: &str) -> Result<Vec<String>, PathError> {
        let names = names_of(path)?;
        let below = |mount: &Mount| {
            let rest = mount.target.strip_prefix(names.as_slice())?;
            rest.first().cloned()
        };
        let mut mounted: Vec<String> = self.mounts.iter().filter_map(below).collect();
        mounted.sort();
        mounted.dedup();
        Ok(mounted)
    }
}

impl Mount {
    fn open(target: Vec<String>, folder: &Path, access: Access) -> io::Result<Self> {
        let host = std::fs::canonicalize(folder)?;
        let folder = Dir::open_ambient_dir(&host, ambient_authority())?;
        Ok(Mount {
            target,
            folder: Arc::new(folder),
            access,
            host,
        })
    }

    /// Whether a folder that the other mount makes read-only could be written through this one.
    fn opens(&self, other: &Mount) -> bool {
        self.access > other.access && other.host.starts_with(&self.host)
    }
}

fn names_of(path: &str) -> Result<Vec<String>, PathError> {
    match normalise_path(path) {
        Ok(names) => Ok(names.into_iter().map(str::to_owned).collect()),
        Err(why) => Err(PathError::invalid(path, why)),
    }
}

/// Names that Windows treats as a device or a stream.
fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end();
    let is_port = |port: &str| {
        let stem = stem.to_ascii_uppercase();
        let number = stem.strip_prefix(port).map(|number| number.chars().count());
        number == Some(1)
    };
    let devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    let is_device = devices.iter().any(|known| stem.eq_ignore_ascii_case(known));
    name.contains(':') || is_device || is_port("COM") || is_port("LPT")
}

fn refuse(target: &str, why: &str) -> io::Error {
    let message = format!("the mount `{target}` {why}");
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mounts = self.mounts.iter();
        let shown = mounts.map(|mount| (format!("/{}", mount.target.join("/")), mount.access));
        f.debug_map().entries(shown).finish()
    }
}
