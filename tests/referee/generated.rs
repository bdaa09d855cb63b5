//! Generated code in a separate program, which is queried through a pipe.

#[path = "../support/lenient.rs"]
mod lenient;
#[path = "../support/own_target.rs"]
mod own_target;

use crate::tally::{Instance, Verdict};
use lenient::lenient;
use own_target::{copy_target, write_once};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use toolc::artifact::Artifact;
use toolc::compile::{Options, compile as run};
use toolc::diagnostic::{Diagnostic, Diagnostics, Severity};
use toolc::load::Loaded;
use toolc::source::Sources;
use toolc_resolve::check::Checked;

/// The result of the compiler.
pub struct Compiled {
    /// The files that were read.
    pub sources: Sources,
    /// The tools.
    pub checked: Checked,
    artifacts: Vec<Artifact>,
}

/// Compiles loaded sources.
pub fn compile_loaded(diagnostics: Diagnostics, loaded: Loaded) -> Compiled {
    try_compile(diagnostics, loaded).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Compiles loaded sources, unless they have an error.
pub fn try_compile(diagnostics: Diagnostics, loaded: Loaded) -> Result<Compiled, Box<Diagnostic>> {
    let loaded = lenient(loaded);
    let outcome = run(diagnostics, &loaded, &Options::default());
    let error = outcome
        .diagnostics
        .iter()
        .find(|found| found.severity == Severity::Error);
    if let Some(error) = error {
        return Err(Box::new(error.clone()));
    }
    Ok(Compiled {
        sources: loaded.sources,
        checked: outcome.checked.expect("no error"),
        artifacts: outcome.artifacts,
    })
}

/// A program that uses generated code.
pub struct Program {
    /// Its `main.rs`.
    pub main: &'static str,
    /// The features of the runtime that it needs.
    pub features: &'static [&'static str],
    /// Further lines under `[dependencies]`.
    pub dependencies: &'static str,
}

impl Program {
    /// A program that needs the runtime only, with approvals.
    pub const fn plain(main: &'static str) -> Self {
        Program {
            main,
            features: &["approvals", "rules"],
            dependencies: "serde_json = \"1\"\n",
        }
    }
}

/// The crate of a program.
struct Crate {
    folder: PathBuf,
    target: PathBuf,
}

impl Crate {
    fn write(name: &str, program: &Program, artifacts: &[Artifact]) -> Self {
        let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("referee");
        let folder = all.join(name);
        if !artifacts.is_empty() {
            let _ = fs::remove_dir_all(folder.join("src"));
        }
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            write_once(&path, text).expect("written");
        };
        for artifact in artifacts {
            write(&format!("src/{}", artifact.path), &artifact.text);
        }
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
        let manifest = include_str!("program/Cargo.toml.txt")
            .replace("NAME", name)
            .replace("RUNTIME", &format!("{:?}", runtime.display().to_string()))
            .replace("FEATURES", &format!("{:?}", program.features))
            .replace("DEPENDENCIES", program.dependencies);
        write("Cargo.toml", &manifest);
        write("src/main.rs", program.main);
        write("src/lines.rs", include_str!("program/lines.rs"));
        write("src/doors.rs", include_str!("program/doors.rs"));
        Crate {
            target: all.join(format!("{name}_target")),
            folder,
        }
    }

    fn build(&self) {
        let status = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--offline"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .status()
            .expect("cargo runs");
        assert!(status.success(), "the generated code does not compile");
    }
}

/// The compiled program.
pub struct Generated {
    program: PathBuf,
    variables: Vec<(&'static str, String)>,
}

impl Generated {
    /// Writes a crate with the generated code and builds it.
    pub fn build(name: &str, compiled: &Compiled) -> Self {
        let program = Program::plain(include_str!("program/main.rs"));
        Self::build_with(name, &program, compiled)
    }

    /// Writes a crate with the generated code and another main program, and builds it.
    pub fn build_with(name: &str, program: &Program, compiled: &Compiled) -> Self {
        static DEPENDENCIES: OnceLock<PathBuf> = OnceLock::new();
        let dependencies = DEPENDENCIES.get_or_init(|| {
            let empty = Program {
                main: "fn main() {}",
                ..*program
            };
            let written = Crate::write(
                concat!(env!("CARGO_CRATE_NAME"), "_dependencies"),
                &empty,
                &[],
            );
            written.build();
            written.target
        });
        let written = Crate::write(name, program, &compiled.artifacts);
        copy_target(dependencies, &written.target).expect("copied");
        written.build();
        Generated {
            program: written.target.join(format!("debug/asked-{name}")),
            variables: Vec::new(),
        }
    }

    /// Sets a variable of the program's environment.
    pub fn variable(mut self, name: &'static str, value: String) -> Self {
        self.variables.push((name, value));
        self
    }

    /// Returns what the program prints when it is called with a word.
    pub fn print(&self, word: &str) -> String {
        let output = Command::new(&self.program).arg(word).output();
        let output = output.expect("the program starts");
        assert!(output.status.success(), "{word}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// Asks for the verdict of both interfaces on every instance.
    pub fn ask(&self, instances: &[Instance]) -> Vec<Verdict> {
        let mut lines = String::new();
        for instance in instances {
            lines.extend([instance.tool.as_str(), "\t", &instance.text, "\n"]);
        }
        let mut child = Command::new(&self.program)
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
        let output = child.wait_with_output().expect("the program ends");
        writer
            .join()
            .expect("no panic")
            .expect("everything is read");
        let answers = String::from_utf8(output.stdout).expect("text");
        let verdicts: Vec<Verdict> = answers.lines().map(Verdict::parse).collect();
        assert_eq!(verdicts.len(), instances.len(), "an answer to every line");
        verdicts
    }
}
