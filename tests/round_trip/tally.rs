//! What goes in, and what comes back.

/// Arguments of one tool.
pub struct Instance {
    /// The wire name.
    pub tool: String,
    /// The arguments.
    pub text: String,
}

/// The arguments as their type writes them; empty if they are invalid.
pub struct Verdict(pub String);

impl Verdict {
    /// Parses a line of the program.
    pub fn parse(line: &str) -> Self {
        Verdict(line.to_owned())
    }
}
