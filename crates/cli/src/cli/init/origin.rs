//! Where the crates of toolc come from: a clone of its repository, or a commit of it.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The version in the public registry under which toolc is published; `None` as long as it is not. Only the release
/// procedure sets it: anybody may have taken the name there, so finding it proves nothing.
pub(super) const PUBLISHED: Option<&str> = None;

/// What to give if nothing says where toolc comes from.
pub(super) const ADVICE: &str = "say where it comes from: `--toolc PATH`, a clone of its repository, or `--toolc URL#COMMIT`, \
     a repository that cargo can fetch and the whole hash of a commit";

/// Where the crates come from.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A clone, relative to the folder of the crate unless it was given as absolute.
    Clone(String),
    /// A commit of a repository.
    Commit { url: String, commit: String },
    /// The public registry, which has this version.
    Registry(&'static str),
}

impl Origin {
    /// What `--toolc` names, for a crate in a folder. Without it, the public registry, if toolc is published.
    pub fn find(given: Option<&str>, folder: &Path) -> Result<Option<Self>, String> {
        match given {
            None => Ok(PUBLISHED.map(Origin::Registry)),
            Some(url) if is_url(url) => find_commit(url).map(Some),
            Some(path) => find_clone(Path::new(path), folder).map(Some),
        }
    }

    /// The keys of a dependency on the crate in a folder of the repository, as `Cargo.toml` has them.
    pub fn keys(&self, folder: &str) -> String {
        match self {
            Origin::Clone(path) => format!("path = \"{}\"", below(path, folder)),
            Origin::Commit { url, commit } => format!("git = \"{url}\", rev = \"{commit}\""),
            Origin::Registry(version) => format!("version = \"{version}\""),
        }
    }

    /// The command that installs toolc in a checkout of the crate; `None` if the clone is outside of it.
    pub fn install(&self) -> Option<String> {
        let from = match self {
            Origin::Clone(path) if is_within(path) => format!("--path {path}"),
            Origin::Clone(_) => return None,
            Origin::Commit { url, commit } => format!("--git {url} --rev {commit} toolc"),
            // a binary, where cargo-binstall is there to fetch it
            Origin::Registry(version) => {
                return Some(format!(
                    "cargo binstall --no-confirm toolc@{version} || cargo install toolc@{version} --locked"
                ));
            }
        };
        Some(format!("cargo install {from} --locked"))
    }

    /// What an installed toolc depends on, as the key of a cache of GitHub.
    pub fn cache_key(&self) -> String {
        match self {
            Origin::Clone(path) => {
                format!(
                    "${{{{ hashFiles('{path}/Cargo.lock', '{path}/src/**', '{path}/runtime/src/**') }}}}"
                )
            }
            Origin::Commit { commit, .. } => commit.clone(),
            Origin::Registry(version) => (*version).to_owned(),
        }
    }
}

/// Whether a relative path needs no quotes in a shell and leads to a folder below the current one.
fn is_within(path: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./".contains(letter);
    let is_below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    path.chars().all(is_plain)
        && !path.starts_with('-')
        && Path::new(path).components().all(is_below)
}

/// Whether a text is an address, and no path.
fn is_url(text: &str) -> bool {
    text.contains("://") || text.starts_with("git@")
}

fn find_commit(given: &str) -> Result<Origin, String> {
    let (url, commit) = given.rsplit_once('#').unwrap_or((given, ""));
    let is_hash =
        [40, 64].contains(&commit.len()) && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hash {
        return Err(format!(
            "`{given}` does not end in `#` and the whole hash of a commit: a branch or a tag may be moved"
        ));
    }
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.:/@~+%".contains(letter);
    if !url.chars().all(is_plain) {
        return Err(format!(
            "`{url}` has characters that no address of a repository needs"
        ));
    }
    // cargo knows no short form of ssh
    let url = match url
        .strip_prefix("git@")
        .and_then(|rest| rest.split_once(':'))
    {
        Some((host, path)) => format!("ssh://git@{host}/{path}"),
        None => url.trim_start_matches("git+").to_owned(),
    };
    Ok(Origin::Commit {
        url,
        commit: commit.to_owned(),
    })
}

