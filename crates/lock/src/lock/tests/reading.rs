//! Texts that are not a lock, and unusual ones that are.

use super::super::take::take_catalog;
use super::super::write_lock;
use super::{read_text, sample};
use toolc_model::model::sample::{sample_catalog, sample_tool};

#[test]
fn malformed_locks_are_named() {
    let rows = [
        ("[]", "expected a mapping, found a list"),
        ("tools: {}", "the key `version` is missing"),
        (
            "version: 1\ntools: {}",
            "it has version `1`, but this toolc reads version 2: an older toolc wrote it, and it lacks some of what is compared",
        ),
        (
            "version: 3\ntools: {}",
            "it has version `3`, but this toolc reads version 2: a newer toolc wrote it",
        ),
        (
            "version: 2\ntools: {}\nworkers: {}",
            "the key `definitions` is missing",
        ),
        (
            "version: 2\ntools: {}\ndefinitions: {}\nworkers: {}",
            "the key `engines` is missing",
        ),
        ("version: 2\ntoolz: {}", "unknown key `toolz`"),
        (
            "version: 2\ntools: {}\ndefinitions: {}\nengines: {}\nworkers: {w: {grants: {a: maybe}, blocked: {}}}",
            "expected `preApproved`, `ask` or `blocked`",
        ),
        (
            "version: 2\ntools: {}\ndefinitions: {}\nengines: {}\nworkers: {}\n",
            "this line is not what `toolc lock` writes",
        ),
        (
            "version: 2\n<<<<<<< HEAD\ntools: {}\n=======\n",
            "git could not merge two versions of it",
        ),
    ];
    for (text, expected) in rows {
        let (lock, diagnostics) = read_text(text);
        assert!(lock.is_none());
        let messages: Vec<&str> = diagnostics
            .iter()
            .map(|found| found.message.as_str())
            .collect();
        assert_eq!(messages, [format!("malformed lock: {expected}")], "{text}");
    }
}

/// A text may differ from that of a lock only in ways that an editor or another system causes.
#[test]
fn only_the_text_of_toolc_lock_is_a_lock() {
    let text = write_lock(&take_catalog(&sample()));
    let windows = text.replace('\n', "\r\n");
    for same in [&text, &windows] {
        assert!(read_text(same).0.is_some());
    }
    let line = "    wire_name: \"a__";
    let forms = [
        text.replacen(line, &format!("    # reviewed\n{line}"), 1),
        text.replacen(line, &format!("    <<: {{title: \"evil\"}}\n{line}"), 1),
        text.replacen(line, &line.replace("    wire", "    \"wire"), 1)
            .replacen("\"wire_name:", "\"wire_name\":", 1),
        text.replacen("definitions: {}", "definitions:  {}", 1),
        text.replacen("definitions: {}", "definitions: {} # none", 1),
        format!("{text}\n"),
        text.trim_end().to_owned(),
        format!("{text}# more\n"),
        format!("{text}...\n"),
        text.replacen('\n', "\r", 1),
        text.replacen("\n", "\r\r\n", 1),
    ];
    for form in forms {
        assert_ne!(form, text);
        let (read, diagnostics) = read_text(&form);
        let found: Vec<_> = diagnostics.iter().collect();
        assert!(read.is_none(), "{form}");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].help.contains("toolc lock"), "{found:?}");
    }
}

#[test]
fn odd_texts_survive() {
    const TEXTS: &[&str] = &[
        "",
        " ",
        "\n",
        "\na",
        "a\n",
        "a\n\n",
        "a\n\nb",
        "a \nb",
        "a\n b\n",
        "a\n\tb",
        "\ta\nb",
        "a\r\nb",
        "- a\n- b",
        "# a\nb",
        "a: b\nc: d",
        "---\na",
        "a\n---\nb",
        "...\na",
        "a\n...\nb",
        "%YAML 1.2\n---",
        "| a\nb",
        "> a\nb",
        "'a\nb",
        "\"a\nb",
        "a\u{85}b\nc",
        "a\u{2028}b\nc",
        "\u{feff}a\nb",
        "a\u{0}b",
        "a\u{7f}b",
        "a\u{fffe}\nb",
        "😀\nb",
        "e\u{301}\n",
        "&a\n*a",
        "!x\ny",
        "{a: b}\n[c]",
        "null",
        "~",
        "true",
        "1e5",
        "0x1f",
        "<<",
        "? a",
        "a #b",
        "a\\nb",
        "\\",
        "\"",
        "\u{e0041}\nb",
        "a\u{200d}b\nc",
        "\u{202e}",
    ];
    for text in TEXTS {
        let mut quoted = String::new();
        toolc_runtime::json::write_string(text, &mut quoted);
        let schema = format!(
            r#"{{"properties":{{{quoted}:{{"description":{quoted},"enum":[{quoted}]}}}}}}"#
        );
        let mut odd = sample_tool("ns", text, &schema);
        odd.description = (*text).to_owned();
        let lock = take_catalog(&sample_catalog(vec![odd]));
        let written = write_lock(&lock);
        let (read, diagnostics) = read_text(&written);
        let found: Vec<_> = diagnostics.iter().collect();
        let read = read.unwrap_or_else(|| panic!("{text:?} {found:?}\n{written}"));
        assert_eq!(read.tools[0].description, *text);
        assert_eq!(read.tools[0].name, lock.tools[0].name);
        assert_eq!(
            read.tools[0].input.to_canonical_json(),
            lock.tools[0].input.to_canonical_json()
        );
    }
}
