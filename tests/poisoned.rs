//! Which texts of strangers T0635 finds: forms of poisoned descriptions, also in disguise, and harmless texts that
//! use the same words. With `TOOLC_CORPUS`, how many tools of real servers are reported.
//! `-- --nocapture` prints the figures that docs/errors/T0635.md has.

#[path = "poisoned/disguises.rs"]
mod disguises;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use disguises::DISGUISES;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use toolc::compile::{Options, compile};
use toolc::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc::load::load_sources;

const FORMS: &str = include_str!("poisoned/forms.txt");
const HARMLESS: &str = include_str!("poisoned/harmless.txt");

struct Form {
    family: &'static str,
    text: &'static str,
    is_known: bool,
}

fn forms() -> Vec<Form> {
    let lines = FORMS.lines().filter(|line| !line.starts_with('#'));
    let forms = lines.map(|line| {
        let (family, text) = line.split_once('\t').expect("a tab after the family");
        Form {
            family: family.trim_start_matches('?'),
            text,
            is_known: !family.starts_with('?'),
        }
    });
    forms.collect()
}

/// The indices of the texts that are reported as descriptions of a server's tools.
fn find_flagged(texts: &[String]) -> BTreeSet<usize> {
    let mut tools = String::new();
    for (number, text) in texts.iter().enumerate() {
        let text = serde_json::Value::from(text.as_str());
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(
            tools,
            r#"{comma}{{"name":"t{number}","description":{text},"inputSchema":{{"type":"object"}}}}"#
        );
    }
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("poisoned");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{}-{number}.mcp.json", std::process::id()));
    std::fs::write(&path, format!(r#"{{"tools":[{tools}]}}"#)).expect("a file");
    let found = compile_path(path.clone());
    let _ = std::fs::remove_file(path);
    let numbers = found.iter().map(|found| {
        let name = found.about.tool.as_deref().expect("a tool");
        let (_, number) = name.rsplit_once("::t").expect("a name");
        number.parse().expect("a number")
    });
    numbers.collect()
}

fn compile_path(path: PathBuf) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[path]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let found = outcome.diagnostics.into_iter();
    found
        .filter(|found| found.code == Code::PERSUASIVE_TEXT)
        .collect()
}

#[test]
fn forms_are_found_as_far_as_is_known() {
    let forms = forms();
    let texts: Vec<String> = forms
        .iter()
        .map(|form| format!("Adds two numbers. {}", form.text))
        .collect();
    let flagged = find_flagged(&texts);
    let mut faults = Vec::new();
    for (number, form) in forms.iter().enumerate() {
        let is_found = flagged.contains(&number);
        if is_found != form.is_known {
            let what = if is_found {
                "found by now"
            } else {
                "not found"
            };
            faults.push(format!("{what}: {}\t{}", form.family, form.text));
        }
    }
    eprintln!("forms: {} of {}", flagged.len(), forms.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_disguise_hides_nothing() {
    let forms: Vec<Form> = forms().into_iter().filter(|form| form.is_known).collect();
    let mut faults = Vec::new();
    for (name, disguise) in DISGUISES {
        // letters of other scripts have no second form, and marks of roles are read letter by letter
        let is_fit = |text: &&str| text.is_ascii() && !text.contains(['<', '[', '#']);
        let texts = forms.iter().map(|form| form.text);
        let latin: Vec<&str> = texts.filter(is_fit).collect();
        let texts: Vec<String> = latin.iter().map(|text| disguise(text)).collect();
        let flagged = find_flagged(&texts);
        eprintln!("{name}: {} of {}", flagged.len(), texts.len());
        for (number, text) in texts.iter().enumerate() {
            if !flagged.contains(&number) {
                faults.push(format!("{name}: {text}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn harmless_texts_are_not_reported() {
    let texts = HARMLESS.lines().filter(|line| !line.starts_with('#'));
    let texts: Vec<String> = texts.map(str::to_owned).collect();
    let flagged = find_flagged(&texts);
    let flagged: Vec<&String> = flagged.into_iter().map(|number| &texts[number]).collect();
    assert!(flagged.is_empty(), "{flagged:#?}");
}

/// Of 1,366 tools of 46 servers, three are reported, and each of them does ask to be preferred.
#[test]
fn few_tools_of_real_servers_are_reported() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let found = compile_path(corpus.join("mcp"));
    let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
    eprintln!("real servers: {} tools reported", found.len());
    assert!(messages.len() <= 3, "{messages:#?}");
}
