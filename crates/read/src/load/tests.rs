//! Folders on disk, and the sources loaded from them.

mod configuration;
mod parts;

use super::{Loaded, load_with};
use std::fs;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::source::Role;

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("toolc-load-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let folder = Folder(path.join("specs"));
        fs::create_dir_all(&folder.0).expect("a folder");
        for (file, text) in files {
            folder.write(file, text.as_bytes());
        }
        folder
    }

    fn write(&self, file: &str, bytes: &[u8]) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    fn load(&self) -> (Loaded, Vec<String>) {
        load(&self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().expect("a parent"));
    }
}

fn load(path: &Path) -> (Loaded, Vec<String>) {
    let mut diagnostics = Diagnostics::default();
    let outside = path.parent().expect("a parent").join("outside");
    let environment = |name: &str| (name == "OUTSIDE").then(|| outside.display().to_string());
    let loaded = load_with(&mut diagnostics, &[path.to_owned()], &environment);
    let found = diagnostics.into_sorted().into_iter().map(|found| {
        let place = found
            .span()
            .map_or(String::new(), |span| loaded.sources.place(span) + " ");
        format!("{} {place}{}", found.code, found.message)
    });
    let found = found.collect();
    (loaded, found)
}

/// The path and role of each source.
fn shown(loaded: &Loaded) -> Vec<String> {
    let kind = |role: &Role| {
        let entry = loaded.config.entry_of(role);
        entry.expect("an entry").kind
    };
    let role = |role: &Role| match role {
        Role::Found => "found".to_owned(),
        Role::Beside(_) => "beside".to_owned(),
        Role::Worker => "worker".to_owned(),
        Role::Config => "config".to_owned(),
        Role::Part => "part".to_owned(),
        Role::Module(_) => "module".to_owned(),
        Role::ModuleSchemas(_) => "schemas of a module".to_owned(),
        Role::Shipped(toolset) => format!("shipped {}", toolset.name),
        Role::Schema(listing) => format!("schema {:?} {:?}", listing.uri, listing.dialect),
        Role::Listed(_) => format!("{:?}", kind(role)),
        Role::Overlay(_) => "Overlay".to_owned(),
    };
    loaded
        .sources
        .iter()
        .map(|(_, source)| format!("{} {}", source.path, role(&source.role)))
        .collect()
}

#[test]
fn a_bare_folder_gives_its_files_in_order() {
    let folder = Folder::new(
        "bare",
        &[
            ("b.yaml", "x"),
            ("a/c.YML", "x"),
            ("a/d.json", "x"),
            ("a/e.txt", "x"),
            (".hidden/f.yaml", "x"),
            (".g.yaml", "x"),
            ("target/h.yaml", "x"),
            ("a/node_modules/i.json", "x"),
            ("toolc.lock", "x"),
        ],
    );
    let (loaded, found) = folder.load();
    assert_eq!(
        shown(&loaded),
        [
            "specs/a/c.YML found",
            "specs/a/d.json found",
            "specs/b.yaml found"
        ]
    );
    assert_eq!(found, Vec::<String>::new());
    assert!(loaded.config.entries().is_empty());
    let (loaded, _) = load(&folder.0.join("b.yaml"));
    assert_eq!(shown(&loaded), ["specs/b.yaml found"]);
}

