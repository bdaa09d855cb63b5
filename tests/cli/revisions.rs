//! `toolc diff git:REV:PATH`: what git holds is read as it is stored, within limits, and leaves nothing behind.

use super::command::{Folder, WEATHER, assert_exit, stderr};
use crate::skip;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs git in a folder, independent of the user's configuration.
fn git(folder: &Folder, arguments: &[&str]) -> Option<String> {
    feed_git(folder, arguments, b"")
}

/// Runs git with an input.
fn feed_git(folder: &Folder, arguments: &[&str], input: &[u8]) -> Option<String> {
    let mut child = Command::new("git")
        .current_dir(&folder.0)
        .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
        .args(arguments)
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_WORK_TREE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(input).ok()?;
    let output = child.wait_with_output().ok()?;
    let said = stderr(&output);
    assert!(output.status.success(), "git {arguments:?}: {said}");
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A repository in which the description was changed after the first commit.
fn repository(name: &str) -> Option<Folder> {
    let folder = Folder::new(name);
    folder.put("specs/weather.yaml", WEATHER);
    assert_exit(&folder.toolc(&["lock", "specs"]), 0);
    if git(&folder, &["init", "--quiet"]).is_none() {
        skip::skip("git", "git is not installed");
        return None;
    }
    git(&folder, &["add", "."])?;
    git(&folder, &["commit", "--quiet", "-m", "first"])?;
    folder.put(
        "specs/weather.yaml",
        &WEATHER.replace("Get the", "Tell the"),
    );
    assert_exit(&folder.toolc(&["lock", "specs", "--accept-all"]), 0);
    Some(folder)
}

#[test]
fn a_revision_is_compared_with_what_is_there_now() {
    let Some(folder) = repository("diff_revision") else {
        return;
    };
    let before = git(&folder, &["status", "--porcelain"]);
    for (old, new) in [
        ("git:HEAD:specs", "specs"),
        ("git:HEAD:./specs/", "specs"),
        ("git:HEAD:./", "."),
        ("git:HEAD:./specs/../toolc.lock", "toolc.lock"),
        ("git:HEAD:specs/weather.yaml", "specs/weather.yaml"),
        ("git:HEAD:toolc.lock", "toolc.lock"),
        ("git:HEAD:toolc.lock", "specs"),
        ("specs", "git:HEAD:"),
    ] {
        let said = assert_exit(&folder.toolc(&["diff", old, new]), 1);
        assert!(said.contains("T0603"), "{old} and {new}: {said}");
    }
    assert_exit(
        &folder.toolc(&["diff", "git:HEAD:specs", "git:HEAD:toolc.lock"]),
        0,
    );
    assert_eq!(before, git(&folder, &["status", "--porcelain"]));
}

#[test]
fn what_git_does_not_have_is_said() {
    let Some(folder) = repository("diff_no_revision") else {
        return;
    };
    for (old, expected) in [
        ("git:nowhere:specs", "git finds no revision `nowhere`"),
        ("git:--output=x:specs", "git finds no revision `--output=x`"),
        (
            "git:HEAD:elsewhere",
            "there is no `elsewhere` at revision `HEAD`",
        ),
        ("git:HEAD", "must name a revision and a path"),
    ] {
        let said = assert_exit(&folder.toolc(&["diff", old, "specs"]), 2);
        assert!(said.contains(expected) && said.contains("help: "), "{said}");
    }
    assert!(!folder.0.join("x").exists());
}

/// The ID of an object that git is fed.
fn object(folder: &Folder, kind: &str, content: &[u8]) -> Option<String> {
    let said = feed_git(
        folder,
        &["hash-object", "-t", kind, "--literally", "-w", "--stdin"],
        content,
    )?;
    Some(said.trim().to_owned())
}

/// The ID of a folder with these entries: mode, kind, ID and name.
fn tree(folder: &Folder, entries: &[(&str, &str, &str, &str)]) -> Option<String> {
    let mut lines = String::new();
    for (mode, kind, id, name) in entries {
        writeln!(lines, "{mode} {kind} {id}\t{name}").ok()?;
    }
    Some(
        feed_git(folder, &["mktree", "--missing"], lines.as_bytes())?
            .trim()
            .to_owned(),
    )
}

/// Makes a branch whose only folder is `specs`.
fn branch(folder: &Folder, name: &str, specs: &str) -> Option<()> {
    let root = tree(folder, &[("040000", "tree", specs, "specs")])?;
    let commit = feed_git(folder, &["commit-tree", "-m", "x", &root], b"")?;
    git(
        folder,
        &["update-ref", &format!("refs/heads/{name}"), commit.trim()],
    )?;
    Some(())
}

/// Compares with a folder for temporary files, in which nothing is left at any time.
fn diff(folder: &Folder, old: &str, new: &str) -> std::process::Output {
    let temporary = folder.0.join("temporary");
    fs::create_dir_all(&temporary).expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .current_dir(&folder.0)
        .env("TMPDIR", &temporary)
        .args(["diff", old, new])
        .output()
        .expect("toolc runs");
    let left = fs::read_dir(&temporary).expect("the folder").count();
    assert_eq!(left, 0, "temporary files of {old} and {new}");
    output
}

#[test]
fn files_above_the_path_are_those_of_the_revision() {
    let Some(folder) = repository("revision_above") else {
        return;
    };
    let config = |path: &str| format!("tools:\n  registry: [{{ type: file, path: {path} }}]\n");
    folder
        .put("shared.yaml", WEATHER)
        .put("specs/toolc.yaml", &config("../shared.yaml"))
        .put("app/specs/toolc.yaml", &config("../../shared.yaml"));
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "second"]);
    folder.put("shared.yaml", &WEATHER.replace("Get the", "Tell the"));
    for (old, new) in [
        ("git:HEAD:specs", "specs"),
        ("git:HEAD:app/specs", "app/specs"),
        ("git:HEAD:./app/specs/", "app/specs"),
    ] {
        let said = assert_exit(&diff(&folder, old, new), 1);
        assert!(
            said.contains("T0603") && said.contains("from `Get the current weather.`"),
            "{said}"
        );
        // the new side is on disk, so findings point into it
        assert!(
            said.contains("--> shared.yaml:") || said.contains("--> app/specs/../"),
            "{said}"
        );
    }
    // a file that git does not track is of no revision
    git(&folder, &["rm", "--quiet", "--cached", "shared.yaml"]);
    git(&folder, &["commit", "--quiet", "-m", "third"]);
    let said = assert_exit(&diff(&folder, "git:HEAD:specs", "specs"), 3);
    assert!(
        said.contains("there is no file `../shared.yaml`")
            && said.contains("only what revision `HEAD` holds was read"),
        "{said}"
    );
}

