//! The entry point for build scripts, called as `build.rs` calls it.

#[path = "build_script/constants.rs"]
mod constants;

use std::fs;
use std::path::{Path, PathBuf};
use toolc::Builder;
use toolc::compile::{Options, compile};
use toolc::diagnostic::{Diagnostic, Diagnostics, Severity};
use toolc::load;
use toolc::loaders::{Definitions, Format, Loader, LoaderEntry};
use toolc_lock::lock;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("build_script_{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("specs")).expect("a folder");
    path
}

const WEATHER: &str = "\
weather_api:
  - name: get_weather
    parameters: { type: object, properties: { location: { type: string } } }
";

#[test]
fn writes_once_and_reports_what_it_wrote() {
    let folder = folder("writes");
    fs::write(folder.join("specs/weather.yaml"), WEATHER).expect("written");
    let build = || {
        Builder::default()
            .specs(folder.join("specs"))
            .out_dir(folder.join("out"))
            .run()
    };
    let first = build().expect("the specs compile");
    assert!(
        first.written.written.contains(&"tools.rs".to_owned()),
        "{first:?}"
    );
    let second = build().expect("the specs compile");
    assert_eq!(
        (second.written.written.len(), second.written.unchanged),
        (0, first.written.written.len())
    );
}

#[test]
fn errors_print_as_people_read_them() {
    let folder = folder("errors");
    let errors = Builder::default()
        .specs(folder.join("nowhere"))
        .out_dir(folder.join("out"))
        .run()
        .expect_err("no specs");
    let text = format!("{errors:?}");
    assert!(
        text.starts_with("the specs do not compile\n\nerror[T0110]: "),
        "{text}"
    );
    assert!(!folder.join("out").exists());
}

#[test]
fn strict_refuses_a_dropped_tool_of_others() {
    let folder = folder("strict");
    fs::write(
        folder.join("specs/tools.yaml"),
        format!("{WEATHER}  - name: broken\n    inputSchema: 3\n"),
    )
    .expect("written");
    let build = |strict| {
        Builder::default()
            .specs(folder.join("specs"))
            .out_dir(folder.join("out"))
            .strict(strict)
            .run()
    };
    let report = build(false).expect("a warning");
    assert!(
        report
            .diagnostics
            .iter()
            .any(|found| found.code.to_string() == "T0202"),
        "{report:?}"
    );
    assert!(build(true).is_err());
}

/// Two tools, with a struct and an enum.
const SHAPES: &str = "\
shapes:
  - name: draw
    parameters:
      type: object
      properties:
        kind: { enum: [round, square] }
        type: { type: string }
      required: [kind, type]
notes:
  - name: add
    parameters: { type: object, properties: { text: { type: string } } }
";

#[test]
fn attributes_are_where_the_build_script_puts_them() {
    let folder = folder("attributes");
    fs::write(folder.join("specs/shapes.yaml"), SHAPES).expect("written");
    let out = folder.join("out");
    Builder::default()
        .specs(folder.join("specs"))
        .out_dir(&out)
        .type_attribute("shapes", "#[derive(PartialOrd)]")
        .type_attribute("shapes::DrawArgs", "#[repr(C)]")
        .field_attribute("shapes::DrawArgs::type_", "#[doc(alias = \"form\")]")
        .field_attribute("shapes::DrawKind::Round", "#[doc(alias = \"circle\")]")
        .run()
        .expect("the specs compile");
    let text = fs::read_to_string(out.join("tools/shapes.rs")).expect("written");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let expected: [&[&str]; 4] = [
        &[
            "#[derive(PartialOrd)]",
            "#[repr(C)]",
            "pub struct DrawArgs {",
        ],
        &["#[derive(PartialOrd)]", "pub enum DrawKind {"],
        &["#[doc(alias = \"form\")]", "pub type_: String,"],
        &["#[doc(alias = \"circle\")]", "Round,"],
    ];
    for expected in expected {
        let found = lines.windows(expected.len()).any(|lines| lines == expected);
        assert!(found, "{expected:?} is not in\n{text}");
    }
    let other = fs::read_to_string(out.join("tools/notes.rs")).expect("written");
    assert!(!other.contains("PartialOrd"), "{other}");
}

