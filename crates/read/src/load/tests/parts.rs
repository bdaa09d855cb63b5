//! Descriptions, and the files they refer to.

use super::{Folder, load, shown};
use toolc_base::source::Role;

/// A description that refers to these files, with a path for each.
fn description(references: &[&str]) -> String {
    let mut text = "openapi: 3.1.0\ninfo: {}\npaths:\n".to_owned();
    for (number, reference) in references.iter().enumerate() {
        text += &format!("  /{number}: {{ $ref: '{reference}' }}\n");
    }
    text
}

/// The files referred to by the descriptions in a folder, loaded through `entry`.
fn parts(folder: &Folder, entry: &str) -> Vec<String> {
    let (loaded, found) = load(&folder.0.join(entry));
    assert_eq!(found, Vec::<String>::new());
    let parts = loaded
        .sources
        .iter()
        .filter(|(_, source)| source.role == Role::Part);
    parts.map(|(_, source)| source.path.clone()).collect()
}

#[test]
fn a_description_brings_its_files() {
    let item = "get: { parameters: [{ $ref: 'more/p%20q.yaml#/p' }, { $ref: 'gone.yaml' }] }\n";
    let entry = description(&[
        "api/a.yaml",
        "./api/../api/a.yaml#/get",
        "b.json#/paths/~1x",
    ]);
    let unused = "x: { $ref: unused.yaml }\np: { schema: { $ref: '../../s.yaml' } }\n";
    let files = [
        ("main.yaml", entry.as_str()),
        ("api/a.yaml", item),
        ("api/more/p q.yaml", unused),
        ("api/more/unused.yaml", ""),
        ("b.json", "{}"),
        ("s.yaml", "{}"),
        ("other.yaml", "{}"),
    ];
    let folder = Folder::new("parts", &files);
    let expected = ["api/a.yaml", "b.json", "api/more/p q.yaml", "s.yaml"];
    assert_eq!(
        parts(&folder, "main.yaml"),
        expected.map(|name| format!("specs/{name}"))
    );
    let (loaded, _) = folder.load();
    let unread = shown(&loaded);
    assert!(
        unread.contains(&"specs/api/a.yaml part".to_owned()),
        "{unread:?}"
    );
    assert!(
        unread.contains(&"specs/other.yaml found".to_owned()),
        "{unread:?}"
    );
    let (loaded, _) = load(&folder.0.join("main.yaml"));
    let watched = loaded.watched.iter().filter(|path| path.exists());
    assert_eq!(watched.count(), 5);
}

#[test]
fn an_overlay_brings_files_too() {
    let overlay = "overlay: 1.0.0\ninfo: {}\nactions:\n  - target: $.paths\n    update: { /b: { $ref: 'more/b.yaml' } }\n  - target: $.paths['/0']\n    remove: true\n";
    let config = "tools:\n  registry: [{ type: rest, spec: api/main.yaml, namespace: n, overlays: [changes/o.yaml] }]\n";
    let plain = "openapi: 3.1.0\ninfo: {}\npaths: {}\n".to_owned();
    for entry in [plain, description(&["gone.yaml"])] {
        let files = [
            ("toolc.yaml", config),
            ("api/main.yaml", entry.as_str()),
            (
                "api/more/b.yaml",
                "get: { responses: { 200: { $ref: c.yaml } } }\n",
            ),
            ("api/more/c.yaml", "{}"),
            ("api/gone.yaml", "{}"),
            ("changes/o.yaml", overlay),
        ];
        let folder = Folder::new("overlay_parts", &files);
        let expected = ["api/more/b.yaml", "api/more/c.yaml"];
        assert_eq!(
            parts(&folder, "toolc.yaml"),
            expected.map(|name| format!("specs/{name}"))
        );
    }
}

#[test]
fn a_description_leads_to_nothing_outside() {
    let outside = [
        "../secret.yaml",
        "../../../../../../../../etc/passwd",
        "/etc/passwd",
        "notes.txt",
    ];
    let further = [
        "file:///etc/passwd",
        "https://example.com/a.yaml",
        "x/../../secret.yaml",
        ".",
    ];
    let entry = description(&[outside, further].concat());
    let folder = Folder::new("outside", &[("api/main.yaml", &entry), ("notes.txt", "{}")]);
    folder.write("secret.yaml", b"{}");
    assert_eq!(parts(&folder, "api/main.yaml"), Vec::<String>::new());
    // beneath the folder of `toolc.yaml`, it is the user's own
    folder.write(
        "toolc.yaml",
        b"tools: { registry: [{ type: rest, spec: api/main.yaml }] }",
    );
    let (loaded, _) = load(&folder.0.join("toolc.yaml"));
    let expected = [
        "specs/toolc.yaml config",
        "specs/api/main.yaml Rest",
        "specs/secret.yaml part",
    ];
    assert_eq!(shown(&loaded), expected);
}

#[cfg(unix)]
#[test]
fn a_description_follows_no_link_outside() {
    let entry = description(&["link.yaml", "folder/secret.yaml"]);
    let folder = Folder::new("links", &[("api/main.yaml", &entry)]);
    folder.write("secret.yaml", b"{}");
    let link = |to, from| std::os::unix::fs::symlink(to, folder.0.join(from)).expect("a link");
    link("../secret.yaml", "api/link.yaml");
    link("..", "api/folder");
    assert_eq!(parts(&folder, "api/main.yaml"), Vec::<String>::new());
}

#[test]
fn a_description_leads_to_so_many_files() {
    let names: Vec<String> = (0..4100).map(|number| format!("p/{number}.yaml")).collect();
    let entry = description(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let folder = Folder::new("many", &[("main.yaml", &entry)]);
    names.iter().for_each(|name| folder.write(name, b"{}"));
    let (loaded, found) = load(&folder.0.join("main.yaml"));
    assert_eq!(loaded.sources.len(), 1 + 4096);
    assert!(
        found.len() == 4 && found[0].starts_with("T0102"),
        "{found:?}"
    );
}
