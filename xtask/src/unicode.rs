//! Writes the code points of Unicode properties, as regex-syntax has them, into a text that patterns are compiled with.

use crate::{cargo::cargo_command, root};
use regex_syntax::hir::{Class, HirKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const TABLE: &str = "crates/schema/src/pattern/unicode.txt";

/// The properties whose values have tables: their names are before a `=`. Without one, a name is that of a binary
/// property, of a category or of a script.
const KEYS: &[&str] = &["", "gc=", "sc=", "scx="];

type Ranges = Vec<(u32, u32)>;

pub fn write() -> Result<(), String> {
    fs::write(root().join(TABLE), table()?).map_err(|error| format!("{TABLE}: {error}"))
}

/// A line for each set: its names, a colon, and its ranges. A range is the distance of its first code point from the
/// end of the range before, and if there are more, `+` and their number, all in hexadecimal.
fn table() -> Result<String, String> {
    let source = source()?;
    let mut sets: BTreeMap<Ranges, Vec<String>> = BTreeMap::new();
    let names = names(&source)?;
    for key in KEYS {
        for name in &names {
            // What is before the rest of a name that begins so is ignored.
            let ignored = if name.starts_with("is") { "is" } else { "" };
            if let Some(ranges) = ranges(&format!("{key}{ignored}{name}")) {
                sets.entry(ranges).or_default().push(format!("{key}{name}"));
            }
        }
    }
    let mut lines: Vec<String> = sets
        .iter()
        .map(|(ranges, names)| line(names, ranges))
        .collect();
    lines.sort();
    let preface = format!(
        "# Written by `cargo xtask unicode` from regex-syntax, which has it from {}\n\
         # (https://www.unicode.org/license.txt, Unicode-3.0). Names of sets, a colon, and for each range the distance of its\n\
         # start from the end of the one before and, after a plus sign, its further code points, in hexadecimal.\n",
        version(&source)?
    );
    Ok(preface + &lines.concat())
}

fn line(names: &[String], ranges: &Ranges) -> String {
    let mut line = names.join(" ");
    let mut separator = ":";
    let mut end = 0;
    for (low, high) in ranges {
        let _ = write!(line, "{separator}{:x}", low - end);
        if high > low {
            let _ = write!(line, "+{:x}", high - low);
        }
        separator = " ";
        end = *high;
    }
    line + "\n"
}

fn ranges(name: &str) -> Option<Ranges> {
    let parsed = regex_syntax::parse(&format!("\\p{{{name}}}")).ok()?;
    let ranges: Ranges = match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = class.iter();
            ranges
                .map(|range| (range.start().into(), range.end().into()))
                .collect()
        }
        HirKind::Literal(literal) => {
            let only = u32::from(std::str::from_utf8(&literal.0).ok()?.chars().next()?);
            vec![(only, only)]
        }
        _ => return None,
    };
    (!ranges.is_empty()).then_some(ranges)
}

/// Everything that is a name or an alias in the tables of regex-syntax, in lower case and without `_`.
fn names(source: &Path) -> Result<BTreeSet<String>, String> {
    let mut names: BTreeSet<String> = ["any", "assigned", "ascii"].map(str::to_owned).into();
    for file in ["property_names.rs", "property_values.rs"] {
        let text = read(&source.join(file))?;
        let quoted = text.split('"').skip(1).step_by(2);
        names.extend(quoted.map(|name| name.to_ascii_lowercase().replace('_', "")));
    }
    Ok(names)
}

fn version(source: &Path) -> Result<String, String> {
    let text = read(&source.join("property_values.rs"))?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("// Unicode version: "));
    let line = line.ok_or("property_values.rs names no version of Unicode")?;
    Ok(format!("Unicode {}", line.trim_end_matches('.')))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The folder with the tables of the regex-syntax that this program is built with.
fn source() -> Result<PathBuf, String> {
    let mut command = cargo_command();
    command.current_dir(root());
    command.args(["metadata", "--format-version", "1", "--locked", "--offline"]);
    let output = command
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let found = packages
        .iter()
        .find(|package| package["name"] == "regex-syntax");
    let manifest = found.and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(manifest.ok_or("cargo metadata: no regex-syntax")?);
    Ok(manifest.with_file_name("src").join("unicode_tables"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_up_to_date() {
        let found = fs::read_to_string(root().join(TABLE)).unwrap_or_default();
        let expected = table().expect("the tables of regex-syntax");
        assert!(found == expected, "run `cargo xtask unicode`");
    }
}
