//! Spellings by which somebody might try to get below a folder, or past a prefix, that a rule allows.

use toolc_runtime::{Approval, CalledBy, rule};

/// Returns whether a condition on `/v` holds for a string there.
fn holds(test: rule::Test, text: &str) -> bool {
    let when = rule::When {
        steps: &[rule::Step::Key("v")],
        tests: Vec::leak(vec![test]),
    };
    let rule = rule::Rule {
        when: Vec::leak(vec![when]),
        approval: Approval::Ask,
        reason: "",
        place: "",
    };
    let plain = serde_json::json!({ "v": text }).to_string();
    let units: String = text
        .encode_utf16()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect();
    let escaped = format!(r#"{{"\u0076":"{units}"}}"#);
    let [plain, escaped] = [plain, escaped].map(|text| rule.matches(&text, CalledBy::Model));
    assert_eq!(plain, escaped, "{text}");
    plain.expect("it is decided")
}

#[test]
fn no_other_spelling_gets_below_a_folder_or_behind_a_prefix() {
    for path in [
        "docs/../secret",
        "docs/a/../../secret",
        "docs/..",
        "docs/../",
        "docs//../secret",
        "docs/./../secret",
        "../docs/a",
        "..",
        "/docs/a",
        "//docs/a",
        "/etc/passwd",
        "docsfoo",
        "docs.",
        "docs /a",
        "Docs/a",
        "DOCS",
        "docs\\..\\secret",
        "docs\\a",
        "\\docs\\a",
        "docs/%2e%2e/secret",
        "docs/%2E%2E/secret",
        "docs/.%2e/secret",
        "docs/..%2fsecret",
        "docs/..%5csecret",
        "docs/%252e%252e/secret",
        "docs%2f..%2fsecret",
        "docs/a%00.txt",
        "docs/a\0.txt",
        "docs/a\n",
        "docs/\u{7f}",
        "docs/\u{9b}",
        "docs/.../secret",
        "docs/.. /secret",
        "docs/. ./secret",
        "docs/..\u{a0}/secret",
        "docs/.\u{200b}./secret",
        "docs/..;/secret",
        "docs/..;v=1/secret",
        "docs/\u{ff0e}\u{ff0e}/secret",
        "docs/\u{2025}/secret",
        "docs/a\u{ff0f}..\u{ff0f}..\u{ff0f}secret",
        "docs/%c0%ae%c0%ae/secret",
        "docs/%u002e%u002e/secret",
        "~/docs",
        "~docs/a",
        "C:/docs/a",
        "C:docs/a",
        "c:",
        "\u{ff0e}\u{ff0e}/docs",
        "d\u{43e}cs/a",
        "docs\u{2215}a",
        "docs\u{200b}/a",
        " docs/a",
        "",
        ".",
        "file:docs/a",
    ] {
        assert!(!holds(rule::Test::Under("docs"), path), "{path:?}");
    }
    for path in [
        "docs",
        "docs/",
        "docs//a",
        "./docs/a",
        "docs/a/../b",
        "x/../docs/a",
        "docs/a%41",
        "docs/100%",
        "docs/a;v=1/b",
        "docs/\u{e9}\u{2026}.txt",
    ] {
        assert!(holds(rule::Test::Under("docs"), path), "{path:?}");
    }
    for (folder, path) in [
        ("/srv", "srv/a"),
        ("/srv", "/srv/../etc"),
        ("/srv", "/../srv/../etc"),
        ("/srv", "/srvx"),
        ("/srv", "\\srv\\a"),
        ("/srv", "/%2e%2e/srv"),
        ("/", "a"),
        (".", "/a"),
        (".", "../a"),
        (".", "a/../../b"),
        ("docs/a", "docs"),
        ("docs/a", "docs/b/a"),
        ("docs/a", "a/docs/a"),
    ] {
        assert!(!holds(rule::Test::Under(folder), path), "{folder} {path:?}");
    }
    for text in [
        "gitfoo",
        "git foo",
        "git\0/x",
        "git\\x",
        "git%2fx",
        "git\u{2215}x",
        "Git/x",
        "GIT",
        " git",
        "/git",
        "./git/x",
        "gi",
        "",
        "git.",
        "\u{ff47}it",
        "git\n",
    ] {
        assert!(!holds(rule::Test::PathPrefix("git"), text), "{text:?}");
    }
    for text in ["git", "git/", "git/x", "git//x", "git/../x"] {
        assert!(holds(rule::Test::PathPrefix("git"), text), "{text:?}");
    }
}
