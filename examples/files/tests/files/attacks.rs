//! Malicious paths, against a workspace with links leading out of it: each is refused with its code, and
//! nothing outside is read, written, listed or deleted.

mod place;

use crate::support::answer as answer_of;
use files::tools;
use place::Place;
use std::fs;
use toolc_runtime::fs::{Access, PathErrorKind, Workspace};
use toolc_runtime::testing::block_on;
use toolc_runtime::{Context, NoObserver, ToolCall};

/// Texts that are never accepted as paths, whatever exists.
const TEXTS: &[&str] = &[
    "",
    "..",
    "../",
    "../secret.txt",
    "/../secret.txt",
    "./../secret.txt",
    "/./.././secret.txt",
    "..//secret.txt",
    "folder/../../secret.txt",
    "folder/../..",
    "a/b/../../../secret.txt",
    "folder/./../.././secret.txt",
    "//../secret.txt",
    "..\\secret.txt",
    "\\..\\secret.txt",
    "folder\\..\\..\\secret.txt",
    "/folder/..\\../secret.txt",
    "C:\\secret.txt",
    "C:/secret.txt",
    "c:secret.txt",
    "\\\\host\\share\\a",
    "//host/share/a",
    "\\\\?\\C:\\a",
    "\\\\.\\pipe\\a",
    "file:///etc/passwd",
    "https://example.org/a",
    "~",
    "~/.ssh/id_rsa",
    "%2e%2e/secret.txt",
    "%2E%2E%2Fsecret.txt",
    "..%2fsecret.txt",
    "..%5csecret.txt",
    "%252e%252e/secret.txt",
    "%25252e%25252e/secret.txt",
    "%c0%ae%c0%ae/secret.txt",
    "%e0%80%ae%e0%80%ae/secret.txt",
    "plain.txt%00.md",
    "plain.txt\0",
    "\0",
    "plain.txt\0.md",
    "plain.txt\n",
    "\r\n../secret.txt",
    "\u{1b}[2Kplain.txt",
    "\u{85}plain.txt",
    "pla\u{202e}txt.ni",
    "\u{200b}../secret.txt",
    "\u{feff}plain.txt",
    "plain\u{2028}.txt",
    "\u{ff0e}\u{ff0e}/secret.txt",
    "\u{ff0e}\u{ff0e}\u{ff0f}secret.txt",
    "\u{2024}\u{2024}/secret.txt",
    "\u{2025}/secret.txt",
    "\u{2026}/secret.txt",
    "..\u{2215}secret.txt",
    "..\u{2044}secret.txt",
    "..\u{29f8}secret.txt",
    "..\u{ff3c}secret.txt",
    "...",
    "..../secret.txt",
    ".. /secret.txt",
    "folder./inner.txt",
    "folder /inner.txt",
    "plain.txt.",
    "plain.txt ",
    "plain.txt. . .",
    " ..",
];

