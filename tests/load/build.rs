//! Compiles a thousand tools and a worker that has all of them.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io};

const TOOLS: usize = 1_000;

/// One tool in ten requires approval.
const WORKER: &str = "\
name: everyone
toolsets:
  free: { tools: all, approval: { default: preApproved } }
  asked: { tools: all, approval: { default: ask } }
";

fn main() -> io::Result<()> {
    let specs = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("specs");
    fs::create_dir_all(specs.join("workers"))?;
    fs::write(specs.join("workers/everyone.yaml"), WORKER)?;
    let (mut free, mut asked) = (String::new(), String::new());
    for tool in 0..TOOLS {
        let text = if tool % 10 == 0 {
            &mut asked
        } else {
            &mut free
        };
        let _ = writeln!(
            text,
            "- name: tool_{tool}\n  description: Says which call it was.\n  parameters:\n    \
             type: object\n    properties: {{ call: {{ type: integer, minimum: 0 }}, note: {{ type: string }} }}\n    \
             required: [call]\n    additionalProperties: false"
        );
    }
    fs::write(specs.join("free.yaml"), free)?;
    fs::write(specs.join("asked.yaml"), asked)?;
    toolc::build(specs);
    Ok(())
}
