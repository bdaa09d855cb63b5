//! Compiles the schemas of `cases/` the way users do: a folder of tool specs and a worker.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

const CASES: [&str; 14] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n",
];

/// A worker without handlers, so that the tools below are compiled.
const BORROWER: &str = "name: borrower\ntoolsets: { borrowed: { tools: all } }\n";

/// The same tools twice: with owned strings, and with borrowed ones.
const CONFIG: &str = "\
tools:
  registry:
    - { type: file, path: cases.json, namespace: cases }
    - { type: file, path: borrowed.json, namespace: borrowed, rust: { borrowed: true } }
    - { type: file, path: issues.yaml }
workers: [worker.yaml, borrower.yaml, ruled.yaml, repairing.yaml, passing.yaml, within.yaml, projecting.yaml, short.yaml]
";

/// A worker that decides by a rule on arguments.
const RULED: &str = "\
name: ruled
toolsets:
  cases:
    tools: [a]
    approval:
      default: preApproved
      rules: [{ tool: a, when: { /unit: { one_of: [fahrenheit] } }, approval: ask }]
";

/// A worker that repairs what is refused.
const REPAIRING: &str = "\
name: repairing
repair: [text, numbers, lists, case]
toolsets:
  cases: { tools: [a], approval: { default: preApproved } }
";

/// A tool with large results.
const ISSUES: &str = "\
issues:
  - name: list
    description: Lists issues.
    effect: read
    parameters: { type: object, properties: {}, additionalProperties: false }
";

/// Workers that show the results: whole, within a limit that they do not reach, in part, and cut.
const SHOWING: &[(&str, &str)] = &[
    ("passing", ""),
    ("within", "results: { issues::list: { bytes: 1000000 } }\n"),
    (
        "projecting",
        "results: { issues::list: { keep: [FIELDS] } }\n",
    ),
    (
        "short",
        "results: { issues::list: { keep: [FIELDS], items: 10, bytes: 8000 } }\n",
    ),
];

/// What a model needs of an issue.
const FIELDS: &str =
    "/items/*/number, /items/*/title, /items/*/state, /items/*/labels/*/name, /items/*/user/login";

/// Writes the specs and compiles them; `benches/frameworks` calls it too.
pub fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let specs = out.join("specs");
    fs::create_dir_all(&specs)?;
    fs::write(specs.join("worker.yaml"), worker())?;
    fs::write(specs.join("borrower.yaml"), BORROWER)?;
    fs::write(specs.join("ruled.yaml"), RULED)?;
    fs::write(specs.join("repairing.yaml"), REPAIRING)?;
    fs::write(specs.join("issues.yaml"), ISSUES)?;
    for (name, results) in SHOWING {
        let grants = "toolsets: { issues: { tools: [list], approval: { default: preApproved } } }";
        let results = results.replace("FIELDS", FIELDS);
        let text = format!("name: {name}\n{grants}\n{results}");
        fs::write(specs.join(format!("{name}.yaml")), text)?;
    }
    fs::write(specs.join("toolc.yaml"), CONFIG)?;
    fs::write(specs.join("cases.json"), tools()?)?;
    fs::write(specs.join("borrowed.json"), tools()?)?;
    toolc::build(specs);
    Ok(())
}

/// A worker with all of them.
fn worker() -> String {
    let tools = CASES.join(", ");
    format!(
        "name: bench\ntoolsets:\n  cases: {{ tools: [{tools}], approval: {{ default: preApproved }} }}\n"
    )
}

/// One tool for each schema.
fn tools() -> io::Result<String> {
    let mut tools = Vec::new();
    for case in CASES {
        let path = Path::new("cases").join(format!("{case}.schema.json"));
        println!("cargo::rerun-if-changed={}", path.display());
        let schema = fs::read_to_string(path)?;
        tools.push(format!(
            r#"{{"name":"{case}","description":"The case {case}.","input_schema":{schema}}}"#
        ));
    }
    Ok(format!("[{}]", tools.join(",")))
}
