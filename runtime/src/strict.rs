//! Definitions for providers that take only a part of JSON Schema: where they hold a model to a schema
//! (`strict`), or read schemas in a language of their own. Each schema is rewritten so that it says as much
//! as can be said there, and a call is turned back before a worker takes it.

mod grammar;
mod list;
mod restore;
mod rewrite;
pub mod tree;

pub use grammar::{Budget, Dialect};
pub use list::{Choice, LeftOut, Listed, ToolList};
use restore::Restore;
pub use rewrite::Refusal;
use rewrite::Rewriter;
use std::borrow::Cow;
use std::collections::BTreeSet;
use tree::Tree;

/// A schema of arguments as a provider takes it.
#[derive(Debug, Clone)]
pub struct Rewritten {
    restore: Restore,
    loosened: BTreeSet<String>,
}

impl Rewritten {
    /// Rewrites a schema that is complete in itself, with an object at its root.
    ///
    /// # Errors
    /// Where a model that is held to it could not make every call.
    pub fn new(schema: &str, dialect: Dialect) -> Result<Self, Refusal> {
        let root = Tree::parse(schema).ok_or(Refusal::Nothing)?;
        let mut rewriter = Rewriter::new(&root, dialect, false);
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

    /// The schema that the provider is shown.
    pub fn schema(&self) -> &Tree {
        &self.restore.schema
    }

    /// The keywords that do not hold there; a worker holds calls to all of them.
    pub fn loosened(&self) -> impl Iterator<Item = &str> {
        self.loosened.iter().map(String::as_str)
    }

    /// What these arguments are by the schema that was rewritten: what says that it is absent is, and what
    /// was written as text is a value. What is not JSON stays as it is.
    pub fn restore<'a>(&self, arguments: &'a str) -> Cow<'a, str> {
        match Tree::parse(arguments) {
            Some(value) => Cow::Owned(self.restore.restore(value).to_text()),
            None => Cow::Borrowed(arguments),
        }
    }
}

/// A schema, in JSON Schema, of the arguments that come of all calls that a rewritten schema accepts.
#[cfg(feature = "compiler")]
pub fn meaning(schema: &str, dialect: Dialect) -> Option<Tree> {
    let root = Tree::parse(schema)?;
    let mut rewriter = Rewriter::new(&root, dialect, true);
    let (tree, _) = rewriter.write_root().ok()?;
    Some(tree)
}
