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
workers: [worker.yaml, borrower.yaml, ruled.yaml, repairing.yaml]
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

/// Writes the specs and compiles them; `benches/frameworks` calls it too.
pub fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let specs = out.join("specs");
    fs::create_dir_all(&specs)?;
    fs::write(specs.join("worker.yaml"), worker())?;
    fs::write(specs.join("borrower.yaml"), BORROWER)?;
    fs::write(specs.join("ruled.yaml"), RULED)?;
    fs::write(specs.join("repairing.yaml"), REPAIRING)?;
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
