//! Which paths a plug-in may name: those that are the same file on every system, within its folder.

use std::collections::BTreeMap;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_compile::write::owned::RECORD;
use toolc_emit::artifact::Artifact;

const MAX_PATH: usize = 240;

/// How many unfit paths are shown.
const SHOWN: usize = 5;

/// Names that are devices on Windows, whatever follows after a dot.
const DEVICES: &[&str] = &[
    "con", "prn", "aux", "nul", "com", "lpt", "conin$", "conout$",
];

/// Names that toolc or a version control system writes itself.
const RESERVED: &[&str] = &[
    RECORD,
    ".toolc",
    ".git",
    ".hg",
    ".svn",
    "toolc.lock",
    "toolc.yaml",
    "toolc.yml",
];

/// The findings on paths that are unfit, or that are one file on some system.
pub(crate) fn find_unfit(name: &str, files: &[Artifact]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut known = BTreeMap::new();
    for file in files {
        if let Some(reason) = find_fault(&file.path) {
            let path = file.path.escape_debug();
            let message = format!("the plug-in `{name}` answers with the path `{path}`, {reason}");
            found.push(Diagnostic::placeless(Code::UNFIT_PLUGIN_PATH, message).help(
                "a plug-in names files below its folder, such as `weather/types.ts`; mend the plug-in",
            ));
        } else if let Some(other) = known.insert(file.path.to_ascii_lowercase(), &file.path) {
            found.push(collision(name, other, &file.path));
        }
    }
    for path in known.values() {
        let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        for folder in folders {
            if let Some(file) = known.get(&folder.to_ascii_lowercase()) {
                found.push(collision(name, file, path));
            }
        }
    }
    let hidden = found.len().saturating_sub(SHOWN);
    found.truncate(SHOWN);
    if let Some(last) = found.last_mut().filter(|_| hidden > 0) {
        last.message = format!("{}; {hidden} more are as unfit", last.message);
    }
    found
}

fn collision(name: &str, first: &str, second: &str) -> Diagnostic {
    let message = match first == second {
        true => format!("the plug-in `{name}` answers with `{first}` twice"),
        false => format!(
            "the plug-in `{name}` answers with `{first}` and `{second}`, which cannot both be files everywhere"
        ),
    };
    Diagnostic::placeless(Code::COLLIDING_OUTPUTS, message)
        .help("names that differ in case alone are one file on many systems; mend the plug-in")
}

/// Why a path is unfit, if it is.
fn find_fault(path: &str) -> Option<&'static str> {
    if path.len() > MAX_PATH {
        return Some("which is longer than 240 characters");
    }
    if path.starts_with('/') || path.contains(['\\', ':']) {
        return Some("which is not a relative path with `/` between its parts");
    }
    path.split('/').find_map(find_part_fault)
}

fn find_part_fault(part: &str) -> Option<&'static str> {
    if matches!(part, "" | ".") {
        return Some("which has an empty part");
    }
    if part == ".." {
        return Some("which leads out of the folder");
    }
    let is_fit = |letter: char| {
        (' '..='~').contains(&letter) && !matches!(letter, '<' | '>' | '"' | '|' | '?' | '*')
    };
    if !part.chars().all(is_fit) {
        return Some("which has characters that not every file system takes as they are");
    }
    if part.ends_with(['.', ' ']) || part.starts_with(' ') {
        return Some("which begins with a space, or ends with one or with a dot");
    }
    let part = part.to_ascii_lowercase();
    let stem = part.split('.').next().unwrap_or_default().trim_end();
    let number = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let is_device = match number {
        "com" | "lpt" => stem.len() == number.len() + 1,
        _ => DEVICES.contains(&stem) && !matches!(stem, "com" | "lpt"),
    };
    if is_device {
        return Some("which is a device on Windows");
    }
    RESERVED
        .contains(&part.as_str())
        .then_some("which toolc or a version control system writes itself")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_file_on_every_system() {
        for fit in [
            "a.ts",
            "a/b c/d-e_f.d.ts",
            ".npmrc",
            "com.ts",
            "com10.ts",
            "@scope/x",
        ] {
            assert_eq!(find_fault(fit), None, "{fit}");
        }
        let unfit = [
            "",
            "/a",
            "a//b",
            "a/",
            "./a",
            "a/../b",
            "..",
            "a\\b",
            "c:a",
            "a\0",
            "a\nb",
            "ä",
            "a*",
            "a.",
            "a ",
            " a",
            "NUL",
            "nul.txt",
            "com1.rs",
            "LPT9",
            "aux .x",
            ".git/config",
            ".TOOLC/x",
            "toolc.lock",
            ".toolc-plugin.json",
            "x/Toolc.yaml",
        ];
        for unfit in unfit {
            assert!(find_fault(unfit).is_some(), "{unfit:?}");
        }
        assert!(find_fault(&"a".repeat(300)).is_some());
    }

    #[test]
    fn paths_that_are_one_file_somewhere_collide() {
        let count = |paths: &[&str]| {
            let files = paths.iter().map(|path| Artifact {
                path: (*path).to_owned(),
                text: String::new(),
            });
            find_unfit("p", &files.collect::<Vec<_>>()).len()
        };
        assert_eq!(count(&["a.ts", "b.ts", "c/a.ts", "a/c.ts"]), 0);
        assert_eq!(count(&["a.ts", "a.ts"]), 1);
        assert_eq!(count(&["a.ts", "A.ts"]), 1);
        assert_eq!(count(&["a", "A/b"]), 1);
        assert_eq!(count(&["a/b/c", "a/b"]), 1);
    }
}
