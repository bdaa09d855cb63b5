//! Dependencies in a `Cargo.toml`. Its text is edited line by line: everything else stays as it is.

use super::origin::Origin;

const TOKIO: &str = r#"{ version = "1", features = ["macros", "rt-multi-thread"] }"#;

/// A dependency as written on its line.
pub(super) struct Dependency {
    /// `dependencies` or `build-dependencies`.
    pub table: &'static str,
    pub name: &'static str,
    /// `{ version = "0.1" }`
    pub value: String,
    /// A value that an earlier toolc wrote, and that is replaced: it names the public registry.
    pub replaces: String,
}

impl Dependency {
    /// The crates of toolc, the runtime first.
    pub fn list_own(
        origin: &Origin,
        features: &[&str],
        compiler_features: &[&str],
    ) -> [Dependency; 2] {
        let mut features = features.to_vec();
        // a loop with a model is the next step, and a method that a feature lacks is not told with its name
        features.extend(["providers", "terminal", "tokio"]);
        let runtime = |keys| format!("{{ {keys}, features = [{}] }}", quote_all(&features));
        let compiler = |keys| match compiler_features {
            [] => format!("{{ {keys}, default-features = false }}"),
            features => format!(
                "{{ {keys}, default-features = false, features = [{}] }}",
                quote_all(features)
            ),
        };
        let registry = || "version = \"0.1\"".to_owned();
        [
            Dependency {
                table: "dependencies",
                name: "toolc-runtime",
                value: runtime(origin.keys("runtime")),
                replaces: runtime(registry()),
            },
            Dependency {
                table: "build-dependencies",
                name: "toolc",
                value: compiler(origin.keys("")),
                replaces: compiler(registry()),
            },
        ]
    }

    /// What the example needs besides.
    pub fn tokio() -> Dependency {
        Dependency {
            table: "dependencies",
            name: "tokio",
            value: TOKIO.to_owned(),
            replaces: TOKIO.to_owned(),
        }
    }

    /// The line.
    pub fn line(&self) -> String {
        format!("{} = {}", self.name, self.value)
    }
}

fn quote_all(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    quoted.join(", ")
}

/// The outcome of adding a dependency.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// The changed text.
    Changed(String),
    /// It is there already.
    Kept,
    /// The text declares it in a form that only its author can change.
    ByHand,
}

/// Adds a dependency to the text of a `Cargo.toml`.
pub(super) fn add_dependency(text: &str, wanted: &Dependency) -> Added {
    let mut table = String::new();
    let mut place = None;
    let mut in_text = false;
    for (start, line) in lines(text) {
        let was_in_text = in_text;
        in_text ^= toggles(line);
        if was_in_text {
            continue;
        }
        let end = start + line.len();
        if let Some(header) = header(line) {
            if header == wanted.table {
                place = Some(end);
            }
            if header == format!("{}.{}", wanted.table, wanted.name) {
                return Added::Kept;
            }
            table = header;
        } else if table == wanted.table && key(line) == wanted.name {
            return match line.trim_end() == format!("{} = {}", wanted.name, wanted.replaces) {
                true if wanted.replaces != wanted.value => {
                    let end = start + line.trim_end().len();
                    Added::Changed([&text[..start], &wanted.line(), &text[end..]].concat())
                }
                _ => Added::Kept,
            };
        } else if table.is_empty() && key(line) == wanted.table {
            return Added::ByHand;
        }
    }
    Added::Changed(match place {
        Some(place) => insert(text, place, &wanted.line()),
        None => {
            let table = format!("\n[{}]", wanted.table);
            let with_table = insert(text, text.len(), &table);
            insert(&with_table, with_table.len(), &wanted.line())
        }
    })
}

/// Whether the text of a `Cargo.toml` lacks a crate of toolc, or has it from the registry as an earlier toolc wrote it.
pub(super) fn lacks_toolc(text: &str) -> bool {
    let somewhere = Origin::Clone("PATH".to_owned());
    let mut own = Dependency::list_own(&somewhere, &[], &[]).into_iter();
    own.any(|wanted| add_dependency(text, &wanted) != Added::Kept)
}