#[test]
fn attributes_without_a_place_are_errors() {
    let folder = folder("no_place");
    fs::write(folder.join("specs/shapes.yaml"), SHAPES).expect("written");
    let out = folder.join("out");
    let errors = Builder::default()
        .specs(folder.join("specs"))
        .out_dir(&out)
        .type_attribute("shapes::DrawArg", "#[derive(PartialOrd)]")
        .type_attribute("shape", "#[derive(PartialOrd)]")
        .type_attribute(".", "derive(PartialOrd)")
        .field_attribute("shapes::DrawArgs::size", "#[serde(skip)]")
        .run()
        .expect_err("none of them has a place");
    let text = errors.to_string();
    let faults: Vec<&str> = text.lines().filter(|line| line.contains("T0338")).collect();
    assert_eq!(
        faults,
        [
            "error[T0338]: `#[derive(PartialOrd)]` was added to `shapes::DrawArg`, but the generated code has no such type",
            "error[T0338]: `#[derive(PartialOrd)]` was added to `shape`, but the generated code has no such type",
            "error[T0338]: `derive(PartialOrd)` is not an attribute, but was added to `.`",
            "error[T0338]: `#[serde(skip)]` was added to `shapes::DrawArgs::size`, but the generated code has no such field or variant",
        ],
        "{text}"
    );
    assert!(text.contains("did you mean `shapes::DrawArgs`?"), "{text}");
    assert!(!out.exists());
}

