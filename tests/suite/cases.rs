//! The cases of the suite, read by toolc's own parser, so that numbers keep all digits.

use std::fs;
use std::path::Path;
use toolc::diagnostic::Diagnostics;
use toolc::source::{Role, Source, Sources};
use toolc_base::node::Node;
use toolc_base::parse::parse_source;

/// The drafts: the folder in the suite, and the name of the dialect.
pub const DRAFTS: &[(&str, &str)] = &[
    ("draft4", "draft-04"),
    ("draft6", "draft-06"),
    ("draft7", "draft-07"),
    ("draft2019-09", "2019-09"),
    ("draft2020-12", "2020-12"),
];

/// The folders of a draft.
const FOLDERS: &[&str] = &["", "optional", "optional/format"];

/// One schema and the values for it.
pub struct Group {
    /// The file below the draft's folder, such as `optional/bignum.json`.
    pub file: String,
    /// The description of the group.
    pub name: String,
    /// The schema, as JSON text.
    pub schema: String,
    /// The values.
    pub cases: Vec<Case>,
}

/// One value.
pub struct Case {
    /// The description of the case.
    pub name: String,
    /// The value, as JSON text.
    pub value: String,
    /// Whether the schema accepts it.
    pub valid: bool,
}

/// A document that schemas of the suite refer to.
pub struct Remote {
    /// The path below the folder of such documents.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Returns all documents below a folder, except those of drafts that toolc does not know.
pub fn remotes(folder: &Path) -> Vec<Remote> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let below = path.strip_prefix(folder).expect("a path below");
            found.push(Remote {
                path: below.display().to_string(),
                text: fs::read_to_string(&path).expect("a text"),
            });
        }
    }
    found.retain(|Remote { path, .. }| !path.starts_with("v1/") && !path.starts_with("draft3/"));
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// Returns all groups of a draft.
pub fn groups(suite: &Path, draft: &str) -> Vec<Group> {
    let mut groups = Vec::new();
    for folder in FOLDERS {
        for (name, node) in documents(&suite.join("tests").join(draft).join(folder)) {
            let file = Path::new(folder).join(name).display().to_string();
            let found = node.as_list().expect("a list of groups");
            groups.extend(found.iter().map(|node| group(&file, node)));
        }
    }
    groups
}

fn group(file: &str, node: &Node) -> Group {
    let cases = node.get("tests").and_then(Node::as_list);
    Group {
        file: file.to_owned(),
        name: text(node, "description"),
        schema: node.get("schema").expect("a schema").to_json(),
        cases: cases.expect("cases").iter().map(case).collect(),
    }
}

fn case(node: &Node) -> Case {
    Case {
        name: text(node, "description"),
        value: node.get("data").expect("a value").to_json(),
        valid: node
            .get("valid")
            .and_then(Node::as_bool)
            .expect("a verdict"),
    }
}

fn text(node: &Node, key: &str) -> String {
    node.get(key).and_then(Node::as_str).expect(key).to_owned()
}

/// Returns the JSON files of a folder, sorted by name.
fn documents(folder: &Path) -> Vec<(String, Node)> {
    let entries = fs::read_dir(folder).expect("a folder of the suite");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "json"));
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().expect("a name").display().to_string();
        let mut sources = Sources::default();
        let id = sources.add(Source {
            path: name.clone(),
            text: fs::read_to_string(path).expect("a text").into(),
            role: Role::Found,
        });
        let node = parse_source(&mut Diagnostics::default(), &sources, id);
        (name, node.expect("well-formed JSON"))
    };
    paths.iter().map(read).collect()
}