#[test]
fn a_description_in_several_files_is_compared() {
    let Some(folder) = repository("revision_parts") else {
        return;
    };
    let part = |most: u32| format!("Limit: {{ type: integer, maximum: {most} }}\n");
    folder
        .put(
            "api/pets.openapi.yaml",
            "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\nservers: [{ url: 'https://pets.example' }]\npaths:\n  \
             /pets:\n    get:\n      operationId: list\n      description: Lists pets.\n      parameters:\n        \
             - { name: limit, in: query, schema: { $ref: 'parts/limit.yaml#/Limit' } }\n      \
             responses: { '200': { description: Pets. } }\n",
        )
        .put("api/parts/limit.yaml", &part(9))
        .put(
            "api/toolc.yaml",
            "tools:\n  registry: [{ type: rest, spec: pets.openapi.yaml, namespace: pets }]\n",
        );
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "second"]);
    folder.put("api/parts/limit.yaml", &part(8));
    for old in ["git:HEAD:api", "git:HEAD:api/toolc.yaml"] {
        let said = assert_exit(&diff(&folder, old, old.trim_start_matches("git:HEAD:")), 1);
        assert!(said.contains("T0604") && said.contains("maximum"), "{said}");
    }
}

/// A branch under review chooses attributes, and these choose filters that a user has configured.
#[test]
fn no_filter_and_no_helper_runs() {
    let Some(folder) = repository("revision_filters") else {
        return;
    };
    for (key, mark) in [
        ("filter.evil.smudge", "smudged"),
        ("core.fsmonitor", "monitored"),
    ] {
        let command = format!("touch {mark}; cat");
        git(&folder, &["config", key, &command]);
    }
    folder.put(
        "specs/.gitattributes",
        "*.yaml filter=evil eol=crlf working-tree-encoding=UTF-16 ident\n",
    );
    git(
        &folder,
        &["-c", "core.fsmonitor=false", "add", "specs/.gitattributes"],
    );
    git(
        &folder,
        &[
            "-c",
            "core.fsmonitor=false",
            "commit",
            "--quiet",
            "-m",
            "second",
        ],
    );
    for mark in ["smudged", "monitored"] {
        let _ = fs::remove_file(folder.0.join(mark));
    }
    assert_exit(&diff(&folder, "git:HEAD:specs", "git:HEAD:specs"), 0);
    let said = assert_exit(&diff(&folder, "git:HEAD:specs", "specs"), 1);
    assert!(said.contains("T0603"), "{said}");
    for mark in ["smudged", "monitored"] {
        assert!(!folder.0.join(mark).exists(), "{mark}");
    }
}

