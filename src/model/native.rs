//! Noun: a tool that the user wrote in Rust, and how generated code calls it.

use crate::schema::rust_path::KEYWORDS;

/// A function, or a type that is a tool by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Native {
    /// The path of the function or the type: `crate`, `tools`, `get_weather`.
    pub path: Vec<String>,
    /// Which of the two it is.
    pub kind: NativeKind,
    /// The type of the arguments; `None` where the tool takes none.
    pub arguments: Option<NativeType>,
    /// The type of the result, where the module describes it.
    pub output: Option<NativeType>,
}

/// How the work is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NativeKind {
    /// By a function.
    Function {
        /// What it takes, in order.
        parameters: Vec<Parameter>,
        /// Whether it must be awaited.
        is_async: bool,
        /// What it returns.
        returns: Returns,
    },
    /// By a type that implements `CustomTool`.
    Tool,
}

/// What a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// The arguments.
    Arguments,
    /// `&Context`
    Context,
}

/// What a function returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    /// A value.
    Value,
    /// A `Result` whose error becomes a `ToolFailure`.
    Fallible,
    /// A `Result` whose error is a text or a box: a detail for logs.
    Boxed,
}

/// A type of the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NativeType {
    /// Its path.
    pub path: Vec<String>,
    /// Where it derives `JsonSchema`.
    pub described: Option<Described>,
}

/// Under which conditions a type derives `JsonSchema`, so that a test can compare it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// The feature of the user's crate that it takes.
    pub feature: Option<String>,
}

/// Reads the path of a module: `crate::tools`, or `crate` where the module is the root.
pub fn module_path(text: &str) -> Option<Vec<String>> {
    const MAX_LENGTH: usize = 256;
    let segments: Vec<String> = text
        .split("::")
        .map(|part| part.trim().to_owned())
        .collect();
    let (first, names) = segments.split_first()?;
    let is_fit = text.len() <= MAX_LENGTH
        && (first == "crate" || is_name(first))
        && names.iter().all(|name| is_name(name));
    is_fit.then_some(segments)
}

/// Whether a text is an identifier of ASCII letters and no keyword.
pub fn is_name(text: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let begins = text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    begins
        && text.chars().all(is_part)
        && text.chars().any(|letter| letter != '_')
        && !KEYWORDS.contains(&text)
}
