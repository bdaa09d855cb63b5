//! Definitions for providers that support only a subset of JSON Schema: in strict mode, where they hold a
//! model to a schema, or because they have a schema dialect of their own. Each schema is rewritten to express
//! as much as possible in that subset, and calls are converted back before a worker gets them.

mod grammar;
mod list;
#[cfg(feature = "compiler")]
mod meaning;
mod restore;
mod rewrite;
pub mod tree;

pub use grammar::{Budget, Dialect};
pub use list::{Choice, LeftOut, Listed, ToolList, rewrite_alone};
use restore::Restore;
pub use rewrite::Refusal;
use rewrite::Rewriter;
use std::borrow::Cow;
use std::collections::BTreeSet;
use tree::Tree;

/// A schema of arguments, rewritten for a provider.
#[derive(Debug, Clone)]
pub struct Rewritten {
    restore: Restore,
    loosened: BTreeSet<String>,
}

impl Rewritten {
    /// Rewrites a self-contained schema with an object at its root.
    ///
    /// # Errors
    /// Fails if a model that is held to the result could not make every valid call, or could not make it without
    /// saying more.
    pub fn new(schema: &str, dialect: Dialect) -> Result<Self, Refusal> {
        let root = Tree::parse(schema).ok_or(Refusal::Nothing)?;
        let mut rewriter = Rewriter::new(&root, dialect);
        let (schema, plan) = rewriter.write_root()?;
        Ok(Rewritten {
            loosened: rewriter.loosened,
            restore: Restore {
                root: plan,
                definitions: rewriter.plans,
                schema,
            },
        })
    }

    /// The schema for the provider.
    pub fn schema(&self) -> &Tree {
        &self.restore.schema
    }

    /// The keywords that the provider does not enforce; a worker enforces all of them.
    pub fn loosened(&self) -> impl Iterator<Item = &str> {
        self.loosened.iter().map(String::as_str)
    }

    /// A JSON Schema of the converted arguments of all calls that the rewritten schema accepts.
    #[cfg(feature = "compiler")]
    pub fn meaning(&self) -> Tree {
        meaning::write_meaning(&self.restore)
    }

    /// Converts arguments for the rewritten schema back to the original one: properties marked as absent are
    /// removed, and values written as JSON text are parsed. Text that is not JSON is returned unchanged. JSON
    /// within such a text that no worker accepts, such as an object with a key twice, is put in its place as it
    /// is, so that the worker refuses it.
    pub fn restore<'a>(&self, arguments: &'a str) -> Cow<'a, str> {
        match Tree::parse(arguments) {
            Some(value) => Cow::Owned(self.restore.restore(value).to_text()),
            None => Cow::Borrowed(arguments),
        }
    }
}
