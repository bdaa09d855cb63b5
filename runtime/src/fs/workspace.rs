//! Folders under one root that models know, each a handle.

use super::error::{PathError, PathErrorKind};
use crate::path::{Access, normalise_path};
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folders that tools may use. The first is `/`; others are mounted below. A clone is the same
/// workspace.
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
    /// The root and what is mounted below it, the deepest first.
    mounts: Arc<[Mount]>,
}

#[derive(Clone)]
struct Mount {
    /// The names of its place, from the root down.
    target: Vec<String>,
    folder: Arc<Dir>,
    access: Access,
    /// Where the folder was when it was opened.
    host: PathBuf,
}

/// What a path names, by a handle and a path beneath it.
pub(super) struct Found {
    pub(super) folder: Arc<Dir>,
    /// The names beneath the handle; none for the folder itself.
    pub(super) names: Vec<String>,
    pub(super) access: Access,
    /// The whole path, as messages show it.
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

    /// Where nothing may be changed, says so.
    pub(super) fn check_writable(&self) -> Result<(), PathError> {
        match self.access {
            Access::Write => Ok(()),
            Access::Read => Err(PathError::read_only(&self.shown)),
        }
    }
}

impl Workspace {
    /// Opens a folder, which becomes `/`. What later becomes of its path does not matter.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub fn open(folder: impl AsRef<Path>) -> io::Result<Self> {
        let root = Mount::open(Vec::new(), folder.as_ref(), Access::Write)?;
        Ok(Workspace {
            mounts: Arc::new([root]),
        })
    }

    /// Mounts a folder below `/`: what the path `target` names is in it.
    ///
    /// # Errors
    /// Where it cannot be opened, where `target` is not a place below `/` or has a mount already, and where
    /// what may only be read could be written through another mount.
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

    /// The same folders, of which nothing may be changed.
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

    /// A part of the workspace, for someone who may do less: `folder` becomes `/`, with what is mounted
    /// below it. What is read-only stays read-only.
    ///
    /// # Errors
    /// Where there is no such folder, and where it may only be read and more is asked for.
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

    /// Whether a path may be written.
    pub fn is_writable(&self, path: &str) -> bool {
        self.find(path)
            .is_ok_and(|found| found.access == Access::Write)
    }

    /// Finds the folder that a path lies in: of several mounts the deepest.
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

    /// The names of what is mounted below a path, though no folder may have them.
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

    /// Whether what another mount only lets be read can be written through this one.
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

/// What Windows takes for a device or a stream.
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
