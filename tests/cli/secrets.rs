//! Findings reveal no secret.

use super::command::{Folder, stderr, stdout};

/// Files with errors beside secrets. Nothing that contains `hush` may be printed.
const SECRETS: &[(&str, &str)] = &[
    (
        "specs/toolc.yaml",
        "tools:
  registry:
    - { type: mcp, snapshot: hr.mcp.json, namespace: hr, headers: { Authorization: Bearer hush1 }, transprt: sse }
    - { type: mcp, url: \"https://bob:hush2@hr.example/mcp\", namespace: hr_two }
    - { type: file, path: \"broken.*\" }
  engines:
    a: { type: http, base_url: \"https://bob:hush3@a.example\", auth: { bearer: hush4, tken: hush5 } }
    b: { type: http, auth: { bearer_env: \"hush 6\" }, timeout: 3 }
    c: { type: mcp, env: { API_KEY: hush7 }, args: [--token, hush8] }
    d: { type: http, auth: hush9 }
    e:
      type: http
      auth:
        password: |
          hush10
          hush11
",
    ),
    ("specs/hr.mcp.json", r#"{"tools": [{"name": "find", "inputSchema": {}}]}"#),
    (
        "specs/worker.yaml",
        "name: w\ninstructions: x\napi_key: hush12\ntoolsets: { hr: { tools: [find], tokn: hush13, token: hush14 } }\n",
    ),
    ("specs/broken.yaml", "auth: { token: hush15, a: [}\n"),
    ("specs/alias.yaml", "auth:\n  token: *hush17\n"),
    ("specs/dash.yaml", "auth:\n  - a: b\n  -token:hush18\n"),
    ("specs/deep.yaml", "auth: a\n token: hush19\n"),
    ("specs/broken.json", r#"{"api_key": "hush16" "a": 1}"#),
];

#[test]
fn no_form_of_a_finding_shows_a_secret() {
    let folder = Folder::new("secrets");
    for (path, text) in SECRETS {
        folder.put(path, text);
    }
    for format in ["human", "json", "sarif", "github"] {
        let checked = folder.toolc(&["check", "specs", "-v", "--format", format]);
        let text = format!("{}{}", stdout(&checked), stderr(&checked));
        // an unknown key may have any value
        let shown = text.replace("tokn: hush13", "");
        assert!(!shown.contains("hush"), "{format}: {shown}");
        assert!(text.contains("T0231"), "{format}: {text}");
    }
    let text = stderr(&folder.toolc(&["build", "specs"]));
    for code in ["T0104", "T0105", "T0207", "T0208", "T0235"] {
        assert!(text.contains(code), "{code}: {text}");
    }
    assert!(!text.replace("tokn: hush13", "").contains("hush"), "{text}");
}

#[test]
fn what_is_only_called_like_a_secret_is_none() {
    let folder = Folder::new("no_secrets");
    folder.put(
        "specs/toolc.yaml",
        "lints: { missing_credential: deny }
rust: { formats: { password: \"crate::Password\" } }
tools:
  registry:
    - type: inline
      namespace: auth
      tools:
        - name: create_token
          description: Creates a token.
          parameters: { type: object, properties: { password: { type: string, default: abcdef } }, examples: [{ password: abcdef }] }
workers: [worker.yaml]
",
    );
    folder.put(
        "specs/worker.yaml",
        "name: w\ntoolsets:\n  auth: { tools: [create_tokn], approval: { tools: { create_token: ask } }, blockReason: a person does it }\n",
    );
    let text = stderr(&folder.toolc(&["check", "specs"]));
    assert!(!text.contains("T0231"), "{text}");
    assert!(text.contains("unknown tool `create_tokn`"), "{text}");
    assert!(text.contains("create_token: ask"), "{text}");
}