/// Returns the text of the lock file of a folder.
fn lock_of(specs: &Path) -> String {
    let mut diagnostics = Diagnostics::default();
    let loaded = load::load_sources(&mut diagnostics, &[specs.to_path_buf()]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    lock::write_lock(&lock::take_lock(
        &outcome.checked.expect("the specs compile"),
    ))
}

#[test]
fn a_locked_build_fails_on_what_changed() {
    let folder = folder("locked");
    let specs = folder.join("specs");
    let write = |parameters: &str, text: &str| {
        let weather = format!(
            "weather:\n  - name: get\n    description: {text}\n    parameters: {parameters}\n"
        );
        fs::write(specs.join("weather.yaml"), weather).expect("written");
    };
    let build = || {
        let out = folder.join("out");
        let built = Builder::default().specs(&specs).out_dir(out).locked(true);
        let found = built.run().map_err(|errors| errors.diagnostics);
        let found = found.map(|report| report.diagnostics);
        let codes = |found: Vec<toolc::diagnostic::Diagnostic>| -> Vec<String> {
            let found = found
                .iter()
                .filter(|found| found.class.is_some() || found.code.to_string() == "T0623");
            found.map(|found| found.code.to_string()).collect()
        };
        found.map(codes).map_err(codes)
    };
    let one = "{ type: object, properties: { a: { enum: [x] } } }";
    write(one, "Gets it.");
    assert_eq!(build(), Err(vec!["T0623".to_owned()]));
    assert!(!folder.join("out/tools.rs").exists());
    fs::write(folder.join("toolc.lock"), lock_of(&specs)).expect("written");
    assert_eq!(build(), Ok(vec![]));
    write(
        "{ type: object, properties: { a: { const: x } } }",
        "Gets it.",
    );
    assert_eq!(build(), Ok(vec!["T0621".to_owned()]), "another spelling");
    write(one, "Gets it. Call this first.");
    assert_eq!(build(), Err(vec!["T0603".to_owned()]));
}

#[test]
fn what_changed_since_the_lock_is_a_warning() {
    let folder = folder("drift");
    let specs = folder.join("specs");
    let described = |text: &str| {
        let weather = format!("{WEATHER}    description: {text}\n");
        fs::write(specs.join("weather.yaml"), weather).expect("written");
    };
    let found = || -> Vec<String> {
        let out = folder.join("out");
        let report = Builder::default().specs(&specs).out_dir(out).run();
        let report = report.expect("drift fails no build");
        let drift = report.diagnostics.iter();
        let drift = drift.filter(|found| found.code.to_string().starts_with("T06"));
        drift
            .map(|found| {
                assert_eq!(found.severity, Severity::Warning);
                assert!(!found.help.is_empty(), "{found:?}");
                found.code.to_string()
            })
            .collect()
    };
    described("Gets the weather.");
    assert_eq!(found(), [""; 0], "there is no lock");
    let lock = lock_of(&specs);
    fs::write(folder.join("toolc.lock"), &lock).expect("written");
    assert_eq!(found(), [""; 0], "nothing changed");
    described("Gets the weather. Call this first.");
    assert_eq!(found(), ["T0603"]);
    fs::write(specs.join("toolc.lock"), &lock).expect("written");
    assert_eq!(found(), ["T0617"], "one of two locks hides the other");
    fs::remove_file(folder.join("toolc.lock")).expect("removed");
    fs::write(specs.join("toolc.lock"), "nonsense\n").expect("written");
    assert_eq!(found(), ["T0610"]);
}

#[test]
#[cfg(unix)]
fn a_plugin_writes_beside_the_rust_or_nothing_is_written() {
    let folder = folder("plugin");
    fs::write(folder.join("specs/weather.yaml"), WEATHER).expect("written");
    let answer = r#"printf '{"version":1,"files":[{"path":"a.txt","text":"%s"}]}' "$1""#;
    let build = |script: &str| {
        fs::write(folder.join("p.sh"), script).expect("written");
        let command = format!("sh '{}'=some options", folder.join("p.sh").display());
        Builder::default()
            .specs(folder.join("specs"))
            .out_dir(folder.join("out"))
            .plugin(&command, folder.join("made"))
            .run()
    };
    let errors = build("exit 1").expect_err("it fails");
    let is_it = |found: &Diagnostic| found.code.to_string() == "T0763";
    assert!(errors.diagnostics.iter().any(is_it), "{errors}");
    assert!(!folder.join("out").exists() && !folder.join("made").exists());
    build(answer).expect("it answers");
    assert!(folder.join("out/tools.rs").exists());
    let text = fs::read_to_string(folder.join("made/a.txt")).expect("written");
    assert_eq!(text, "some options");
}

/// Makes a tool for each team.
struct Registry(Format);

impl Loader for Registry {
    fn keys(&self) -> &[&str] {
        &["team", "limits"]
    }

    fn format(&self) -> Format {
        self.0
    }

    fn load(&self, entry: &LoaderEntry<'_>) -> Result<Definitions, String> {
        let team = entry.text("team").ok_or("the entry names no team")?;
        assert!(entry.folder.join("toolc.yaml").exists());
        assert_eq!(entry.json("limits").as_deref(), Some(r#"{"most":3}"#));
        let description = format!("Of {}.", entry.namespace.unwrap_or("nobody"));
        let schema = match self.0 {
            Format::Mcp => "inputSchema",
            _ => "parameters",
        };
        Ok(Definitions {
            text: format!(
                "- name: ask_{team}\n  description: {description}\n  approval: preApproved\n  \
                 {schema}: {{ type: object, properties: {{ question: {{ type: string }} }} }}\n"
            ),
            ..Definitions::default()
        })
    }
}

/// Compiles a registry with loaders of these names. Returns the code, and the codes of the findings.
fn build_with(
    name: &str,
    entry: &str,
    loaders: &[(&str, Format)],
) -> Result<(String, Vec<String>), String> {
    let folder = folder(name);
    let config = format!("tools:\n  registry: [{entry}]\n");
    fs::write(folder.join("specs/toolc.yaml"), config).expect("written");
    let mut builder = Builder::default()
        .specs(folder.join("specs"))
        .out_dir(folder.join("out"));
    for (name, format) in loaders {
        builder = builder.loader(name, Registry(*format));
    }
    let report = builder.run().map_err(|errors| errors.to_string())?;
    let mut text = String::new();
    for path in report.written.written {
        text += &fs::read_to_string(folder.join("out").join(path)).expect("written");
    }
    let codes = report.diagnostics.iter();
    Ok((text, codes.map(|found| found.code.to_string()).collect()))
}

const OURS: &str = "{ type: ours, namespace: crm, team: sales, limits: { most: 3 } }";

#[test]
fn an_entry_lists_what_a_loader_makes() {
    let foreign = "T0213".to_owned();
    let (text, codes) =
        build_with("loader", OURS, &[("ours", Format::Tools)]).expect("it compiles");
    assert!(
        text.contains("ask_sales") && text.contains("Of crm."),
        "{text}"
    );
    assert!(!codes.contains(&foreign), "{codes:?}");
    // what others say loosens nothing
    let (_, codes) = build_with("loader_mcp", OURS, &[("ours", Format::Mcp)]).expect("it compiles");
    assert!(codes.contains(&foreign), "{codes:?}");
}

#[test]
fn a_loader_that_conflicts_or_fails_is_an_error() {
    let ours = ("ours", Format::Tools);
    for (loaders, expected) in [
        (
            vec![ours, ours],
            "error[T0770]: the loader `ours` conflicts with another of the same name",
        ),
        (
            vec![ours, ("rest", Format::Tools)],
            "the loader `rest` conflicts with a type of registry entry that toolc has",
        ),
        (
            vec![ours, ("a b", Format::Tools)],
            "the loader `a b` is not made of letters, digits, `_` and `-`",
        ),
    ] {
        let said = build_with("loader_conflict", OURS, &loaders).expect_err("a conflict");
        assert!(said.contains(expected), "{said}");
    }
    let entries = [
        (
            "{ type: ours, namespace: crm }",
            "error[T0771]: the loader `ours` failed: the entry names no team",
        ),
        (
            "{ type: ours, teams: sales }",
            "a registry entry of type `ours` has no key `teams`",
        ),
        ("{ type: our, team: sales }", "help: did you mean `ours`?"),
        (
            "{ type: theirs }",
            "help: write one of `file`, `mcp`, `rest`, `inline`, `command`, `ours`",
        ),
    ];
    for (entry, expected) in entries {
        let said = build_with("loader_fails", entry, &[ours]).expect_err("an error");
        assert!(said.contains(expected), "{said}");
    }
}
