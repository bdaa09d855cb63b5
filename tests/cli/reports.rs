//! `toolc report` and `toolc diff --format html`: what they show, and that no text of a spec becomes markup.

use super::command::{Folder, WEATHER, json, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The specs of `tests/report`, before and now, with the lock of the former.
fn shop(name: &str) -> Folder {
    let folder = Folder::new(name);
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report");
    for (from, to) in [("now", "now"), ("now", "before"), ("before", "before")] {
        copy(&specs.join(from), &folder, to);
    }
    let locked = folder.toolc(&["lock", "before", "--lock", "toolc.lock"]);
    assert_eq!(locked.status.code(), Some(0), "{}", stderr(&locked));
    folder
}

fn copy(from: &Path, folder: &Folder, to: &str) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{to}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => copy(&entry.path(), folder, &name),
            false => {
                let text = fs::read_to_string(entry.path()).expect("a text");
                folder.put(&name, &text);
            }
        }
    }
}

#[track_caller]
fn report(folder: &Folder, format: &str) -> String {
    let arguments = ["report", "now", "--lock", "toolc.lock", "--format", format];
    let output = folder.toolc(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

/// Compares with the text beside the specs. `TOOLC_BLESS=1` writes it.
#[track_caller]
fn is_as_expected(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/report/expected")
        .join(file);
    if std::env::var_os("TOOLC_BLESS").is_some() {
        fs::write(&path, text).expect("written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == text,
        "{} differs: TOOLC_BLESS=1 writes it",
        path.display()
    );
}

/// Of the three tools, rules always let the first run, block or ask about every call of the second, and let a
/// call of the third run.
#[test]
fn rules_count_as_what_they_let_run() {
    let folder = Folder::new("rules_count");
    let tool = |name: &str| {
        format!(
            "  - {{ name: {name}, description: Pays., effect: write, parameters: {{ type: object, properties: {{ sum: {{ type: number, description: The sum. }} }} }} }}\n"
        )
    };
    folder.put(
        "specs/pay.yaml",
        &format!("pay:\n{}{}{}", tool("a"), tool("b"), tool("c")),
    );
    folder.put(
        "specs/clerk.worker.yaml",
        "name: clerk
toolsets:
  pay:
    tools: [a, b, c]
    approval:
      default: blocked
      tools: { a: ask, b: preApproved }
      rules:
        - { tool: a, approval: preApproved }
        - { tool: b, when: { /sum: { minimum: 9 } }, approval: blocked }
        - { tool: b, approval: ask }
        - { tool: c, when: { /sum: { maximum: 9 } }, approval: preApproved }
",
    );
    let report = json(&folder.toolc(&["report", "specs", "--format", "json"]));
    let counts = &report["workers"][0]["counts"];
    assert_eq!(counts["preApproved"], 2, "{report}");
    assert_eq!(counts["ask"], 1, "{report}");
    assert_eq!(report["totals"]["unasked"], 2, "{report}");
    let loosest: Vec<&Value> = report["tools"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|tool| &tool["loosest"])
        .collect();
    // what runs unasked comes first
    assert_eq!(loosest, ["preApproved", "preApproved", "ask"]);
}

#[test]
fn a_report_says_who_may_call_what() {
    let folder = shop("report_texts");
    let markdown = report(&folder, "md");
    is_as_expected("report.md", &markdown);
    is_as_expected("report.json", &report(&folder, "json"));
    let usual = folder.toolc(&["report", "now", "--lock", "toolc.lock"]);
    assert_eq!(stdout(&usual), markdown);
}

#[test]
fn the_same_specs_give_the_same_report() {
    let folder = shop("report_bytes");
    for format in ["md", "json", "html"] {
        assert!(
            report(&folder, format) == report(&folder, format),
            "{format}"
        );
    }
    let diff = || stdout(&folder.toolc(&["diff", "before", "now", "--format", "html"]));
    assert!(diff() == diff());
}

/// Returns the data that the script of a page reads.
fn data_of(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("the data");
    let (data, _) = rest.split_once("</script>").expect("its end");
    assert!(!data.contains(['<', '>', '&']), "nothing ends the element");
    serde_json::from_str(data).expect("JSON")
}

#[test]
fn the_page_has_what_the_document_has() {
    let folder = shop("report_page");
    let document: Value = serde_json::from_str(&report(&folder, "json")).expect("JSON");
    let page = report(&folder, "html");
    assert_eq!(data_of(&page), document);
    for seen in [
        "shop::</span><wbr>getOrder",
        "api.shop.example",
        "SHOP_TOKEN",
        "by rules",
        "approval-loosened",
    ] {
        assert!(page.contains(seen), "{seen}");
    }
}

/// A page contains no elements but its own, whatever a spec says.
#[test]
fn nothing_of_a_spec_is_markup() {
    let folder = shop("report_hostile");
    let note = "</script><script>a()</script><img src=x onerror=a()>&lt;b&gt; \\u202eevil `<i>`";
    let spec = format!(
        "notes:\n  - name: hostile\n    description: \"{note}\"\n    effect: read\n    parameters:\n      type: object\n      \
         properties:\n        \"<u>\\\"'\": {{ type: string, enum: [\"<s>\"], description: \"{note}\" }}\n"
    );
    folder.put("now/hostile.yaml", &spec);
    let config = fs::read_to_string(folder.0.join("now/toolc.yaml")).expect("the configuration");
    let listed = "    - { type: file, path: notes.yaml }\n";
    folder.put(
        "now/toolc.yaml",
        &config.replace(
            listed,
            &format!("{listed}    - {{ type: file, path: hostile.yaml }}\n"),
        ),
    );
    let diff = folder.toolc(&["diff", "before", "now", "--format", "html"]);
    for page in [report(&folder, "html"), stdout(&diff)] {
        assert!(
            page.contains("&lt;/script&gt;") && page.contains("hostile"),
            "the text is there"
        );
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script>").count(), 2);
        assert_eq!(page.matches("<style").count(), 1);
        for absent in [
            "<img", "<i>", "<u>", "<s>", "\u{202e}", " style=", " onclick", "unsafe", "src=\"",
        ] {
            assert!(!page.contains(absent), "{absent}");
        }
        assert!(
            page.contains("default-src 'none'; style-src 'sha256-"),
            "{page:.400}"
        );
    }
    let markdown = report(&folder, "md");
    for absent in ["<script", "<img", "\u{202e}", "://link"] {
        assert!(!markdown.contains(absent), "{absent}");
    }
}

#[test]
fn without_a_lock_nothing_is_said_of_changes() {
    let folder = Folder::new("report_plain");
    folder.put("specs/weather.yaml", WEATHER);
    let output = folder.toolc(&["report", "specs"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("not compared with a lock"));
    let page = stdout(&folder.toolc(&["report", "specs", "--format", "html"]));
    assert!(
        !page.contains("<b>0</b> <span>changed since the lock"),
        "{page:.2000}"
    );
}

#[test]
fn what_cannot_be_compared_is_said() {
    let folder = Folder::new("report_lock");
    folder
        .put("specs/weather.yaml", WEATHER)
        .put("specs/toolc.lock", "version: what\n");
    let output = folder.toolc(&["report", "specs", "--format", "json"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(report["lock"], Value::Null);
    let findings = report["findings"].as_array().expect("a list");
    let codes: Vec<_> = findings
        .iter()
        .filter_map(|found| found["code"].as_str())
        .collect();
    assert!(
        codes.iter().any(|code| code.starts_with("T06")),
        "{codes:?}"
    );
    let missing = folder.toolc(&["report", "elsewhere"]);
    assert_eq!(missing.status.code(), Some(2), "{}", stderr(&missing));
}

#[test]
fn targets_judge_definitions() {
    let folder = Folder::new("report_targets");
    folder.put("specs/weather.yaml", WEATHER);
    let output = folder.toolc(&["report", "specs", "--format", "json"]);
    assert_eq!(
        json(&output)["tools"][0]["portability"],
        Value::Array(Vec::new())
    );
    let targets = ["--target", "openai", "--target", "anthropic-strict"];
    let output = folder.toolc(&[&["report", "specs", "--format", "json"], &targets[..]].concat());
    let report = json(&output);
    let fits = report["tools"][0]["portability"]
        .as_array()
        .expect("a list");
    let states: Vec<_> = fits
        .iter()
        .map(|fit| (fit["target"].as_str(), fit["state"].as_str()))
        .collect();
    assert_eq!(
        states,
        [
            (Some("openai"), Some("fits")),
            (Some("anthropic-strict"), Some("lossy"))
        ]
    );
    assert!(
        report["tools"][0]["tokens"]["openai"].is_u64(),
        "{report:#}"
    );
}

#[test]
fn changes_stand_side_by_side() {
    let folder = shop("report_changes");
    let output = folder.toolc(&["diff", "toolc.lock", "now", "--format", "html"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let page = stdout(&output);
    for seen in [
        "data-kinds=\"input-breaking",
        "no longer valid",
        "Lists <del>the</del> notes, the <del>oldest</del> first.",
        "Lists <ins>all</ins> notes, the <ins>newest</ins> first.",
        "<del>at most 800 characters</del>",
        "<ins>at most 500 characters</ins>",
        "<h3>notes::sort</h3>",
    ] {
        assert!(page.contains(seen), "{seen}");
    }
    let same = folder.toolc(&["diff", "now", "now", "--format", "html"]);
    assert_eq!(same.status.code(), Some(0), "{}", stderr(&same));
    assert!(stdout(&same).contains("No tool changed."));
    // the findings that fail are selected as for other formats
    let chosen = [
        "diff",
        "before",
        "now",
        "--format",
        "html",
        "--fail-on",
        "credentials",
    ];
    assert_eq!(folder.toolc(&chosen).status.code(), Some(0));
}

#[test]
fn a_report_says_what_answers_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new("report_answers");
    copy(&root.join("examples/answers/specs"), &folder, "specs");
    let report = json(&folder.toolc(&["report", "specs", "--format", "json"]));
    let answer = &report["answers"][0];
    assert_eq!(answer["name"], "triage");
    assert!(answer["schema"]["rows"].as_array().expect("rows").len() > 3);
    let page = stdout(&folder.toolc(&["report", "specs", "--format", "html"]));
    assert!(page.contains("<h2 id=\"answers\""));
    let text = stdout(&folder.toolc(&["report", "specs"]));
    assert!(text.contains("## `triage`, a final answer"));
}

#[test]
fn a_report_says_how_many_tokens_results_take() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new("report_results");
    copy(&root.join("tests/results/specs"), &folder, "specs");
    let output = folder.toolc(&["report", "specs", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = json(&output);
    let tools = report["tools"].as_array().expect("a list");
    let tool = tools
        .iter()
        .find(|tool| tool["name"] == "shop::list_orders");
    let grants = tool.expect("the tool")["grants"].as_array();
    let tokens_of = |worker: &str| {
        let mut grants = grants.expect("a list").iter();
        let grant = grants.find(|grant| grant["worker"] == worker);
        let tokens = &grant.expect("a grant")["results"]["tokens"];
        let count = |key: &str| tokens[key].as_u64();
        (count("whole"), count("shown"))
    };
    let (whole, shown) = tokens_of("reader");
    assert!(shown > Some(0) && shown < whole, "{shown:?} of {whole:?}");
    assert_eq!(tokens_of("whole"), (None, None));
    // the same in words
    let text = stdout(&folder.toolc(&["show", "shop::list_orders", "specs"]));
    let words = format!(
        "about {} tokens become {} (8 results that were made up)",
        whole.expect("a number"),
        shown.expect("a number")
    );
    assert!(text.contains(&words), "{text}");
}
