//! Noun: a value that each call of a tool has and no model sees.

use super::http::Within;
use toolc_base::node::escape_pointer;
use toolc_base::source::Spanned;
use toolc_schema::data::{List, list};

/// An argument with one value, other than in the request of an operation, which has its own constants.
#[derive(Debug, Clone)]
pub struct Constant {
    /// The argument, or the place within one, as `constants` names it.
    pub argument: Spanned<String>,
    /// Where the value is set, and which it is.
    pub within: Within,
}

/// The values that every call has, as static data.
pub type ConstantList<'c> = List<'c, Constant, fn(&'c Constant) -> &'c Within>;

/// Describes the values that every call has.
pub fn list_constants(constants: &[Constant]) -> ConstantList<'_> {
    list(constants, |constant| &constant.within)
}

impl Constant {
    /// The path as a pointer in the runtime's syntax.
    pub fn pointer(&self) -> String {
        let escape = |step: &String| match step.as_str() {
            "*" => "/*".to_owned(),
            step => format!("/{}", escape_pointer(step).replace('*', "~2")),
        };
        self.within.path.iter().map(escape).collect()
    }
}
