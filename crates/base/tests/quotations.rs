//! What findings look like, plain and in colours: `quotations.txt` has the expected text, with `␛` for the escape
//! character. `TOOLC_BLESS=1` rewrites it. Windows has other colours.

#![cfg(not(windows))]

use std::fmt::Write;
use toolc_base::diagnostic::class::Class;
use toolc_base::diagnostic::render::{RenderOptions, render_human};
use toolc_base::diagnostic::{Code, Diagnostic, Label, Severity};
use toolc_base::source::{Role, Source, Sources, Span};

const EXPECTED: &str = "tests/quotations.txt";

/// A finding: the severity, the texts of files, and the labels: file, the quoted text, the label. A quoted text that
/// starts with `>` is the empty place behind the rest.
struct Case {
    name: &'static str,
    files: &'static [&'static str],
    labels: &'static [(usize, &'static str, &'static str)],
}

const CASES: &[Case] = &[
    Case {
        name: "no file",
        files: &[],
        labels: &[],
    },
    Case {
        name: "one place",
        files: &["tools:\n  - name: weather\n"],
        labels: &[(0, "weather", "this name")],
    },
    Case {
        name: "a place without a label",
        files: &["tools:\n  - name: weather\n"],
        labels: &[(0, "name", "")],
    },
    Case {
        name: "two places on a line",
        files: &["tool: {name: weather, type: x}\n"],
        labels: &[(0, "type", "not with this"), (0, "name", "this name")],
    },
    Case {
        name: "places within places",
        files: &["tool: {name: weather, type: x}\n"],
        labels: &[
            (0, "{name: weather, type: x}", "the tool"),
            (0, "weather", "its name"),
            (0, "name: weather", ""),
            (0, "type", "its type"),
        ],
    },
    Case {
        name: "the same place twice",
        files: &["tool: {name: weather}\n"],
        labels: &[(0, "name", "first"), (0, "name", "second"), (0, "name", "")],
    },
    Case {
        name: "lines beside each other, with one between, and apart",
        files: &["a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng: 7\nh: 8\ni: 9\nj: 10\n"],
        labels: &[
            (0, "b: 2", "two"),
            (0, "a: 1", "one"),
            (0, "d: 4", "four"),
            (0, "h: 8", "eight"),
            (0, "j: 10", "ten"),
        ],
    },
    Case {
        name: "places far from each other in one file",
        files: &["a: 1\n\n\n\n\n\n\n\n\n\n\nb: 2\n"],
        labels: &[(0, "b: 2", "again"), (0, "a: 1", "first")],
    },
    Case {
        name: "a place over several lines",
        files: &["a: 1\nlist:\n  - b\n  - c\nd: 2\n"],
        labels: &[(0, "list:\n  - b\n  - c", "all of it")],
    },
    Case {
        name: "tabs",
        files: &["a:\t\tb\t# c\td\n\t\te\n"],
        labels: &[
            (0, "b\t#", "with\ta tab"),
            (0, ">a:\t", "here"),
            (0, "e", ""),
        ],
    },
    Case {
        name: "wide and combining characters, emoji with joiners",
        files: &["名前: 天気, e\u{301}e\u{301}: \u{1f469}\u{200d}\u{1f680} x\n"],
        labels: &[
            (0, "天気", "wide 天"),
            (0, "e\u{301}:", "marks"),
            (0, "x", "last"),
            (0, "\u{301}:", ""),
        ],
    },
    Case {
        name: "line breaks of Windows",
        files: &["a: 1\r\nb: 2\r\n"],
        labels: &[(0, "1", "one"), (0, "2\r\n", "two")],
    },
    Case {
        name: "an empty place at the end of a line, and of the file",
        files: &["a: 1\nb: 2"],
        labels: &[(0, ">a: 1", "missing"), (0, ">a: 1\nb: 2", "end")],
    },
    Case {
        name: "an empty last line",
        files: &["a: 1\n"],
        labels: &[(0, ">a: 1\n", "end"), (0, "a", "start")],
    },
    Case {
        name: "an empty file",
        files: &[""],
        labels: &[(0, "", "nothing")],
    },
    Case {
        name: "several files",
        files: &["a: 1\n", "b: 2\n", "c: 3\n"],
        labels: &[
            (0, "1", "one"),
            (1, "2", "two"),
            (2, "c", ""),
            (0, "a", "again"),
        ],
    },
    Case {
        name: "deep indentation",
        files: &[
            "                                                            a: 1\n                                                            b: 2\n",
        ],
        labels: &[(0, "a", "deep"), (0, "2", "deep, too")],
    },
    Case {
        name: "a long line of wide characters",
        files: &[
            "天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天天地x\n",
        ],
        labels: &[(0, "地", "far to the right")],
    },
    Case {
        name: "a long line",
        files: &[
            "long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaHEREbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n",
        ],
        labels: &[(0, "HERE", "in the middle")],
    },
];

impl Case {
    fn sources(&self) -> Sources {
        let mut sources = Sources::default();
        for (number, text) in self.files.iter().enumerate() {
            sources.add(Source {
                path: format!("specs/{number}.yaml"),
                text: (*text).into(),
                role: Role::Found,
            });
        }
        sources
    }

    fn finding(&self, sources: &Sources, severity: Severity) -> Diagnostic {
        let ids: Vec<_> = sources.iter().map(|(id, _)| id).collect();
        let labels = self.labels.iter().map(|(file, quoted, text)| {
            let (start, end) = match quoted.strip_prefix('>') {
                Some(before) => (before.len(), before.len()),
                None => {
                    let start = self.files[*file].find(quoted).expect("a quoted text");
                    (start, start + quoted.len())
                }
            };
            let byte = |at: usize| u32::try_from(at).expect("a short file");
            Label {
                span: Span {
                    source: ids[*file],
                    start: byte(start),
                    end: byte(end),
                },
                text: (*text).to_owned(),
            }
        });
        Diagnostic {
            severity,
            labels: labels.collect(),
            ..Diagnostic::placeless(Code::WRONG_SHAPE, format!("`{}`\tis wrong", self.name))
        }
    }
}

fn rendered() -> String {
    let mut out = String::new();
    let mut write = |name: &str, sources: &Sources, finding: Diagnostic| {
        for color in [false, true] {
            let look = RenderOptions {
                color,
                notes: true,
                every: true,
            };
            let text = render_human(sources, std::slice::from_ref(&finding), look);
            let kind = if color { "colours" } else { "plain" };
            write!(out, "## {name}, {kind}\n\n{}", text.replace('\u{1b}', "␛")).expect("a string");
        }
    };
    for case in CASES {
        let sources = case.sources();
        write(case.name, &sources, case.finding(&sources, Severity::Error));
    }
    for case in [&CASES[0], &CASES[1]] {
        let sources = case.sources();
        let warning = case.finding(&sources, Severity::Warning);
        write(
            "a warning with help",
            &sources,
            warning.help("write\n\nthis\tinstead"),
        );
        let note = case
            .finding(&sources, Severity::Note)
            .class(Class::InputBreaking);
        write("a note with a class", &sources, note.clone());
        write("a note with a class and help", &sources, note.help("look"));
    }
    out
}

#[test]
fn findings_look_as_expected() {
    let found = rendered();
    if std::env::var_os("TOOLC_BLESS").is_some() {
        std::fs::write(EXPECTED, &found).expect("a file that can be written");
    }
    let expected = std::fs::read_to_string(EXPECTED).unwrap_or_default();
    assert!(
        found == expected,
        "TOOLC_BLESS=1 writes what is found:\n{found}"
    );
}
