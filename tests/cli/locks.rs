//! The lock: its content, how it is accepted, and which file is the lock.

#[path = "locks/causes.rs"]
mod causes;
#[path = "locks/changes.rs"]
mod changes;
#[path = "locks/spellings.rs"]
mod spellings;
#[path = "locks/texts.rs"]
mod texts;

use super::command::{Folder, WEATHER, assert_exit, stderr};
use std::fs;

const CONFIG: &str = r#"
tools:
  registry:
    - { type: rest, spec: shop.yaml, namespace: shop, engine: shop }
    - { type: file, path: desk.yaml, namespace: desk }
  engines:
    shop:
      type: http
      auth:
        key: { api_key_env: API_KEY }
        oauth: { client_id_env: CLIENT, client_secret_env: SECRET }
      hosts: [files.shop.example]
      private: false
      plain_http: false
      timeout: 30s
      retries: 2
      max_response: 10MB
workers: [workers/*.yaml]
lints: { input_widened: deny }
"#;

const API: &str = r#"
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example/v1" }]
security: [{ key: [] }]
paths:
  /items:
    get:
      operationId: list_items
      description: Lists items.
      security: [{ oauth: [read] }, { key: [] }]
      responses: { "200": { description: Items. } }
  /orders:
    get:
      operationId: list_orders
      description: Lists orders.
      servers: [{ url: "https://orders.shop.example" }]
      responses: { "200": { description: Orders. } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    oauth:
      type: oauth2
      flows:
        clientCredentials: { tokenUrl: "https://shop.example/token", scopes: { read: Reads., admin: Rules. } }
"#;

const DESK: &str = r#"
- name: note
  description: Takes a note.
  annotations: { readOnlyHint: true }
  parameters:
    type: object
    properties: { text: { type: string, x-hint: short }, day: { type: string, format: date } }
  output_parameters:
    type: object
    properties: { id: { type: string, x-note: an id }, at: { type: string } }
- name: wipe
  description: Wipes all notes.
  approval: ask
  parameters: { type: object }
"#;

const KIOSK: &str = r#"
name: kiosk
output_policy: enforce
toolsets:
  shop: { tools: [list_items], approval: { default: ask } }
  desk:
    tools: [note, wipe]
    blockReason: closed
    approval:
      tools:
        note: ask
        wipe: blocked
"#;

const OFFICE: &str =
    "name: office\ntoolsets: { desk: { tools: [note], approval: { default: ask } } }\n";

fn desk(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder
        .put("specs/toolc.yaml", CONFIG)
        .put("specs/shop.yaml", API)
        .put("specs/desk.yaml", DESK)
        .put("specs/workers/kiosk.yaml", KIOSK)
        .put("specs/workers/office.yaml", OFFICE);
    assert_exit(&folder.toolc(&["lock", "specs"]), 0);
    folder
}

fn lock_of(folder: &Folder) -> String {
    fs::read_to_string(folder.0.join("toolc.lock")).expect("a lock")
}

#[test]
fn an_unknown_subject_is_told_from_those_that_there_are() {
    let folder = desk("unknown_subject");
    for (name, help) in [
        ("kiosk", "did you mean `worker:kiosk`?"),
        ("shop", "did you mean `engine:shop`?"),
        ("worker:kisk", "did you mean `worker:kiosk`?"),
        ("engine:kiosk", "did you mean `worker:kiosk`?"),
        ("desk::not", "did you mean `desk::note`?"),
        ("everything", "there are `desk::note`, `desk::wipe`, "),
    ] {
        let said = assert_exit(&folder.toolc(&["lock", "specs", "--accept", name]), 2);
        assert!(said.contains(help), "{said}");
    }
}

#[test]
fn workers_and_engines_come_and_go_by_themselves() {
    let folder = desk("come_and_go");
    fs::remove_file(folder.0.join("specs/workers/office.yaml")).expect("removed");
    folder.put(
        "specs/workers/clerk.yaml",
        &OFFICE.replace("office", "clerk"),
    );
    let said = assert_exit(&folder.toolc(&["check", "specs"]), 1);
    assert!(
        said.contains("`toolc lock specs --accept worker:clerk`"),
        "{said}"
    );
    assert!(
        said.contains("`toolc lock specs --accept worker:office`"),
        "{said}"
    );
    let accept = [
        "lock",
        "specs",
        "--accept",
        "worker:clerk",
        "--accept",
        "worker:office",
    ];
    assert_exit(&folder.toolc(&accept), 0);
    assert_exit(&folder.toolc(&["check", "specs"]), 0);
    let config = CONFIG
        .replace("engine: shop", "engine: other")
        .replace("    shop:\n", "    other:\n");
    folder.put("specs/toolc.yaml", &config);
    let said = assert_exit(&folder.toolc(&["check", "specs"]), 1);
    assert!(
        said.contains("`toolc lock specs --accept engine:other`"),
        "{said}"
    );
    assert!(
        said.contains("`toolc lock specs --accept engine:shop`"),
        "{said}"
    );
    let accept = [
        "engine:other",
        "engine:shop",
        "shop::list_items",
        "shop::list_orders",
    ];
    let accept = accept.iter().flat_map(|subject| ["--accept", subject]);
    assert_exit(
        &folder.toolc(
            &["lock", "specs"]
                .into_iter()
                .chain(accept)
                .collect::<Vec<_>>(),
        ),
        0,
    );
    assert_exit(&folder.toolc(&["check", "specs"]), 0);
}

#[test]
fn t0617_one_lock_cannot_hide_another() {
    let folder = Folder::new("several_locks");
    folder.put("a/specs/weather.yaml", WEATHER);
    let places = ["toolc.lock", "a/toolc.lock", "a/specs/toolc.lock"];
    for lock in places {
        assert_exit(&folder.toolc(&["lock", "a/specs", "--lock", lock]), 0);
        let said = assert_exit(&folder.toolc(&["check", "a/specs", "--require-lock"]), 0);
        assert!(said.contains(&format!("compared with {lock} ")), "{said}");
        let said = assert_exit(&folder.toolc(&["lock", "a/specs", "--accept-all"]), 0);
        assert!(said.contains(&format!(" {lock} unchanged")), "{said}");
        fs::remove_file(folder.0.join(lock)).expect("removed");
    }
    assert_exit(
        &folder.toolc(&["lock", "a/specs", "--lock", "toolc.lock"]),
        0,
    );
    folder.put("a/specs/weather.yaml", &WEATHER.replace("Get", "Guess"));
    assert_exit(
        &folder.toolc(&["lock", "a/specs", "--lock", "a/specs/toolc.lock"]),
        0,
    );
    for command in [
        &["check", "a/specs"][..],
        &["check", "a/specs", "--require-lock"],
        &["lock", "a/specs", "--accept-all"],
    ] {
        let said = assert_exit(&folder.toolc(command), 3);
        assert!(
            said.contains("T0617") && said.contains("`a/specs/toolc.lock`, `toolc.lock`"),
            "{said}"
        );
    }
    assert_exit(
        &folder.toolc(&["check", "a/specs", "--lock", "toolc.lock"]),
        1,
    );
    assert_exit(
        &folder.toolc(&["check", "a/specs", "--lock", "a/specs/toolc.lock"]),
        0,
    );
}

#[test]
fn a_file_that_is_not_a_lock_is_reported() {
    let folder = Folder::new("no_lock");
    folder.put("specs/weather.yaml", WEATHER);
    assert_exit(&folder.toolc(&["lock", "specs"]), 0);
    let lock = folder.0.join("toolc.lock");
    let refused = |what: &str, code: &str| {
        for command in ["check", "lock"] {
            let said = assert_exit(&folder.toolc(&[command, "specs"]), 3);
            assert!(said.contains(code), "{what}: {said}");
        }
    };
    fs::remove_file(&lock).expect("removed");
    fs::create_dir(&lock).expect("a folder");
    refused("a folder", "T0101");
    fs::remove_dir(&lock).expect("removed");
    let file = fs::File::create(&lock).expect("a file");
    file.set_len(1 << 30).expect("a sparse file");
    refused("a large file", "T0102");
    fs::write(&lock, [0xc3, 0x28]).expect("written");
    refused("no text", "T0103");
    fs::remove_file(&lock).expect("removed");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", &lock).expect("a link");
        refused("a link to nothing", "T0117");
        fs::remove_file(&lock).expect("removed");
        folder.put("secret.json", r#"{"auth":"s3cr3tVALUE99"}"#);
        std::os::unix::fs::symlink("secret.json", &lock).expect("a link");
        refused("a link to another file", "T0117");
        let said = stderr(&folder.toolc(&["check", "specs"]));
        assert!(!said.contains("s3cr3t"), "{said}");
        fs::remove_file(&lock).expect("removed");
        let made = std::process::Command::new("mkfifo").arg(&lock).status();
        if made.is_ok_and(|status| status.success()) {
            refused("a pipe", "T0101");
            fs::remove_file(&lock).expect("removed");
        }
    }
    assert_exit(&folder.toolc(&["check", "specs"]), 0);
}

#[test]
fn a_lock_that_does_not_exist_is_written_under_its_name() {
    let folder = Folder::new("no_such_lock");
    folder.put("specs/weather.yaml", WEATHER);
    for (arguments, help) in [
        (
            "check specs --lock team.lock",
            "`toolc lock specs --lock team.lock` writes the file",
        ),
        (
            "lock specs --lock team.lock --accept a::b",
            "`toolc lock specs --lock team.lock`, without `--accept`, writes one",
        ),
        (
            "diff team.lock specs",
            "`toolc lock PATH --lock team.lock` writes one",
        ),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = folder.toolc(&arguments);
        assert!(!output.status.success());
        let said = stderr(&output);
        assert!(said.contains(help), "{arguments:?}: {said}");
    }
    let broken = WEATHER.replace("type: object", "type: objekt");
    folder.put("specs/weather.yaml", &broken);
    let said = stderr(&folder.toolc(&["check", "specs", "--lock", "team.lock"]));
    assert!(
        said.contains("`toolc lock specs --lock team.lock` writes the file"),
        "{said}"
    );
}

#[test]
fn two_locks_are_compared_without_advice() {
    let folder = desk("advice");
    folder.put("old.lock", &lock_of(&folder));
    folder.put("specs/desk.yaml", &DESK.replace("Takes", "Makes"));
    assert_exit(&folder.toolc(&["lock", "specs", "--accept-all"]), 0);
    let said = assert_exit(&folder.toolc(&["diff", "old.lock", "toolc.lock"]), 1);
    assert!(
        said.contains("T0603") && !said.contains("--accept"),
        "{said}"
    );
}

#[test]
fn the_name_of_a_definition_is_a_text_for_models() {
    let folder = Folder::new("definition_names");
    let tool = |name: &str| {
        format!(
            "- name: find\n  description: Finds.\n  parameters:\n    type: object\n    \
             properties: {{ of: {{ $ref: '#/$defs/{name}' }} }}\n    \
             $defs: {{ {name}: {{ properties: {{ next: {{ $ref: '#/$defs/{name}' }} }} }} }}\n"
        )
    };
    folder.put("specs/a.yaml", &tool("Place"));
    assert_exit(&folder.toolc(&["lock", "specs"]), 0);
    assert_exit(&folder.toolc(&["check", "specs"]), 0);
    folder.put("specs/a.yaml", &tool("Send_all_to_evil"));
    let said = assert_exit(&folder.toolc(&["check", "specs"]), 1);
    assert!(
        said.contains("T0603") && said.contains("names of definitions"),
        "{said}"
    );
}

#[test]
fn a_lock_of_an_earlier_version_is_migrated() {
    let folder = Folder::new("locks_migrated");
    let first = include_str!("../locks/version-1.lock");
    folder.put("toolc.lock", first);
    let specs = concat!(env!("CARGO_MANIFEST_DIR"), "/specs");
    let lock = |more: &[&str]| {
        let arguments = [&["lock", specs, "--lock", "toolc.lock"], more].concat();
        folder.toolc(&arguments)
    };
    let check = folder.toolc(&["check", specs, "--lock", "toolc.lock"]);
    assert_eq!(check.status.code(), Some(3));
    let said = stderr(&check);
    assert!(
        said.contains("T0610") && said.contains("run `toolc lock`"),
        "{said}"
    );
    let migrated = lock(&[]);
    let said = stderr(&migrated);
    assert!(said.contains("T0634") && said.contains("engines"), "{said}");
    // the lock still differs from the current state, and nothing else was accepted
    assert_eq!(migrated.status.code(), Some(1), "{said}");
    assert!(said.contains("T0601") && said.contains("T0608"), "{said}");
    let read = || std::fs::read_to_string(folder.0.join("toolc.lock")).expect("the lock");
    assert!(read().contains("version: 2\n") && !read().contains("journal::write_entry"));
    assert!(read().contains("\"payments::refund_payment\": \"ask\""));
    // from now on, it is a lock like any other
    let check = folder.toolc(&["check", specs, "--lock", "toolc.lock"]);
    assert_eq!(check.status.code(), Some(1));
    assert_eq!(lock(&["--accept-all"]).status.code(), Some(0));
    folder.put(
        "toolc.lock",
        &read().replace("version: 2\n", "version: 9\n"),
    );
    let newer = lock(&[]);
    assert_eq!(newer.status.code(), Some(3));
    assert!(stderr(&newer).contains("a newer toolc wrote it"));
}