/// Paths to read: what exists there, and the code of the refusal.
const READ: &[(&str, &str)] = &[
    // links out: relative and absolute, chained, to folders, dangling, and to themselves
    ("link_file", "INVALID_PATH"),
    ("link_absolute", "INVALID_PATH"),
    ("link_folder/secret.txt", "INVALID_PATH"),
    ("link_folder/./secret.txt", "INVALID_PATH"),
    ("link_folder/../secret.txt", "NOT_FOUND"),
    ("link_folder", "INVALID_PATH"),
    ("folder/up", "INVALID_PATH"),
    ("link_deep", "INVALID_PATH"),
    ("link_chain", "INVALID_PATH"),
    ("link_to_link_folder/secret.txt", "INVALID_PATH"),
    ("link_dangling", "INVALID_PATH"),
    ("link_parent/secret.txt", "INVALID_PATH"),
    ("link_loop", "INVALID_PATH"),
    ("link_root/etc/passwd", "INVALID_PATH"),
    ("link_proc_root/etc/passwd", "INVALID_PATH"),
    ("link_proc_cwd/Cargo.toml", "INVALID_PATH"),
    ("link_proc_fd", "INVALID_PATH"),
    ("link_zero", "INVALID_PATH"),
    ("link_back", "INVALID_PATH"),
    // things that exist but are not files
    ("pipe", "INVALID_PATH"),
    ("socket", "INVALID_PATH"),
    ("folder", "INVALID_PATH"),
    ("/", "INVALID_PATH"),
    (".", "INVALID_PATH"),
    ("folder/..", "INVALID_PATH"),
    ("plain.txt/inner.txt", "INVALID_PATH"),
    // absolute paths are paths within the workspace
    ("/etc/passwd", "NOT_FOUND"),
    ("/proc/self/environ", "NOT_FOUND"),
    ("/dev/zero", "NOT_FOUND"),
    ("proc/self/root/etc/passwd", "NOT_FOUND"),
    // a mount hides an entry of the same name
    ("/manuals/hidden.txt", "NOT_FOUND"),
    // another spelling is another name
    ("cafe\u{301}.txt", "NOT_FOUND"),
    ("$HOME/secret.txt", "NOT_FOUND"),
    ("`id`", "NOT_FOUND"),
    ("*", "NOT_FOUND"),
];

/// Paths to write.
const WRITTEN: &[(&str, &str)] = &[
    ("link_file", "INVALID_PATH"),
    ("link_absolute", "INVALID_PATH"),
    ("link_folder/new.txt", "INVALID_PATH"),
    ("link_folder/new/new.txt", "INVALID_PATH"),
    ("link_to_link_folder/new.txt", "INVALID_PATH"),
    ("link_dangling", "INVALID_PATH"),
    ("link_parent/new.txt", "INVALID_PATH"),
    ("link_root/tmp/new.txt", "INVALID_PATH"),
    ("link_proc_root/tmp/new.txt", "INVALID_PATH"),
    ("link_loop/new.txt", "INVALID_PATH"),
    ("link_loop", "INVALID_PATH"),
    ("folder/up", "INVALID_PATH"),
    ("pipe", "INVALID_PATH"),
    ("socket", "INVALID_PATH"),
    ("folder", "INVALID_PATH"),
    ("/", "INVALID_PATH"),
    ("folder/..", "INVALID_PATH"),
    ("plain.txt/new.txt", "INVALID_PATH"),
    ("manuals", "READ_ONLY"),
    ("/manuals/new.txt", "READ_ONLY"),
    ("/manuals/start.md", "READ_ONLY"),
    ("/folder/../manuals/./start.md", "READ_ONLY"),
];

/// Paths to delete.
const DELETED: &[(&str, &str)] = &[
    ("/", "INVALID_PATH"),
    (".", "INVALID_PATH"),
    ("folder", "INVALID_PATH"),
    ("folder/", "INVALID_PATH"),
    ("folder/..", "INVALID_PATH"),
    ("link_folder/secret.txt", "INVALID_PATH"),
    ("link_parent/secret.txt", "INVALID_PATH"),
    ("link_root/etc/passwd", "INVALID_PATH"),
    ("pipe", "INVALID_PATH"),
    ("socket", "INVALID_PATH"),
    ("manuals", "READ_ONLY"),
    ("/manuals/start.md", "READ_ONLY"),
    ("/nothing.txt", "NOT_FOUND"),
];

#[test]
fn texts_that_are_no_paths_are_refused_with_the_arguments() {
    let place = Place::new();
    let long = ["a".repeat(256), "a/".repeat(129), "a/".repeat(2500)];
    let long = long.iter().map(String::as_str);
    for path in TEXTS.iter().copied().chain(long) {
        for tool in [
            "read_file",
            "write_file",
            "edit_file",
            "delete_file",
            "list_files",
            "file_info",
        ] {
            let answer = place.call(tool, path);
            let is_refused = answer.starts_with("INVALID_ARGUMENTS: invalid arguments: /path: ");
            assert!(is_refused, "{tool} {path:?}: {answer}");
        }
        let refused = place
            .workspace()
            .restrict(path, Access::Read)
            .expect_err(path);
        assert_eq!(refused.kind(), PathErrorKind::InvalidPath, "{path:?}");
        assert!(toolc_runtime::path::normalise_path(path).is_err());
    }
    assert!(place.is_untouched());
}