#[test]
fn bad_bytes_and_sizes_are_refused() {
    let folder = Folder::new("bytes", &[("bom.yaml", "\u{feff}a: 1")]);
    folder.write("latin.yaml", b"a: caf\xe9\n");
    fs::File::create(folder.0.join("large.json"))
        .and_then(|file| file.set_len(40 << 20))
        .expect("a file");
    let (loaded, found) = folder.load();
    assert_eq!(
        &*loaded.sources.get(toolc_base::source::SourceId(0)).text,
        "a: 1"
    );
    assert_eq!(
        found,
        [
            "T0102 the file `specs/large.json` is larger than 32 MiB",
            "T0103 the file `specs/latin.yaml` is not UTF-8: byte 6 is not part of a valid character",
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_back_is_followed_once() {
    let folder = Folder::new("links", &[("a/b.yaml", "x")]);
    std::os::unix::fs::symlink(&folder.0, folder.0.join("a/up")).expect("a link");
    let (loaded, found) = folder.load();
    assert_eq!(shown(&loaded), ["specs/a/b.yaml found"]);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("T0109"), "{found:?}");
}

#[test]
fn what_is_named_on_the_command_line_counts() {
    let files = [
        ("toolc.yaml", "tools: []\n"),
        ("a.yaml", "x"),
        ("b.yaml", "x"),
    ];
    let folder = Folder::new("named", &files);
    let paths = [folder.0.clone(), folder.0.join("b.yaml")];
    let loaded = load_with(&mut Diagnostics::default(), &paths, &|_| None);
    assert_eq!(
        shown(&loaded),
        [
            "specs/toolc.yaml config",
            "specs/b.yaml found",
            "specs/a.yaml beside"
        ]
    );
}

#[test]
fn patterns_match_what_they_say_and_look_at_each_folder_once() {
    let files = [
        ("a.yaml", "x"),
        ("x/a.yaml", "x"),
        ("x/y/a.yaml", "x"),
        ("x/y/b.json", "x"),
        ("x/.hidden/a.yaml", "x"),
        ("z/y/a.yaml", "x"),
    ];
    let folder = Folder::new("glob", &files);
    let all: &[&str] = &["a.yaml", "x/a.yaml", "x/y/a.yaml", "z/y/a.yaml"];
    let rows: &[(&str, &[&str])] = &[
        ("a.yaml", &["a.yaml"]),
        ("./x/a.yaml", &["x/a.yaml"]),
        ("*/a.yaml", &["x/a.yaml"]),
        ("**/a.yaml", all),
        ("**/**/**/a.yaml", all),
        ("**/y/*", &["x/y/a.yaml", "x/y/b.json", "z/y/a.yaml"]),
        ("?/**/b.*", &["x/y/b.json"]),
        ("**/x/**/y/**/a.yaml", &["x/y/a.yaml"]),
        ("x/**", &["x", "x/y"]),
        ("*/.hidden/*", &["x/.hidden/a.yaml"]),
        ("no/**/a.yaml", &[]),
    ];
    for (pattern, expected) in rows {
        let (found, folders) = super::glob::expand_glob(&super::Disk, &folder.0, pattern);
        let below = |path: &PathBuf| path.strip_prefix(&folder.0).expect("below").to_owned();
        let found: Vec<PathBuf> = found.iter().map(below).collect();
        let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
        assert_eq!(found, expected, "{pattern}");
        let mut once = folders.clone();
        once.dedup();
        assert_eq!(once, folders, "{pattern}");
    }
    let evil = format!("{}*.yaml", "**/*/".repeat(200));
    assert!(
        super::glob::expand_glob(&super::Disk, &folder.0, &evil)
            .0
            .is_empty()
    );
}

#[test]
fn all_files_together_have_a_budget() {
    let folder = Folder::new("budget", &[("a.yaml", "12345")]);
    let path = folder.0.join("a.yaml");
    let read = |left| super::file::read_file(&super::Disk, &path, "a.yaml", left);
    assert_eq!(read(5).as_deref(), Ok("12345"));
    let finding = read(4).expect_err("too large");
    assert_eq!(finding.code.to_string(), "T0102");
    assert!(finding.message.contains("256 MiB together"), "{finding:?}");
}

/// Such files report a size of zero, and reading them may never end.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_the_system_makes_up_is_not_waited_for() {
    for path in ["/proc/kmsg", "/proc/self/environ", "/proc/version"] {
        let text = super::file::read_file(&super::Disk, Path::new(path), "x", 100);
        assert_eq!(text.unwrap_or_default(), "", "{path}");
    }
}

#[test]
fn a_missing_path_and_an_empty_folder_are_faults() {
    let folder = Folder::new("empty", &[]);
    assert!(folder.load().1[0].starts_with("T0114"));
    assert!(load(&folder.0.join("no")).1[0].starts_with("T0110"));
}

#[test]
fn a_path_that_is_given_twice_is_read_once() {
    let config = "tools: [{ type: file, path: a.yaml, namespace: n }]\n";
    let folder = Folder::new("again", &[("toolc.yaml", config), ("a.yaml", "x")]);
    let paths = [
        folder.0.join("a.yaml"),
        folder.0.clone(),
        folder.0.join("."),
    ];
    let mut diagnostics = Diagnostics::default();
    let loaded = load_with(&mut diagnostics, &paths, &|_| None);
    assert_eq!(
        shown(&loaded),
        ["specs/toolc.yaml config", "specs/a.yaml File"]
    );
    assert!(diagnostics.into_sorted().is_empty());
}

#[test]
fn no_path_of_the_machine_is_shown() {
    let folder = Folder::new(
        "absolute",
        &[
            ("in/a.yaml", "x"),
            ("../outside/b.yaml", "x"),
            ("../outside/c/d.yaml", "x"),
        ],
    );
    let outside = folder.0.with_file_name("outside");
    let config = format!(
        "tools:\n  - {{ type: file, path: \"{}/in/a.yaml\" }}\n  - {{ type: file, path: \"{}/b.yaml\" }}\n  - {{ type: file, path: \"{}/**/d.yaml\" }}\n",
        folder.0.display(),
        outside.display(),
        outside.display()
    );
    folder.write("toolc.yaml", config.as_bytes());
    let (loaded, found) = folder.load();
    assert_eq!(found, Vec::<String>::new());
    assert_eq!(
        shown(&loaded),
        [
            "specs/toolc.yaml config",
            "specs/in/a.yaml File",
            "…/b.yaml File",
            "…/outside/c/d.yaml File"
        ]
    );
}
