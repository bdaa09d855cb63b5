//! Noun: the built-in toolsets. Each is a spec as a user would write it; toolc-runtime runs its
//! tools, behind a feature.

/// The namespace of workers as tools.
pub const WORKERS: &str = "workers";

/// The namespace of the tool that reads on in results.
pub const RESULTS: &str = "results";

/// A toolset that a worker can name without a file for it.
#[derive(Debug, PartialEq, Eq)]
pub struct Toolset {
    /// The namespace of its tools.
    pub name: &'static str,
    /// The path that messages and generated headers show.
    pub path: &'static str,
    /// The spec.
    pub text: &'static str,
    /// The feature of toolc-runtime that runs it. Generated code requires it with `require_…!`.
    pub feature: &'static str,
    /// The function of the runtime's `Row` that builds the row for one of its tools.
    pub row: &'static str,
    /// Whether its tools reach what is on this machine.
    pub on_machine: bool,
    /// Whether rules of the worker decide on each call.
    pub has_rules: bool,
    /// Tools that came later: a worker without a list of tools does not get them from a newer toolc.
    pub listed: &'static [&'static str],
}

/// All built-in toolsets.
pub const TOOLSETS: &[Toolset] = &[
    Toolset {
        name: "filesystem",
        path: "toolc:filesystem.yaml",
        text: include_str!("../toolsets/filesystem.yaml"),
        feature: "fs",
        row: "shipped",
        on_machine: true,
        has_rules: false,
        listed: &["edit_file"],
    },
    Toolset {
        name: RESULTS,
        path: "toolc:results.yaml",
        text: include_str!("../toolsets/results.yaml"),
        feature: "pages",
        row: "page",
        on_machine: false,
        has_rules: false,
        listed: &[],
    },
    Toolset {
        name: "shell",
        path: "toolc:shell.yaml",
        text: include_str!("../toolsets/shell.yaml"),
        feature: "shell",
        row: "command",
        on_machine: true,
        has_rules: true,
        listed: &[],
    },
];

/// Finds the built-in toolset with this name.
pub fn find_toolset(name: &str) -> Option<&'static Toolset> {
    TOOLSETS.iter().find(|toolset| toolset.name == name)
}