#[test]
fn nothing_outside_is_read_or_changed() {
    let place = Place::new();
    let tables = [
        ("read_file", READ),
        ("write_file", WRITTEN),
        ("edit_file", WRITTEN),
        ("delete_file", DELETED),
    ];
    for (tool, rows) in tables {
        for (path, code) in rows {
            let answer = place.call(tool, path);
            let found = answer.split(':').next().unwrap_or("");
            assert_eq!(found, *code, "{tool} {path}: {answer}");
            assert!(place.is_untouched(), "{tool} {path}");
        }
    }
    // operations that describe a path report on the link itself
    for name in ["link_file", "link_zero", "link_root", "link_dangling"] {
        let answer = place.call("file_info", name);
        assert!(answer.contains(r#""type":"link""#), "{answer}");
        assert!(!answer.contains("size"), "{answer}");
    }
    for folder in [
        "link_folder",
        "link_parent",
        "link_root",
        "link_proc_root/etc",
        "pipe",
    ] {
        let answer = place.call("list_files", folder);
        assert!(answer.starts_with("INVALID_PATH"), "{folder}: {answer}");
    }
}

#[test]
fn links_within_are_followed_and_deleted_themselves() {
    let place = Place::new();
    let answer = place.call("read_file", "link_inside");
    assert!(answer.contains(r#""content":"inner""#), "{answer}");
    for name in ["link_inside", "link_file", "link_zero", "link_folder"] {
        let answer = place.call("delete_file", name);
        assert!(answer.contains(r#""deleted":true"#), "{name}: {answer}");
    }
    assert!(place.is_untouched());
    let inner = place.outer.0.join("inner/folder/inner.txt");
    assert_eq!(fs::read_to_string(inner).expect("the file"), "inner");
}

#[test]
fn nothing_is_changed_through_a_link_to_a_folder() {
    let place = Place::new();
    let answer = place.call("read_file", "link_within/inner.txt");
    assert!(answer.contains(r#""content":"inner""#), "{answer}");
    for (tool, path) in [
        ("write_file", "/link_within/inner.txt"),
        ("write_file", "/link_within/new.txt"),
        ("write_file", "/link_within/new/new.txt"),
        ("edit_file", "/link_within/inner.txt"),
        ("delete_file", "/link_within/inner.txt"),
    ] {
        assert_eq!(
            place.call(tool, path),
            format!("INVALID_PATH: {path} leads through a link. Use the path that it stands for")
        );
    }
    let folder = place.outer.0.join("inner/folder");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2);
    let inner = fs::read_to_string(folder.join("inner.txt"));
    assert_eq!(inner.expect("the file"), "inner");
    // the name of a link says nothing about what it leads to, so suffixes would mean nothing
    let visitor = tools::visitor::worker(()).observer(NoObserver);
    let visitor = visitor.workspace(place.workspace());
    let read = |path: &str| {
        let arguments = serde_json::json!({ "path": path }).to_string();
        let call = ToolCall::new("1", "filesystem::read_file", arguments);
        answer_of(&block_on(visitor.call(&Context::default(), call)))
    };
    assert!(read("/folder/inner.txt").contains("inner"));
    for path in ["/link_within/inner.txt", "/folder/../link_within/inner.txt"] {
        assert!(read(path).starts_with("INVALID_PATH"), "{path}");
    }
    let answer = place.call("delete_file", "link_within");
    assert!(answer.contains(r#""deleted":true"#), "{answer}");
}

#[test]
fn writing_changes_no_file_that_has_another_name() {
    let place = Place::new();
    let inner = place.outer.0.join("inner");
    fs::hard_link(place.outer.0.join("secret.txt"), inner.join("same.txt")).expect("a link");
    let answer = place.call("write_file", "same.txt");
    assert!(answer.contains(r#""created":false"#), "{answer}");
    assert!(place.is_untouched());
    fs::hard_link(inner.join("plain.txt"), inner.join("twin.txt")).expect("a link");
    fs::write(inner.join("plain.txt"), "end").expect("the file");
    let answer = place.call("edit_file", "twin.txt");
    assert!(answer.contains(r#""size":9"#), "{answer}");
    let other = fs::read_to_string(inner.join("plain.txt")).expect("the file");
    assert_eq!(other, "end");
    // no temporary files are left behind
    let mut names = fs::read_dir(&inner).expect("the folder").flatten();
    assert!(names.all(|entry| !entry.file_name().to_string_lossy().contains(".tmp")));
}

#[test]
fn absolute_paths_are_written_in_the_workspace() {
    let place = Place::new();
    for path in ["/etc/cron.d/job", "/tmp/new.txt", "/MANUALS/start.md"] {
        let answer = place.call("write_file", path);
        assert!(answer.contains(r#""created":true"#), "{path}: {answer}");
        let written = place
            .outer
            .0
            .join("inner")
            .join(path.trim_start_matches('/'));
        assert_eq!(fs::read_to_string(written).expect(path), "CHANGED");
    }
    assert!(place.is_untouched());
}

#[test]
fn no_part_may_do_more_than_the_whole() {
    let place = Place::new();
    let refused = |workspace: &Workspace, folder: &str, access| {
        workspace.restrict(folder, access).expect_err(folder).kind()
    };
    let whole = place.workspace();
    let read = whole.restrict("/", Access::Read).expect("a part");
    for (workspace, folder) in [(&read, "/"), (&read, "/folder"), (&whole, "/manuals")] {
        let kind = refused(workspace, folder, Access::Write);
        assert_eq!(kind, PathErrorKind::PermissionEscalation);
    }
    for folder in [
        "/link_folder",
        "/link_root",
        "/link_proc_root",
        "/folder/up",
        "/plain.txt",
    ] {
        assert_eq!(
            refused(&whole, folder, Access::Read),
            PathErrorKind::InvalidPath
        );
    }
    assert_eq!(
        refused(&whole, "/nothing", Access::Read),
        PathErrorKind::NotFound
    );
    // mounts keep their access, also below a restricted part
    let part = whole.restrict("/", Access::Write).expect("the whole");
    assert!(part.is_writable("/plain.txt") && !part.is_writable("/manuals/start.md"));
    assert!(!whole.read_only().is_writable("/plain.txt"));
}

#[test]
fn what_is_read_only_has_no_other_door() {
    let place = Place::new();
    let inner = place.outer.0.join("inner");
    let root = || Workspace::open(&inner).expect("the folder");
    for (target, folder, access) in [
        ("/safe", "inner/folder", Access::Read),
        ("/whole", "inner", Access::Read),
        ("/", "manuals", Access::Read),
        ("/../a", "manuals", Access::Read),
        ("/a", "nothing", Access::Read),
    ] {
        let mounted = root().mount(target, place.outer.0.join(folder), access);
        assert!(mounted.is_err(), "{target} {folder}");
    }
    let twice = place.workspace().mount("/manuals/", &inner, Access::Write);
    assert!(twice.is_err());
    // a writable folder within a read-only one shares nothing that is read-only
    let outer = Workspace::open(&place.outer.0)
        .expect("the folder")
        .read_only();
    let out = outer.mount("/out", place.outer.0.join("outside"), Access::Write);
    assert!(out.expect("a mount").is_writable("/out/a.txt"));
    // the deeper of two mounts decides
    let deep = place.workspace().mount(
        "/manuals/deep",
        place.outer.0.join("outside"),
        Access::Write,
    );
    let deep = deep.expect("a mount");
    assert!(deep.is_writable("/manuals/deep/a") && !deep.is_writable("/manuals/a"));
}