/// Adds all dependencies to the text of a `Cargo.toml`. Those that only its author can add are
/// described in `by_hand`.
pub(super) fn add_dependencies(
    text: &str,
    wanted: &[Dependency],
    by_hand: &mut Vec<String>,
) -> String {
    let is_package = has_package(text);
    let mut new = text.to_owned();
    for wanted in wanted {
        match add_dependency(&new, wanted) {
            Added::Changed(changed) if is_package => new = changed,
            Added::Kept => {}
            Added::Changed(_) | Added::ByHand => by_hand.push(format!(
                "Cargo.toml: add `{}` to [{}]",
                wanted.line(),
                wanted.table
            )),
        }
    }
    new
}

/// Whether it is the manifest of a package, and not only of a workspace.
fn has_package(text: &str) -> bool {
    text.lines()
        .any(|line| header(line).is_some_and(|header| header == "package"))
}

/// Inserts lines after a line, with the line breaks that the text uses.
fn insert(text: &str, place: usize, new: &str) -> String {
    let (before, after) = text.split_at(place);
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let gap = match before.is_empty() || before.ends_with('\n') {
        true => "",
        false => end,
    };
    [before, gap, &new.replace('\n', end), end, after].concat()
}

/// Each line, including its line break, with its offset.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        start += line.len();
        (start - line.len(), line)
    })
}

/// Whether a multi-line string begins or ends on a line.
fn toggles(line: &str) -> bool {
    (line.matches("\"\"\"").count() + line.matches("'''").count()) % 2 == 1
}

/// The `a.b` of a line `[a."b"] # why`.
fn header(line: &str) -> Option<String> {
    let inner = line.trim_start().strip_prefix('[')?;
    let (inner, _) = inner.split_once(']')?;
    let parts: Vec<&str> = inner.split('.').map(bare).collect();
    Some(parts.join("."))
}

/// The first segment of the key on a line.
fn key(line: &str) -> &str {
    bare(line.split(['=', '.']).next().unwrap_or(""))
}

fn bare(key: &str) -> &str {
    key.trim().trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> Dependency {
        Dependency {
            table: "dependencies",
            name: "toolc-runtime",
            value: "{ path = \"../toolc/runtime\" }".to_owned(),
            replaces: "{ version = \"0.1\" }".to_owned(),
        }
    }

    #[test]
    fn a_line_goes_where_its_table_is() {
        let line = "toolc-runtime = { path = \"../toolc/runtime\" }";
        let rows = [
            (
                "[package]\nname = \"a\"\n\n[dependencies]\n",
                "[package]\nname = \"a\"\n\n[dependencies]\nLINE\n",
            ),
            (
                "[package]\r\n[ \"dependencies\" ] # ours\r\nserde = \"1\"\r\n\r\n[features]\r\n",
                "[package]\r\n[ \"dependencies\" ] # ours\r\nLINE\r\nserde = \"1\"\r\n\r\n[features]\r\n",
            ),
            (
                "[package]\n[build-dependencies]\ntoolc-runtime = \"1\"",
                "[package]\n[build-dependencies]\ntoolc-runtime = \"1\"\n\n[dependencies]\nLINE\n",
            ),
            (
                "[dependencies]\ntoolc-runtime = { version = \"0.1\" }\nx = \"1\"\n",
                "[dependencies]\nLINE\nx = \"1\"\n",
            ),
            (
                "[package]\ndescription = \"\"\"\n[dependencies]\ntoolc-runtime = 1\n\"\"\"\n[[bin]]\n",
                "[package]\ndescription = \"\"\"\n[dependencies]\ntoolc-runtime = 1\n\"\"\"\n[[bin]]\n\n[dependencies]\nLINE\n",
            ),
        ];
        for (text, expected) in rows {
            let expected = expected.replace("LINE", line);
            assert_eq!(add_dependency(text, &wanted()), Added::Changed(expected));
        }
    }

    #[test]
    fn what_is_there_stays() {
        let kept = [
            "[dependencies]\ntoolc-runtime = \"0.2\"\n",
            "[dependencies]\n\"toolc-runtime\" = { git = \"x\" } # ours\n",
            "[dependencies]\ntoolc-runtime.workspace = true\n",
            "[dependencies.toolc-runtime]\npath = \"x\"\n",
        ];
        for text in kept {
            assert_eq!(add_dependency(text, &wanted()), Added::Kept, "{text}");
        }
        for text in [
            "dependencies = { serde = \"1\" }\n",
            "dependencies.serde = \"1\"\n",
        ] {
            assert_eq!(add_dependency(text, &wanted()), Added::ByHand, "{text}");
        }
        assert!(!has_package("[workspace]\nmembers = []\n"));
    }
}
