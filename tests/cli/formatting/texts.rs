//! What texts are laid out as: that they say the same then, which is T0782 if they do not, and that the second time changes
//! nothing.

use crate::random::Random;
use crate::skip::find_corpus;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use toolc_base::diagnostic::{Code, Diagnostics};
use toolc_base::format::format_source;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, SourceId, Sources};

/// Every text in `tests/formatted` with what becomes of it.
#[test]
fn every_case_is_laid_out_as_it_should() {
    let mut seen = 0;
    for before in list_texts(Path::new("tests/formatted")) {
        let name = before.to_string_lossy().into_owned();
        let Some((stem, ending)) = name.split_once(".before.") else {
            continue;
        };
        seen += 1;
        let text = fs::read_to_string(&before).expect("a text");
        let laid_out = lay_out(&text, &name).unwrap_or_else(|| panic!("{name}"));
        let after = format!("{stem}.after.{ending}");
        if std::env::var_os("TOOLC_BLESS").is_some() {
            fs::write(&after, &laid_out).expect("written");
        }
        assert_eq!(
            laid_out,
            fs::read_to_string(&after).expect(&after),
            "{name}"
        );
    }
    assert!(seen > 0);
}

#[test]
fn every_text_of_the_repository_says_the_same_and_is_laid_out_once() {
    let folders = [
        "specs", "examples", "tests", "crates", "docs", "plugins", "benches",
    ];
    let files = folders
        .iter()
        .flat_map(|folder| list_texts(Path::new(folder)));
    let tally = lay_out_files(files.collect());
    assert!(tally.laid_out > 800, "{} laid out", tally.laid_out);
    assert!(tally.kept * 50 < tally.laid_out, "{} kept", tally.kept);
}

#[test]
fn every_text_of_the_corpus_says_the_same_and_is_laid_out_once() {
    let Some(corpus) = find_corpus() else {
        return;
    };
    let mut files = list_texts(&corpus);
    files.retain(|path| fs::metadata(path).is_ok_and(|found| found.len() < 400_000));
    let tally = lay_out_files(files);
    assert!(tally.laid_out > 0);
    eprintln!("{} laid out, {} kept", tally.laid_out, tally.kept);
}

/// Texts that nobody would write, and some that somebody might.
#[test]
fn mutated_texts_say_the_same_and_are_laid_out_once() {
    let seeds: Vec<String> = list_texts(Path::new("tests/formatted"))
        .iter()
        .chain(&list_texts(Path::new("specs")))
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect();
    let pieces = [
        " ",
        "  ",
        "\n",
        "\n\n",
        "\t",
        "#",
        " # c",
        "- ",
        "-",
        ": ",
        ":",
        "{",
        "}",
        "[",
        "]",
        ", ",
        ",",
        "'",
        "\"",
        "|",
        ">",
        "|+",
        "|2",
        ">-",
        "&a ",
        "*a",
        "!!str ",
        "? ",
        "---\n",
        "\\",
        "a",
        "é",
        "\r\n",
        "null",
        "~",
        "<<: ",
        "\n# c\n",
        "\n  # c\n",
        "\n    x: 1\n",
    ];
    let mut random = Random::new(35);
    let mut laid_out = 0;
    for _ in 0..12_000 {
        let seed = random.pick(&seeds);
        let lines: Vec<&str> = seed.split_inclusive('\n').collect();
        let start = random.below(lines.len());
        let end = (start + 1 + random.below(24)).min(lines.len());
        let mut text: Vec<char> = lines[start..end].concat().chars().collect();
        for _ in 0..random.below(5) {
            let at = random.below(text.len() + 1);
            if random.below(3) == 0 && at < text.len() {
                text.remove(at);
            } else {
                let piece = pieces[random.below(pieces.len())];
                text.splice(at..at, piece.chars());
            }
        }
        let text: String = text.into_iter().collect();
        laid_out += usize::from(lay_out(&text, "mutated.yaml").is_some());
    }
    assert!(laid_out > 2_000, "{laid_out}");
}

/// How many texts were laid out, and how many kept their layout.
#[derive(Default)]
struct Tally {
    laid_out: usize,
    kept: usize,
}

fn lay_out_files(files: Vec<PathBuf>) -> Tally {
    let halves = files.split_at(files.len() / 2);
    let work = |files: &[PathBuf]| {
        let mut tally = Tally::default();
        for path in files {
            let Ok(text) = fs::read_to_string(path) else {
                continue;
            };
            let name = path.to_string_lossy();
            match lay_out(text.trim_start_matches('\u{feff}'), &name) {
                Some(_) => tally.laid_out += 1,
                None if is_parsed(&text, &name) => tally.kept += 1,
                None => {}
            }
        }
        tally
    };
    thread::scope(|scope| {
        let first = scope.spawn(|| work(halves.0));
        let second = work(halves.1);
        let first = first.join().expect("no panic");
        Tally {
            laid_out: first.laid_out + second.laid_out,
            kept: first.kept + second.kept,
        }
    })
}

/// Lays a text out twice, and asserts that the second time changes nothing; `None` if it keeps its layout.
fn lay_out(text: &str, name: &str) -> Option<String> {
    let once = format_text(text, name)?;
    let twice = format_text(&once, name);
    assert_eq!(twice.as_deref(), Some(once.as_str()), "{name}:\n{text}");
    Some(once)
}

fn format_text(text: &str, name: &str) -> Option<String> {
    let (sources, id) = source_of(text, name);
    let mut diagnostics = Diagnostics::default();
    let laid_out = format_source(&mut diagnostics, &sources, id);
    for found in diagnostics.into_sorted() {
        assert!(found.code != Code::CHANGED_MEANING, "{name}:\n{text}");
    }
    laid_out
}

fn is_parsed(text: &str, name: &str) -> bool {
    let (sources, id) = source_of(text, name);
    let mut diagnostics = Diagnostics::default();
    parse_source(&mut diagnostics, &sources, id).is_some() && !diagnostics.has_errors()
}

fn source_of(text: &str, name: &str) -> (Sources, SourceId) {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: name.to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    (sources, id)
}

/// The YAML and JSON files below a folder.
fn list_texts(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && !["target", "node_modules"].contains(&name.as_str()) {
                folders.push(path);
            } else if [".yaml", ".yml", ".json", ".worker"]
                .iter()
                .any(|end| name.ends_with(end))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
