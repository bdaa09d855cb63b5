//! Hostile files: nested too deeply, too large, truncated, not UTF-8, missing.

use crate::support::{assert_answered, codes, compile_path, compile_text, folder};
use serde_json::json;
use std::fs;

const TOOL: &str = r#"[{ "name": "probe", "description": "A tool.", "parameters": { "type": "object", "properties": { "x": { "type": "string" } } } }]"#;

const YAML: &str = "\
api:
  - name: probe
    description: A tool.
    parameters:
      type: object
      properties: { x: { type: string, enum: [\"a\", 'b', c] } }
      required: [x]
";

fn assert_code(name: &str, text: &str, code: &str) {
    let found = codes(&compile_text(name, text));
    assert!(found.iter().any(|found| found == code), "{name}: {found:?}");
}

#[test]
fn ten_thousand_levels() {
    let json = [
        "[".repeat(10_000),
        "{\"a\":".repeat(10_000),
        "[".repeat(10_000) + &"]".repeat(10_000),
        format!(
            "[{}1{}]",
            "{\"properties\":{\"x\":".repeat(5_000),
            "}}".repeat(5_000)
        ),
    ];
    for text in &json {
        assert_code("deep.json", text, "T0106");
        assert_answered("deep.yaml", &compile_text("deep.yaml", text));
    }
    let block: String = (0..10_000)
        .map(|depth| " ".repeat(depth.min(2_000)) + "- a:\n")
        .collect();
    assert_answered("block.yaml", &compile_text("block.yaml", &block));
    let dashes = "- ".repeat(10_000) + "x";
    assert_answered("dashes.yaml", &compile_text("dashes.yaml", &dashes));
    let keys: String = (0..2_000).map(|depth| " ".repeat(depth) + "a:\n").collect();
    assert_answered("keys.yaml", &compile_text("keys.yaml", &keys));
    let complex = "? ".repeat(10_000);
    assert_answered("complex.yaml", &compile_text("complex.yaml", &complex));
}

#[test]
fn as_deep_as_is_allowed() {
    for levels in [10, 60, 120, 240] {
        let mut schema = json!({ "type": "string" });
        for _ in 0..levels {
            schema = json!({ "type": "object", "properties": { "x": schema } });
        }
        let text = json!([{ "name": "probe", "description": "A tool.", "parameters": schema }]);
        let outcome = compile_text("deep.json", &text.to_string());
        assert_answered(&format!("{levels} levels"), &outcome);
        let mut list = json!({ "type": "string" });
        for _ in 0..levels {
            list = json!({ "type": "array", "items": list });
        }
        let parameters = json!({ "type": "object", "properties": { "x": list } });
        let text = json!([{ "name": "probe", "description": "A tool.", "parameters": parameters }]);
        assert_answered("lists", &compile_text("list.json", &text.to_string()));
        let default = format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        let text = format!(
            "[{{ \"name\": \"probe\", \"description\": \"A tool.\", \"parameters\": {{ \"type\": \"object\", \"properties\": {{ \"x\": {{ \"default\": {default}, \"enum\": [{default}, 1] }} }} }} }}]"
        );
        assert_answered("values", &compile_text("value.json", &text));
    }
}

#[test]
fn alias_bombs() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..30 {
        let alias = format!("*a{}", level - 1);
        let row = vec![alias; 10].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{row}]\n"));
    }
    assert_code("bomb.yaml", &bomb, "T0107");
    let text = "x".repeat(100_000);
    let copies = vec!["*a"; 10_000].join(", ");
    let large = format!("a: &a {text}\nb: [{copies}]\n");
    assert_answered("large.yaml", &compile_text("large.yaml", &large));
    let itself = "a: &a [*a]\nb: &b { c: *b }\n";
    assert_answered("itself.yaml", &compile_text("itself.yaml", itself));
    let merged: String = (1..40)
        .map(|level| {
            format!(
                "m{level}: &m{level} {{ <<: [*m{0}, *m{0}], k{level}: 1 }}\n",
                level - 1
            )
        })
        .collect();
    let merged = format!("m0: &m0 {{ k: 1 }}\n{merged}");
    assert_answered("merged.yaml", &compile_text("merged.yaml", &merged));
}

#[test]
fn fifty_megabytes() {
    let folder = folder("large");
    let large = "x".repeat(50 << 20);
    fs::write(folder.join("large.yaml"), &large).expect("written");
    fs::write(folder.join("large.json"), &large).expect("written");
    fs::write(folder.join("tools.json"), TOOL).expect("written");
    let outcome = compile_path(&folder);
    let found = codes(&outcome)
        .iter()
        .filter(|code| *code == "T0102")
        .count();
    assert_eq!(found, 2, "{:?}", codes(&outcome));
}

#[test]
fn many_values_in_few_bytes() {
    let zeros = format!("[{}0]", "0,".repeat(3_000_000));
    assert_code("zeros.json", &zeros, "T0102");
    let spaces = " ".repeat(4 << 20);
    assert_answered("spaces.json", &compile_text("spaces.json", &spaces));
    assert_answered("spaces.yaml", &compile_text("spaces.yaml", &spaces));
    let lines = "\n".repeat(1 << 20);
    assert_answered("lines.yaml", &compile_text("lines.yaml", &lines));
    let comments = "#\n".repeat(1 << 20);
    assert_answered("comments.yaml", &compile_text("comments.yaml", &comments));
    let line = format!("a: \"{}", "\\u0041".repeat(200_000));
    assert_answered("line.yaml", &compile_text("line.yaml", &line));
}

#[test]
fn cut_off_anywhere() {
    for (name, text) in [("cut.json", TOOL), ("cut.yaml", YAML)] {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert_answered(&format!("{name} {end}"), &compile_text(name, &text[..end]));
        }
    }
}