fn find_clone(path: &Path, folder: &Path) -> Result<Origin, String> {
    let is_ours = |manifest: &str, name: &str| {
        let text = fs::read_to_string(path.join(manifest)).unwrap_or_default();
        let line = format!("name = \"{name}\"");
        text.lines().any(|known| known.trim() == line)
    };
    if !is_ours("Cargo.toml", "toolc") || !is_ours("runtime/Cargo.toml", "toolc-runtime") {
        return Err(format!(
            "no clone of toolc was found at `{}`",
            path.display()
        ));
    }
    let shown = if path.is_absolute() {
        path.to_path_buf()
    } else {
        relative(path, folder).unwrap_or_else(|| path.to_path_buf())
    };
    let shown = shown.to_string_lossy().replace('\\', "/");
    if shown.contains(|letter: char| letter == '"' || letter.is_control()) {
        return Err(format!(
            "`{shown}` has characters that `Cargo.toml` does not allow"
        ));
    }
    Ok(Origin::Clone(shown))
}

/// The path to a folder of a clone.
fn below(clone: &str, folder: &str) -> String {
    match folder {
        "" => clone.to_owned(),
        folder => format!("{}/{folder}", clone.trim_end_matches('/')),
    }
}

/// The relative path from a folder to a path.
fn relative(path: &Path, folder: &Path) -> Option<PathBuf> {
    let (path, folder) = (fs::canonicalize(path).ok()?, fs::canonicalize(folder).ok()?);
    let (mut to, mut from) = (path.components().peekable(), folder.components().peekable());
    while to.peek().is_some() && to.peek() == from.peek() {
        to.next();
        from.next();
    }
    if matches!(to.peek(), Some(Component::Prefix(_))) {
        return None;
    }
    let way: PathBuf = from.map(|_| Component::ParentDir).chain(to).collect();
    Some(if way.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        way
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    fn find(given: &str) -> Result<Option<Origin>, String> {
        Origin::find(Some(given), Path::new("."))
    }

    #[test]
    fn an_address_needs_the_hash_of_a_commit() {
        for (given, expected) in [
            (
                "https://forge.example/a/toolc",
                "https://forge.example/a/toolc",
            ),
            (
                "git+https://forge.example/a/toolc.git",
                "https://forge.example/a/toolc.git",
            ),
            (
                "git@forge.example:a/toolc.git",
                "ssh://git@forge.example/a/toolc.git",
            ),
            ("file:///srv/toolc", "file:///srv/toolc"),
        ] {
            let found = find(&format!("{given}#{COMMIT}"))
                .expect(given)
                .expect(given);
            let keys = format!("git = \"{expected}\", rev = \"{COMMIT}\"");
            assert_eq!(found.keys("runtime"), keys);
            let install = format!("cargo install --git {expected} --rev {COMMIT} toolc --locked");
            assert_eq!(found.install(), Some(install));
        }
        for given in [
            "https://forge.example/a/toolc",
            "https://forge.example/a/toolc#main",
            "https://forge.example/a/toolc#0123456",
            "https://forge.example/a\"#0123456789abcdef0123456789abcdef01234567",
            "https://forge.example/$(id)#0123456789abcdef0123456789abcdef01234567",
        ] {
            assert!(find(given).is_err(), "{given}");
        }
    }

    #[test]
    fn a_clone_is_installed_where_a_checkout_has_it() {
        let install = |path: &str| Origin::Clone(path.to_owned()).install();
        assert_eq!(
            install("vendor/toolc").as_deref(),
            Some("cargo install --path vendor/toolc --locked")
        );
        for outside in ["../toolc", "/srv/toolc", "a/../../toolc", "a b", "a;id"] {
            assert_eq!(install(outside), None, "{outside}");
        }
    }

    #[test]
    fn a_released_binary_is_fetched_where_there_is_one() {
        let install = Origin::Registry("1.2.3").install();
        let expected =
            "cargo binstall --no-confirm toolc@1.2.3 || cargo install toolc@1.2.3 --locked";
        assert_eq!(install.as_deref(), Some(expected));
    }

    #[test]
    fn nothing_names_the_registry_before_a_release() {
        assert_eq!(
            Origin::find(None, Path::new(".")),
            Ok(PUBLISHED.map(Origin::Registry))
        );
    }
}
