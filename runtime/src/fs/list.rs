//! The contents of a folder, and the kind of each name in it.

use super::error::PathError;
use super::workspace::Workspace;
use crate::path::normalise_path;
use cap_std::fs::{FileType, Metadata};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// What a name refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    Other,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::File => "file",
            Kind::Folder => "folder",
            Kind::Link => "link",
            Kind::Other => "other",
        }
    }

    fn of(found: FileType) -> Self {
        match found {
            _ if found.is_file() => Kind::File,
            _ if found.is_dir() => Kind::Folder,
            _ if found.is_symlink() => Kind::Link,
            _ => Kind::Other,
        }
    }
}

/// What is known about a name.
pub(super) struct Info {
    pub(super) kind: Kind,
    /// The size of a file in bytes.
    pub(super) size: Option<u64>,
    pub(super) modified: Option<String>,
}

impl Info {
    const FOLDER: Info = Info {
        kind: Kind::Folder,
        size: None,
        modified: None,
    };

    fn of(metadata: &Metadata) -> Self {
        let kind = Kind::of(metadata.file_type());
        let modified = metadata.modified().ok();
        Info {
            kind,
            size: (kind == Kind::File).then(|| metadata.len()),
            modified: modified.and_then(|time| date_time(time.into_std())),
        }
    }
}

/// The first names in a folder, in sorted order, and the total number of names.
pub(super) struct Listing {
    pub(super) entries: Vec<(String, Info)>,
    pub(super) total: u64,
}

impl Workspace {
    /// Lists a folder: its first names in sorted order.
    pub(super) fn list(&self, path: &str, limit: usize) -> Result<Listing, PathError> {
        let found = self.find(path)?;
        let of = |error| PathError::of(&found.shown, error);
        let mounted = self.mounted_in(path)?;
        let mut total = mounted.len() as u64;
        let mut names: BTreeMap<String, Info> = BTreeMap::new();
        let folder = match found.folder.open_dir(found.rest()) {
            Err(error) if mounted.is_empty() => return Err(of(error)),
            // A mount may be at a path where there is no folder.
            folder => folder.ok(),
        };
        let entries = folder.as_ref().map(|folder| folder.entries());
        for entry in entries.transpose().map_err(of)?.into_iter().flatten() {
            let entry = entry.map_err(of)?;
            let name = entry.file_name();
            let name = name
                .to_str()
                .filter(|name| normalise_path(name) == Ok(vec![name]));
            if name.is_some_and(|name| mounted.iter().any(|mounted| mounted == name)) {
                continue;
            }
            total += 1;
            // Names that no path can express are only counted.
            if let Some(name) = name {
                names.insert(name.to_owned(), Info::FOLDER);
            }
            if names.len() > limit {
                names.pop_last();
            }
        }
        if let Some(folder) = &folder {
            for (name, info) in &mut names {
                // An entry that has disappeared since then is still listed.
                let metadata = folder.symlink_metadata(name);
                *info = metadata.map_or(
                    Info {
                        kind: Kind::Other,
                        ..Info::FOLDER
                    },
                    |found| Info::of(&found),
                );
            }
        }
        names.extend(mounted.into_iter().map(|name| (name, Info::FOLDER)));
        let entries = names.into_iter().take(limit).collect();
        Ok(Listing { entries, total })
    }

    /// What a path refers to; a link is not followed.
    pub(super) fn info(&self, path: &str) -> Result<Info, PathError> {
        let found = self.find(path)?;
        match found.folder.symlink_metadata(found.rest()) {
            Ok(metadata) => Ok(Info::of(&metadata)),
            Err(_) if !self.mounted_in(path)?.is_empty() => Ok(Info::FOLDER),
            Err(error) => Err(PathError::of(&found.shown, error)),
        }
    }
}

/// `2026-01-31T09:30:00Z`
fn date_time(time: SystemTime) -> Option<String> {
    let seconds = time.duration_since(UNIX_EPOCH).ok()?.as_secs();
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    // Counting years from March puts the leap day at the end of the year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    Some(format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times_are_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_769_851_800, "2026-01-31T09:30:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(date_time(time).as_deref(), Some(expected));
        }
    }
}
