//! Compiles the schemas of `cases/` the way users do: a folder of tool specs and a worker.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

const CASES: [&str; 4] = ["a", "b", "c", "d"];

const WORKER: &str = "\
name: bench
toolsets:
  cases: { tools: [a, b, c, d], approval: { default: preApproved } }
";

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let specs = out.join("specs");
    fs::create_dir_all(&specs)?;
    fs::write(specs.join("worker.yaml"), WORKER)?;
    fs::write(specs.join("cases.json"), tools()?)?;
    toolc::build(specs);
    Ok(())
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
