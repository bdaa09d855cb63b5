//! The inputs of a build as a make rule; ninja, make and Bazel read such a depfile to know when to rebuild.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use toolc_compile::write::replace_file;

/// Writes the rule for a target, unless the file already contains it. Returns why that is not possible.
pub(super) fn write_depfile(file: &Path, target: &Path, read: &[PathBuf]) -> Result<(), String> {
    let rule = write_rule(target, read)?;
    replace_file(file, &rule)
        .map(|_| ())
        .map_err(|error| error.to_string())
}

fn write_rule(target: &Path, read: &[PathBuf]) -> Result<String, String> {
    // a missing file has no rule to make it, so make would stop with an error
    let there: BTreeSet<&PathBuf> = read.iter().filter(|path| path.exists()).collect();
    let mut rule = format!("{}:", escape_name(target)?);
    for path in there {
        rule.push_str(" \\\n  ");
        rule.push_str(&escape_name(path)?);
    }
    rule.push('\n');
    Ok(rule)
}

/// Whether make takes a character in a name for a part of the rule: the end of a line, a recipe (`;`), a variable, which
/// may run a command (`!=`), or another target. No way to escape these is known to both make and ninja.
fn ends_name(character: char) -> bool {
    let separates = match cfg!(windows) {
        // a drive, and what separates folders
        true => ";=",
        false => ";=:\\",
    };
    character.is_control() || separates.contains(character)
}

/// Escapes a name so that both make and ninja can read it.
fn escape_name(path: &Path) -> Result<String, String> {
    let mut name = String::new();
    let text = path.to_string_lossy();
    for character in text.chars() {
        match character {
            character if ends_name(character) => {
                return Err(format!(
                    "make would not read `{}` as one name, because of `{}`",
                    text.escape_debug(),
                    character.escape_debug()
                ));
            }
            ' ' | '#' => name.extend(['\\', character]),
            '$' => name.push_str("$$"),
            character => name.push(character),
        }
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_as_make_reads_them() {
        let name = |text: &str| escape_name(Path::new(text));
        assert_eq!(
            name("a b/c#d/$e.yaml").as_deref(),
            Ok(r"a\ b/c\#d/$$e.yaml")
        );
        let rule = write_rule(Path::new("out/tools.rs"), &[]);
        assert_eq!(rule.as_deref(), Ok("out/tools.rs:\n"));
        for odd in ["a\nb", "a\rb", "a\tb", "a;b", "a!=b", "a=b"] {
            assert!(name(odd).is_err(), "{odd}");
        }
    }
}
