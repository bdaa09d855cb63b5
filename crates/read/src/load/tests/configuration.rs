//! How `toolc.yaml` determines which files are loaded.

use super::{Folder, shown};
use toolc_base::source::Role;

const CONFIG: &str = "tools:
  registry:
    - { type: file, path: \"${OUTSIDE}/*.yaml\", namespace: o }
    - { type: file, path: ./sub/t.yaml }
    - { type: mcp, snapshot: m.json, engine: live, namespace: m }
    - { type: rest, spec: p.json, namespace: p, operations: { include: [x] } }
  engines: { live: { type: http } }
workers: [\"workers/**/*.yaml\"]
targets: [openai]
";

#[test]
fn the_configuration_says_what_is_loaded() {
    let folder = Folder::new(
        "config",
        &[
            ("toolc.yaml", CONFIG),
            ("sub/t.yaml", "x"),
            ("m.json", "x"),
            ("p.json", "x"),
            ("workers/w.yaml", "x"),
            ("workers/in/v.yaml", "x"),
            ("other.yaml", "x"),
            ("../outside/o.yaml", "x"),
        ],
    );
    let (loaded, found) = folder.load();
    assert_eq!(found, Vec::<String>::new());
    assert_eq!(
        shown(&loaded),
        [
            "specs/toolc.yaml config",
            "${OUTSIDE}/o.yaml File",
            "specs/sub/t.yaml File",
            "specs/m.json Mcp",
            "specs/p.json Rest",
            "specs/workers/in/v.yaml worker",
            "specs/workers/w.yaml worker",
            "specs/other.yaml beside",
        ]
    );
    let config = loaded.config;
    assert_eq!(
        (
            config.targets.len(),
            config.engines.len(),
            config.routes().count()
        ),
        (1, 1, 1)
    );
    assert_eq!(loaded.variables, ["OUTSIDE"]);
    assert!(loaded.watched.contains(&folder.0.join("sub/t.yaml")));
    assert!(loaded.watched.iter().all(|path| path.exists()));
}

const SCHEMAS: &str = "schemas:
  - { path: shared, uri: \"https://example.com/s\", dialect: draft-07 }
  - { path: one.json, uri: \"urn:example:one\" }
  - two.json
  - { path: shared, uri: shared/, dialect: draft-7 }
";

#[test]
fn schemas_have_the_address_of_their_folder() {
    let files = [
        ("toolc.yaml", SCHEMAS),
        ("shared/a b.json", "{}"),
        ("shared/c/d.yaml", "{}"),
        ("one.json", "{}"),
        ("two.json", "{}"),
    ];
    let (loaded, found) = Folder::new("schemas", &files).load();
    assert_eq!(
        shown(&loaded),
        [
            "specs/toolc.yaml config",
            r#"specs/shared/a b.json schema Some("https://example.com/s/a%20b.json") Some("draft-07")"#,
            r#"specs/shared/c/d.yaml schema Some("https://example.com/s/c/d.yaml") Some("draft-07")"#,
            r#"specs/one.json schema Some("urn:example:one") None"#,
            "specs/two.json schema None None",
        ]
    );
    let messages: Vec<&str> = found
        .iter()
        .map(|line| line.split_once("toolc.yaml:").map_or("", |(_, rest)| rest))
        .collect();
    assert_eq!(
        messages,
        [
            "5:13 `specs/shared/a b.json` is listed twice, with different settings",
            "5:13 `specs/shared/c/d.yaml` is listed twice, with different settings",
            "5:26 `shared/` is not an absolute URI",
            "5:44 `draft-7` is not a dialect of JSON Schema",
        ]
    );
}

const FAULTY: &str = "tools:
  - { type: file, path: no.yaml }
  - { type: file, path: \"no/*.yaml\" }
  - { type: file, path: \"${UNSET}/a.yaml\" }
  - { type: mcp, url: \"http://localhost/mcp\", namespace: hr }
  - { type: rest, spec: \"http://localhost/api.json\" }
  - { type: fil, path: a.yaml }
  - { type: file, path: a.txt }
  - { type: file, pth: a.yaml }
worker: []
";

#[test]
fn every_fault_of_the_configuration_is_shown() {
    let folder = Folder::new("faults", &[("toolc.yaml", FAULTY), ("a.txt", "x")]);
    let (_, found) = folder.load();
    let codes: Vec<_> = found
        .iter()
        .map(|line| {
            line.rsplit_once("specs/toolc.yaml:")
                .map_or(line.as_str(), |(_, rest)| rest)
        })
        .collect();
    assert_eq!(
        codes,
        [
            "2:25 there is no file `no.yaml`",
            "3:25 no file matches `no/*.yaml`",
            "4:25 the environment variable `UNSET` is not set",
            "5:23 there is no file `hr.mcp.json`",
            "6:25 there is no file `api.openapi.json`",
            "7:13 `fil` is not a type of registry entry",
            "8:25 `specs/a.txt` is not a YAML or JSON file",
            "9:5 a `file` entry has no `path`",
            "9:19 a registry entry of type `file` has no key `pth`",
            "10:1 `toolc.yaml` has no key `worker`",
        ]
    );
}

#[test]
fn a_list_is_the_whole_list_of_its_kind() {
    let files = [
        ("a.yaml", "x"),
        ("b.yaml", "x"),
        ("sub/c.yaml", "x"),
        ("workers/w.yaml", "x"),
    ];
    let none = [(false, false); 4];
    let rows = [
        ("lints: {}\n", none),
        ("tools: { engines: {} }\n", none),
        ("tools: []\nworkers: []\n", [(true, true); 4]),
        (
            "tools: { registry: [] }\n",
            [(true, false), (true, false), (true, true), (true, true)],
        ),
        (
            "workers: []\n",
            [(false, true), (false, true), (true, true), (true, true)],
        ),
    ];
    for (config, expected) in rows {
        let folder = Folder::new("lists", &files);
        folder.write("toolc.yaml", config.as_bytes());
        let (loaded, found) = folder.load();
        assert!(found.is_empty(), "{found:?}");
        let lists = loaded
            .sources
            .iter()
            .skip(1)
            .map(|(_, source)| match source.role {
                Role::Beside(lists) => (lists.tools.is_some(), lists.workers.is_some()),
                _ => (false, false),
            });
        assert_eq!(lists.collect::<Vec<_>>(), expected, "{config}");
    }
}

const TWICE: &str = "tools:
  - { type: file, path: a.yaml, namespace: a }
  - { type: file, path: \"*.yaml\", namespace: a }
  - { type: file, path: a.yaml, namespace: b }
workers: [\"workers/*\", workers/w.yaml]
";

#[test]
fn a_file_that_is_listed_twice_is_read_once() {
    let files = [
        ("toolc.yaml", TWICE),
        ("a.yaml", "x"),
        ("workers/w.yaml", "x"),
        ("workers/README.md", "x"),
    ];
    let folder = Folder::new("twice", &files);
    let (loaded, found) = folder.load();
    assert_eq!(
        shown(&loaded),
        [
            "specs/toolc.yaml config",
            "specs/a.yaml File",
            "specs/workers/w.yaml worker"
        ]
    );
    assert_eq!(
        found,
        [
            "T0208 specs/toolc.yaml:3:5 `specs/a.yaml` is listed twice",
            "T0208 specs/toolc.yaml:4:5 `specs/a.yaml` is listed twice, with different settings",
            "T0208 specs/toolc.yaml:5:24 `specs/workers/w.yaml` is listed twice",
        ]
    );
}