#[test]
fn bytes_that_are_no_text() {
    let folder = folder("bytes");
    let rows: &[(&str, &[u8])] = &[
        ("latin.json", b"[{\"name\":\"gr\xfc\xdfe\"}]"),
        ("lone.yaml", b"a: \xed\xa0\x80"),
        ("overlong.yaml", b"a: \xc0\xaf"),
        ("cut.yaml", b"a: \xf0\x9f\xa6"),
        ("half.utf16.yaml", b"\xff\xfea\0:\0 \x001"),
        (
            "binary.json",
            b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x80\x81",
        ),
    ];
    for (name, bytes) in rows {
        fs::write(folder.join(name), bytes).expect("written");
    }
    let outcome = compile_path(&folder);
    let found = codes(&outcome)
        .iter()
        .filter(|code| *code == "T0103")
        .count();
    assert_eq!(found, rows.len(), "{:?}", codes(&outcome));
}

#[test]
fn empty_files_and_marks() {
    for text in [
        "",
        "\n",
        "---\n",
        "...\n",
        "# nothing\n",
        "null",
        "~",
        "{}",
        "[]",
        "\u{0}",
        "\u{feff}",
    ] {
        for name in ["empty.json", "empty.yaml"] {
            assert_answered(text, &compile_text(name, text));
        }
    }
    let folder = folder("marks");
    fs::write(folder.join("a.json"), format!("\u{feff}{TOOL}")).expect("written");
    fs::write(folder.join("b.yaml"), format!("\u{feff}{YAML}")).expect("written");
    fs::write(
        folder.join("c.yaml"),
        YAML.replace("probe", "other").replace('\n', "\r\n"),
    )
    .expect("written");
    fs::write(
        folder.join("d.json"),
        format!(
            "\r\n{}\r\n",
            TOOL.replace("probe", "last").replace("{ ", "{\r\n")
        ),
    )
    .expect("written");
    fs::write(folder.join("empty.yaml"), "").expect("written");
    let outcome = compile_path(&folder);
    assert_eq!(outcome.summary.tools, 4, "{:?}", codes(&outcome));
}

#[test]
fn keys_that_stand_twice() {
    for (name, text) in [
        ("twice.json", TOOL.replace("\"x\":", "\"x\": {}, \"x\":")),
        (
            "escaped.json",
            TOOL.replace("\"x\":", "\"x\": {}, \"\\u0078\":"),
        ),
        ("twice.yaml", YAML.replace("{ x:", "{ x: {}, x:")),
        ("quoted.yaml", YAML.replace("{ x:", "{ x: {}, \"\\x78\":")),
    ] {
        assert_code(name, &text, "T0108");
    }
    let many: String = (0..100_000).map(|_| "\"k\":1,").collect();
    let text = format!("[{{\"name\":\"x\",\"parameters\":{{{many}\"z\":1}}}}]");
    assert_code("many.json", &text, "T0108");
}

#[cfg(unix)]
#[test]
fn links_and_folders_where_files_should_be() {
    use std::os::unix::fs::symlink;
    let folder = folder("links");
    fs::write(folder.join("tools.json"), TOOL).expect("written");
    fs::create_dir_all(folder.join("a/b")).expect("folders");
    symlink(&folder, folder.join("a/b/up")).expect("a link");
    symlink("loop.json", folder.join("loop.json")).expect("a link");
    symlink("nowhere.json", folder.join("dangling.json")).expect("a link");
    symlink("tools.json", folder.join("same.json")).expect("a link");
    fs::create_dir(folder.join("folder.json")).expect("a folder");
    fs::write(folder.join("folder.json/inner.yaml"), YAML).expect("written");
    let outcome = compile_path(&folder);
    let found = codes(&outcome);
    assert!(found.contains(&"T0101".to_owned()), "{found:?}");
    assert_eq!(outcome.summary.tools, 2, "{found:?}");
}

#[cfg(unix)]
#[test]
fn a_device_is_not_a_file() {
    let found = codes(&compile_path(std::path::Path::new("/dev/zero")));
    assert_eq!(found, ["T0101"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_specs_is_not_waited_for() {
    let folder = folder("pipe");
    fs::create_dir_all(folder.join("artifacts")).expect("a folder");
    fs::write(folder.join("tool.json"), TOOL).expect("written");
    for name in ["pipe.json", "artifacts/index.json"] {
        let made = std::process::Command::new("mkfifo")
            .arg(folder.join(name))
            .status();
        assert!(made.is_ok_and(|status| status.success()), "{name}");
    }
    let outcome = compile_path(&folder);
    assert_eq!(
        codes(&outcome)
            .iter()
            .filter(|code| **code == "T0101")
            .count(),
        2,
        "{:?}",
        codes(&outcome)
    );
}

#[test]
fn hostile_file_names() {
    let folder = folder("file_names");
    let names = [
        "q\"uote.json",
        "bra{ce}s{{items}}.json",
        "star*slash#.json",
        "back`tick.json",
        "new\nline.json",
        "bidi\u{202e}.json",
        "self.json",
        "-.json",
        "a..json",
        "r#fn.yaml",
        "日本.json",
        "CON.json",
    ];
    for (index, name) in names.iter().enumerate() {
        let text = TOOL.replace("probe", &format!("probe_{index}"));
        fs::write(folder.join(name), text).expect("written");
    }
    let outcome = compile_path(&folder);
    assert_eq!(outcome.summary.tools, names.len(), "{:?}", codes(&outcome));
    assert!(!outcome.artifacts.is_empty(), "{:?}", codes(&outcome));
}
