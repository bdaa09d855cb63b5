//! Which version comes next, by the changelog.

/// A version that is released or is to be: `0.3.0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u64,
    minor: u64,
    patch: u64,
}

/// Headings of changes after which what compiled may not.
const BREAKING: &[&str] = &["### Changed", "### Removed"];

/// What is wrong with the version of the packages, if anything is: it must come after the last release, and before 1.0 it must be a
/// new minor version if something changed or was removed (VERSIONING.md).
pub(super) fn check_version(changelog: &str, version: &str) -> Option<String> {
    let Some(ours) = read_version(version) else {
        return Some(format!("`{version}` is not a version of three numbers"));
    };
    let mut sections = changelog.split("\n## [").skip(1);
    let mut changes = sections.next().unwrap_or_default();
    let mut released = sections.clone().find_map(read_heading);
    if released == Some(ours) && !has_changes(changes) {
        // its changes are under its own heading
        changes = sections.next().unwrap_or_default();
        released = sections.find_map(read_heading);
    }
    let released = released?;
    let is_breaking = BREAKING.iter().any(|heading| changes.contains(heading));
    let next = match (is_breaking, released.major) {
        (true, 0) => Version {
            minor: released.minor + 1,
            patch: 0,
            ..released
        },
        (true, _) => Version {
            major: released.major + 1,
            minor: 0,
            patch: 0,
        },
        (false, _) => Version {
            patch: released.patch + 1,
            ..released
        },
    };
    if ours >= next {
        return None;
    }
    let why = match is_breaking {
        true => "CHANGELOG.md has something that changed or was removed",
        false => "that is the last release",
    };
    let Version {
        major,
        minor,
        patch,
    } = next;
    Some(format!(
        "the version is {version}, and the next one is {major}.{minor}.{patch}: {why}"
    ))
}

fn has_changes(section: &str) -> bool {
    section.lines().any(|line| line.starts_with("- "))
}

fn read_heading(section: &str) -> Option<Version> {
    read_version(section.split(']').next()?)
}

fn read_version(text: &str) -> Option<Version> {
    let numbers: Vec<&str> = text.split('.').collect();
    let [major, minor, patch] = numbers.as_slice() else {
        return None;
    };
    Some(Version {
        major: major.parse().ok()?,
        minor: minor.parse().ok()?,
        patch: patch.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::check_version;

    const FIXED: &str = "# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A fault.\n\n## [0.2.0] - 2026\n\n- All.\n";
    const CHANGED: &str = "# Changelog\n\n## [Unreleased]\n\n### Changed\n\n- A name.\n\n## [0.2.0] - 2026\n\n- All.\n";
    const PREPARED: &str = "# Changelog\n\n## [Unreleased]\n\n## [0.3.0] - 2027\n\n### Changed\n\n- A name.\n\n## [0.2.0] - 2026\n\n- All.\n";

    #[test]
    fn a_version_is_released_once() {
        let fault = check_version(FIXED, "0.2.0").expect("a fault");
        assert!(fault.contains("the next one is 0.2.1"), "{fault}");
        assert_eq!(check_version(FIXED, "0.2.1"), None);
        assert_eq!(check_version(FIXED, "0.3.0"), None);
    }

    #[test]
    fn what_changed_is_a_new_minor_version_before_one() {
        let fault = check_version(CHANGED, "0.2.1").expect("a fault");
        assert!(fault.contains("the next one is 0.3.0"), "{fault}");
        assert_eq!(check_version(CHANGED, "0.3.0"), None);
        let stable = CHANGED.replace("0.2.0", "1.2.0");
        let fault = check_version(&stable, "1.3.0").expect("a fault");
        assert!(fault.contains("the next one is 2.0.0"), "{fault}");
    }

    #[test]
    fn changes_under_a_heading_of_their_own_count_as_well() {
        assert_eq!(check_version(PREPARED, "0.3.0"), None);
        let small = PREPARED.replace("0.3.0", "0.2.1");
        let fault = check_version(&small, "0.2.1").expect("a fault");
        assert!(fault.contains("the next one is 0.3.0"), "{fault}");
    }
}
