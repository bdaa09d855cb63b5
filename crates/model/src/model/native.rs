//! Noun: a tool that the user wrote in Rust, and how generated code calls it.

use toolc_base::source::SourceId;
use toolc_schema::schema::rust_path::KEYWORDS;

/// A function, or a type that is itself a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Native {
    /// The path of the function or the type: `crate`, `tools`, `get_weather`.
    pub path: Vec<String>,
    /// Which of the two it is, with details.
    pub kind: NativeKind,
    /// The type of the arguments; `None` if the tool takes none.
    pub arguments: Option<NativeType>,
    /// The type of the result, if the module describes it.
    pub output: Option<NativeType>,
    /// The value whose method it is, if it is one.
    pub receiver: Option<Receiver>,
    /// What the arguments are wrapped in: the path of `Parameters` of rmcp.
    pub wrapper: Option<Vec<String>>,
    /// What the result is wrapped in.
    pub wrapped: Wrapped,
}

/// The type of the value that the program gives to the worker, and whose method is a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receiver {
    /// The path of the type.
    pub path: Vec<String>,
    /// The path of the trait that has the method, unless the type itself has it.
    pub of_trait: Option<Vec<String>>,
}

/// What rmcp wraps results in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wrapped {
    /// Nothing.
    #[default]
    Plain,
    /// `Json<T>`
    Json,
    /// `CallToolResult`: blocks, structured content, and whether it is an error.
    Content,
}

/// What implements the tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NativeKind {
    /// A function.
    Function {
        /// Its parameters, in order.
        parameters: Vec<Parameter>,
        /// Whether it must be awaited.
        is_async: bool,
        /// What it returns.
        returns: Returns,
    },
    /// A type that implements `CustomTool`.
    Tool,
}

/// A parameter of a function.
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
    /// A `Result` whose error is a string or a box, which is only a detail for logs.
    Boxed,
}

/// A type in the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NativeType {
    /// Its path.
    pub path: Vec<String>,
    /// How it derives `JsonSchema`, if it does.
    pub described: Option<Described>,
}

/// The condition under which a type derives `JsonSchema`, so that a test can compare it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// The required feature of the user's crate, if any.
    pub feature: Option<String>,
}

/// A type of which schemars says what it is in JSON, because toolc cannot read it: a generated test keeps its schema in a
/// file beside the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptType {
    /// The Rust file.
    pub module: SourceId,
    /// Its name in the file of schemas: the path by which the module reaches it.
    pub name: String,
    /// Its path, as for generated code.
    pub path: Vec<String>,
    /// Whether results are of this type, and not arguments.
    pub is_result: bool,
    /// The feature of the user's crate without which it has no schema, if any.
    pub feature: Option<String>,
}

/// The file of schemas beside a Rust file.
pub fn schemas_beside(module: &str) -> String {
    format!("{}.schemas.json", module.trim_end_matches(".rs"))
}

/// Parses a module path: `crate::tools`, or `crate` for the root module.
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

/// Whether a text is an ASCII identifier and not a keyword.
pub fn is_name(text: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let begins = text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    begins
        && text.chars().all(is_part)
        && text.chars().any(|letter| letter != '_')
        && !KEYWORDS.contains(&text)
}
