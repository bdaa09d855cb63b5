//! The inputs of a build as a make rule; ninja, make and Bazel read such a depfile to know when to rebuild.

use crate::write::replace_file;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the rule for a target, unless the file already contains it.
pub(super) fn write_depfile(file: &Path, target: &Path, read: &[PathBuf]) -> io::Result<()> {
    replace_file(file, &write_rule(target, read)).map(|_| ())
}

fn write_rule(target: &Path, read: &[PathBuf]) -> String {
    // a missing file has no rule to make it, so make would stop with an error
    let there: BTreeSet<&PathBuf> = read.iter().filter(|path| path.exists()).collect();
    let mut rule = format!("{}:", escape_name(target));
    for path in there {
        rule.push_str(" \\\n  ");
        rule.push_str(&escape_name(path));
    }
    rule.push('\n');
    rule
}

/// Escapes a name so that both make and ninja can read it.
fn escape_name(path: &Path) -> String {
    let mut name = String::new();
    for character in path.to_string_lossy().chars() {
        match character {
            ' ' | '#' => name.extend(['\\', character]),
            '$' => name.push_str("$$"),
            character => name.push(character),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_as_make_reads_them() {
        let name = |text: &str| escape_name(Path::new(text));
        assert_eq!(name("a b/c#d/$e.yaml"), r"a\ b/c\#d/$$e.yaml");
        assert_eq!(
            write_rule(Path::new("out/tools.rs"), &[]),
            "out/tools.rs:\n"
        );
    }
}
