//! What a build read, as a rule of make: ninja, make and Bazel read such files to know when to build again.

use crate::write::replace_file;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the rule of a target, unless the file holds it already.
pub(super) fn write_depfile(file: &Path, target: &Path, read: &[PathBuf]) -> io::Result<()> {
    replace_file(file, &write_rule(target, read)).map(|_| ())
}

fn write_rule(target: &Path, read: &[PathBuf]) -> String {
    // what is not there has no rule to make it, and make would end for it
    let there: BTreeSet<&PathBuf> = read.iter().filter(|path| path.exists()).collect();
    let mut rule = format!("{}:", escape_name(target));
    for path in there {
        rule.push_str(" \\\n  ");
        rule.push_str(&escape_name(path));
    }
    rule.push('\n');
    rule
}

/// A name in the form that both make and ninja read.
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