#[test]
fn a_few_objects_that_stand_for_many_files_end_quickly() {
    let Some(folder) = repository("revision_bomb") else {
        return;
    };
    let files = object(&folder, "blob", b"{}\n").expect("a file");
    let names: Vec<String> = (0..10).map(|name| format!("f{name}.json")).collect();
    let entries: Vec<_> = names
        .iter()
        .map(|name| ("100644", "blob", files.as_str(), name.as_str()))
        .collect();
    let mut wide = tree(&folder, &entries).expect("a folder");
    let mut deep = wide.clone();
    for _ in 0..4 {
        let names: Vec<String> = (0..10).map(|name| format!("d{name}")).collect();
        let entries: Vec<_> = names
            .iter()
            .map(|name| ("040000", "tree", wide.as_str(), name.as_str()))
            .collect();
        wide = tree(&folder, &entries).expect("a folder");
    }
    for _ in 0..100 {
        deep = tree(&folder, &[("040000", "tree", &deep, "d")]).expect("a folder");
    }
    branch(&folder, "wide", &wide).expect("a branch");
    branch(&folder, "deep", &deep).expect("a branch");
    let large = object(&folder, "blob", &vec![b' '; 33 << 20]).expect("a file");
    let large = tree(&folder, &[("100644", "blob", &large, "large.json")]).expect("a folder");
    branch(&folder, "large", &large).expect("a branch");
    for (name, expected) in [
        (
            "wide",
            "error[T0512]: revision `wide` cannot be read: it has more than 20000 files and folders",
        ),
        (
            "deep",
            "error[T0512]: revision `deep` cannot be read: a path is more than 64 folders deep",
        ),
        (
            "large",
            "error[T0102]: the file `specs/large.json` is larger than 32 MiB",
        ),
    ] {
        let started = Instant::now();
        let said = assert_exit(&diff(&folder, &format!("git:{name}:specs"), "specs"), 3);
        assert!(said.contains(expected), "{said}");
        assert!(said.len() < 4000, "{} bytes are said", said.len());
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "{name}: {:?}",
            started.elapsed()
        );
    }
}

#[test]
fn what_no_folder_can_hold_is_refused() {
    let Some(folder) = repository("revision_names") else {
        return;
    };
    let file = object(&folder, "blob", b"{}\n").expect("a file");
    let bytes: Vec<u8> = (0..file.len() / 2)
        .filter_map(|at| u8::from_str_radix(&file[2 * at..2 * at + 2], 16).ok())
        .collect();
    for (number, name) in ["..", ".", "../../x.yaml", ""].iter().enumerate() {
        let content = [b"100644 ", name.as_bytes(), b"\0", &bytes].concat();
        let Some(specs) = object(&folder, "tree", &content) else {
            continue;
        };
        let branch_name = format!("odd{number}");
        branch(&folder, &branch_name, &specs).expect("a branch");
        let said = assert_exit(
            &diff(&folder, &format!("git:{branch_name}:specs"), "specs"),
            3,
        );
        assert!(
            said.contains("T0512") && said.contains("an entry called"),
            "{said}"
        );
    }
    let missing = "0123456789".repeat(4);
    let specs = tree(&folder, &[("100644", "blob", &missing, "gone.yaml")]).expect("a folder");
    branch(&folder, "gone", &specs).expect("a branch");
    let said = assert_exit(&diff(&folder, "git:gone:specs", "specs"), 3);
    assert!(
        said.contains("T0512") && said.contains("git does not have object"),
        "{said}"
    );
}

#[test]
fn links_and_submodules_are_told() {
    let Some(folder) = repository("revision_links") else {
        return;
    };
    let weather = object(&folder, "blob", WEATHER.as_bytes()).expect("a file");
    let outside = object(&folder, "blob", b"/etc").expect("a link");
    let above = object(&folder, "blob", b"../../..").expect("a link");
    let within = object(&folder, "blob", b"weather.yaml").expect("a link");
    let commit = git(&folder, &["rev-parse", "HEAD"]).expect("a commit");
    let specs = [
        ("120000", "blob", within.as_str(), "again.yaml"),
        ("120000", "blob", outside.as_str(), "etc"),
        ("120000", "blob", above.as_str(), "above"),
        ("160000", "commit", commit.trim(), "vendor"),
        ("100644", "blob", weather.as_str(), "weather.yaml"),
    ];
    let specs = tree(&folder, &specs).expect("a folder");
    branch(&folder, "links", &specs).expect("a branch");
    let said = assert_exit(&diff(&folder, "git:links:specs", "git:HEAD:specs"), 0);
    for expected in [
        "`specs/above` at revision `links` is a link out of the repository: what it leads to is left out",
        "`specs/etc` at revision `links` is a link out of the repository",
        "`specs/vendor` at revision `links` is a submodule, which is another repository",
    ] {
        assert!(said.contains(expected), "no {expected}: {said}");
    }
    let said = assert_exit(&diff(&folder, "git:links:specs/vendor/x.yaml", "specs"), 2);
    assert!(said.contains("there is no `specs/vendor/x.yaml`"), "{said}");
}
