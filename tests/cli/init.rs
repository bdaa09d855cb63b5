//! `toolc init`.

#[path = "init/modules.rs"]
mod modules;

use super::command::{Folder, WEATHER, stderr};
use std::fs;

#[test]
fn init_writes_what_compiles_and_keeps_what_is_there() {
    let folder = Folder::new("init");
    folder.put("build.rs", "fn main() {}\n");
    assert_eq!(folder.toolc(&["init"]).status.code(), Some(0));
    assert_eq!(
        fs::read_to_string(folder.0.join("build.rs")).expect("kept"),
        "fn main() {}\n"
    );
    let output = folder.toolc(&["check", "specs", "--fail-on", "note"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// What `cargo new` writes.
const NEW: [(&str, &str); 2] = [
    (
        "Cargo.toml",
        "[package]\nname = \"my-agent\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n",
    ),
    (
        "src/main.rs",
        "fn main() {\n    println!(\"Hello, world!\");\n}\n",
    ),
];

#[test]
fn init_adds_what_a_new_crate_lacks_and_says_what_it_left_alone() {
    let folder = Folder::new("init_crate");
    NEW.iter().for_each(|(path, text)| {
        folder.put(path, text);
    });
    let read = |path: &str| fs::read_to_string(folder.0.join(path)).expect(path);
    let unpublished = folder.toolc(&["init"]);
    let said = stderr(&unpublished);
    assert_eq!(unpublished.status.code(), Some(2), "{said}");
    assert!(
        said.contains("toolc is not published") && said.contains("--toolc URL#COMMIT"),
        "{said}"
    );
    assert_eq!(read("Cargo.toml"), NEW[0].1, "nothing names the registry");
    assert!(!folder.0.join("specs").exists(), "{said}");
    let commit = "0123456789abcdef0123456789abcdef01234567";
    let fetched = Folder::new("init_commit");
    NEW.iter().for_each(|(path, text)| {
        fetched.put(path, text);
    });
    let output = fetched.toolc(&[
        "init",
        "--toolc",
        &format!("https://forge.example/toolc#{commit}"),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let manifest = fs::read_to_string(fetched.0.join("Cargo.toml")).expect("a manifest");
    let keys = format!("git = \"https://forge.example/toolc\", rev = \"{commit}\"");
    for expected in [
        format!(
            "\ntoolc-runtime = {{ {keys}, features = [\"providers\", \"terminal\", \"tokio\"] }}\n"
        ),
        format!("\n[build-dependencies]\ntoolc = {{ {keys}, default-features = false }}\n"),
    ] {
        assert!(manifest.contains(&expected), "no {expected}: {manifest}");
    }

    // what an earlier toolc wrote names the registry
    let registry = "[dependencies]\ntoolc-runtime = { version = \"0.1\", features = [\"providers\", \"terminal\", \"tokio\"] }\n\n\
                    [build-dependencies]\ntoolc = { version = \"0.1\", default-features = false }\n";
    folder.put(
        "Cargo.toml",
        &NEW[0].1.replace("[dependencies]\n", registry),
    );
    assert_eq!(folder.toolc(&["init"]).status.code(), Some(2));

    // The clone replaces it; a second run changes nothing.
    folder
        .put("clone/Cargo.toml", "[package]\nname = \"toolc\"\n")
        .put(
            "clone/runtime/Cargo.toml",
            "[package]\nname = \"toolc-runtime\"\n",
        );
    let cloned = folder.toolc(&["init", "--toolc", "clone"]);
    assert_eq!(cloned.status.code(), Some(0), "{}", stderr(&cloned));
    assert!(read("src/main.rs").contains("impl Handle<GetWeather> for Support"));
    let manifest = read("Cargo.toml");
    assert!(manifest.contains(
        "{ path = \"clone/runtime\", features = [\"providers\", \"terminal\", \"tokio\"] }"
    ));
    assert!(manifest.contains("{ path = \"clone\", default-features = false }"));
    assert!(!manifest.contains("version = \"0.1\""), "{manifest}");
    let again = folder.toolc(&["init", "--toolc", "clone"]);
    assert!(!stderr(&again).contains("wrote"), "{}", stderr(&again));
    assert_eq!(read("Cargo.toml"), manifest);
    let wrong = folder.toolc(&["init", "--toolc", "specs"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));

    // The user's own files are kept, and what they lack is reported.
    folder
        .put("src/main.rs", "fn main() {}\n")
        .put("build.rs", "fn main() {}\n")
        .put("Cargo.toml", "[workspace]\n");
    let kept = folder.toolc(&["init", "--toolc", "clone"]);
    for expected in [
        "build.rs: add `toolc::build(\"specs\");`",
        "add `toolc = { path = \"clone\", default-features = false }` to [build-dependencies]",
        "cargo run --example support",
    ] {
        assert!(
            stderr(&kept).contains(expected),
            "no {expected}: {}",
            stderr(&kept)
        );
    }
    assert_eq!(read("src/main.rs"), "fn main() {}\n");
    assert_eq!(read("Cargo.toml"), "[workspace]\n");
    assert!(read("examples/support.rs").contains("include_tools!()"));
}

#[test]
fn what_init_writes_is_found_from_above() {
    let folder = Folder::new("init_above");
    assert_eq!(folder.toolc(&["init"]).status.code(), Some(0));
    for command in ["check", "lock", "check"] {
        let output = folder.toolc(&[command]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stderr(&output).contains("1 tool"), "{}", stderr(&output));
    }
    assert!(folder.0.join("toolc.lock").exists());
}

/// An empty folder is told what to do first, and nothing that cannot work yet.
#[test]
fn init_without_a_crate_promises_no_program() {
    let folder = Folder::new("init_empty");
    let said = stderr(&folder.toolc(&["init"]));
    assert!(
        said.contains("make a crate here with `cargo init`"),
        "{said}"
    );
    assert!(!said.contains("answers two calls"), "{said}");
}

#[test]
fn init_leaves_specs_alone_that_are_there() {
    let worker = "name: desk\ntoolsets: { weather_api: { tools: [get_weather], approval: { default: ask } } }\n";
    for (number, (path, text)) in [
        ("specs/library.yaml", WEATHER),
        (
            "specs/toolc.yaml",
            "tools: { registry: [{ type: file, path: ../library.yaml }] }\n",
        ),
        ("specs/tools/library.yaml", WEATHER),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("init_own_{number}"));
        NEW.iter().for_each(|(path, text)| {
            folder.put(path, text);
        });
        folder
            .put("clone/Cargo.toml", "[package]\nname = \"toolc\"\n")
            .put(
                "clone/runtime/Cargo.toml",
                "[package]\nname = \"toolc-runtime\"\n",
            )
            .put("library.yaml", WEATHER)
            .put("specs/desk.worker.yaml", worker)
            .put(path, text);
        let before = folder.toolc(&["check", "specs"]);
        let made = folder.toolc(&[
            "init",
            "--toolc",
            "clone",
            "--ci",
            "github",
            "--ci",
            "pre-commit",
        ]);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        for written in [
            "specs/weather.yaml",
            "specs/workers",
            "specs/.schema",
            "examples",
        ] {
            assert!(
                !folder.0.join(written).exists(),
                "{written}: {}",
                stderr(&made)
            );
        }
        for written in ["build.rs", "toolc.lock", ".github/workflows/toolc.yml"] {
            assert!(
                folder.0.join(written).exists(),
                "no {written}: {}",
                stderr(&made)
            );
        }
        assert!(
            !stderr(&made).contains("answers two calls"),
            "{}",
            stderr(&made)
        );
        let after = folder.toolc(&["check", "specs", "--require-lock"]);
        assert_eq!(
            (before.status.code(), after.status.code()),
            (Some(0), Some(0)),
            "{}",
            stderr(&after)
        );
        let main = fs::read_to_string(folder.0.join("src/main.rs")).expect("the program");
        assert_eq!(main, NEW[1].1, "no program uses other specs");
        let manifest = fs::read_to_string(folder.0.join("Cargo.toml")).expect("the manifest");
        assert!(
            manifest.contains("toolc-runtime") && !manifest.contains("tokio ="),
            "{manifest}"
        );
    }
}

#[cfg(unix)]
#[test]
fn init_follows_no_link_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    for (number, link) in [
        "specs",
        ".github",
        "Cargo.toml",
        "specs/workers",
        "src/main.rs",
        "toolc.lock",
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("init_link_{number}"));
        let elsewhere = Folder::new(&format!("init_link_{number}_elsewhere"));
        folder
            .put("clone/Cargo.toml", "[package]\nname = \"toolc\"\n")
            .put(
                "clone/runtime/Cargo.toml",
                "[package]\nname = \"toolc-runtime\"\n",
            );
        let path = folder.0.join(link);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        let target = match link {
            "Cargo.toml" | "src/main.rs" => {
                elsewhere.put("file", NEW[0].1);
                elsewhere.0.join("file")
            }
            // a link to nothing would make a file there
            "toolc.lock" => elsewhere.0.join("none"),
            _ => elsewhere.0.clone(),
        };
        symlink(target, &path).expect("a link");
        let output = folder.toolc(&["init", "--toolc", "clone", "--ci", "github"]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{link}: {said}");
        assert!(
            said.contains(link) && said.contains("leads out of the folder"),
            "{said}"
        );
        let there: Vec<_> = fs::read_dir(&elsewhere.0)
            .expect("a folder")
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert!(there.is_empty() || there == ["file"], "{link}: {there:?}");
        assert!(!folder.0.join("build.rs").exists(), "{link}: {said}");
    }
}

#[test]
fn a_description_is_what_a_folder_begins_with() {
    let folder = Folder::new("init_openapi");
    let api = fs::read_to_string("tests/serve/specs/shop.openapi.yaml").expect("the API");
    folder.put("shop.yaml", &api);
    let output = folder.toolc(&["init", "--openapi", "shop.yaml"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("2 of 7 tools granted, and each call is asked about"),
        "{said}"
    );
    assert!(said.contains("toolc serve --stdio"), "{said}");
    assert!(!said.contains("cargo"), "there is no crate: {said}");
    let read = |path: &str| fs::read_to_string(folder.0.join(path)).expect(path);
    assert_eq!(read("specs/shop.openapi.yaml"), api);
    let worker = read("specs/workers/agent.yaml");
    assert!(
        worker.contains("\n      - findOrder # Find an order.\n"),
        "{worker}"
    );
    assert!(
        worker.contains("\n      # - dropOrder # Drop an order.\n"),
        "{worker}"
    );
    let output = folder.toolc(&["check", "specs"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));

    // what was written is not written again
    let before = worker.replace("# - dropOrder", "- dropOrder");
    folder.put("specs/workers/agent.yaml", &before);
    let output = folder.toolc(&["init", "--openapi", "shop.yaml"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("there are specs already"),
        "{}",
        stderr(&output)
    );
    assert_eq!(read("specs/workers/agent.yaml"), before);
}

/// What frameworks write: a service on this machine, a path without a host, or no server at all.
#[test]
fn a_description_without_a_public_address_has_an_engine_that_may_call_it() {
    let api = fs::read_to_string("tests/serve/specs/shop.openapi.yaml").expect("the API");
    let (before, rest) = api.split_once("servers:").expect("servers");
    let (_, after) = rest.split_once("\npaths:").expect("paths");
    for (name, servers, engine) in [
        (
            "here",
            "servers: [{ url: \"http://127.0.0.1:8931\" }]",
            "shop: { type: http, private: true }",
        ),
        (
            "path",
            "servers: [{ url: /v1 }]",
            "shop: { type: http, base_url: \"http://127.0.0.1:8080\", private: true }",
        ),
        (
            "none",
            "",
            "shop: { type: http, base_url: \"http://127.0.0.1:8080\", private: true }",
        ),
        (
            "public",
            "servers: [{ url: \"https://shop.example\" }]",
            "shop: { type: http }",
        ),
    ] {
        let folder = Folder::new(&format!("init_openapi_{name}"));
        folder.put("shop.yaml", &format!("{before}{servers}\npaths:{after}"));
        let output = folder.toolc(&["init", "--openapi", "shop.yaml"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
        let config = fs::read_to_string(folder.0.join("specs/toolc.yaml")).expect("written");
        assert!(config.contains(engine), "{name}: {config}");
        let output = folder.toolc(&["check", "specs"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
    }
}

#[test]
fn what_is_no_description_is_refused_before_anything_is_written() {
    let folder = Folder::new("init_no_openapi");
    folder.put("notes.yaml", "a: 1\n").put(
        "empty.yaml",
        "openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths: {}\n",
    );
    for (file, code) in [("nowhere.yaml", 2), ("notes.yaml", 1), ("empty.yaml", 2)] {
        let output = folder.toolc(&["init", "--openapi", file]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{file}: {}",
            stderr(&output)
        );
        assert!(!folder.0.join("specs").exists(), "{file}");
    }
}

/// A device never ends, and nobody writes to a pipe.
#[cfg(unix)]
#[test]
fn a_description_that_is_no_file_is_not_waited_for() {
    let folder = Folder::new("init_pipe");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.0.join("pipe.yaml"))
        .status();
    assert!(made.expect("mkfifo runs").success());
    for source in ["pipe.yaml", "/dev/zero", "."] {
        let output = folder.toolc(&["init", "--openapi", source]);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{source}: {}",
            stderr(&output)
        );
        assert!(
            stderr(&output).contains("it is not a file"),
            "{source}: {}",
            stderr(&output)
        );
    }
}
