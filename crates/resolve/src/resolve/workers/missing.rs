//! Names in workers that do not exist because of another problem: that problem is reported, once,
//! instead of its consequences.

use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::source::{Sources, Span};
use toolc_model::draft::{Lost, Skipped, Unlisted};

/// Tools that were left out, and files with unknown contents.
#[derive(Debug)]
pub struct Missing<'m> {
    /// The texts, for the places of the causes.
    pub sources: &'m Sources,
    /// The tools that were left out, each with its namespace.
    pub skipped: &'m [Skipped],
    /// What could not be read, each with an error.
    pub lost: &'m [Lost],
    /// Files that no list names.
    pub unlisted: &'m [Unlisted],
}

impl<'m> Missing<'m> {
    /// The first tool in a namespace that was left out.
    pub(super) fn any_of(&self, namespace: &str) -> Option<&'m Skipped> {
        self.of(namespace).next()
    }

    /// A tool that was left out.
    pub(super) fn tool(&self, namespace: &str, name: &str) -> Option<&'m Skipped> {
        self.of(namespace).find(|skipped| skipped.name == name)
    }

    fn of(&self, namespace: &str) -> impl Iterator<Item = &'m Skipped> {
        let of = move |skipped: &&Skipped| skipped.namespace.as_deref() == Some(namespace);
        self.skipped.iter().filter(of)
    }

    /// Whether an unreadable file may contain tools of a namespace.
    pub(super) fn hides(&self, namespace: &str) -> bool {
        let may = |lost: &Lost| {
            lost.namespace
                .as_deref()
                .is_none_or(|lost| lost == namespace)
        };
        self.lost.iter().any(may)
    }

    /// An unlisted tool file that is named like a namespace.
    pub(super) fn unlisted(&self, namespace: &str) -> Option<&'m str> {
        let mut files = self.unlisted.iter().filter(|file| file.under == "tools");
        files.find_map(|file| {
            let path = &self.sources.get(file.source).path;
            let name = path.rsplit('/').next().unwrap_or(path);
            (name.split('.').next() == Some(namespace)).then_some(path.as_str())
        })
    }

    /// Whether another finding already explains why a tool is missing.
    pub(super) fn explains(&self, namespace: &str, name: &str) -> bool {
        // a server that lists a tool without a name must not switch off what is checked in workers
        let may_be = |skipped: &Skipped| skipped.name.is_empty() && !skipped.foreign;
        let may = |skipped: &Skipped| skipped.name == name || may_be(skipped);
        self.hides(namespace) || self.of(namespace).any(may)
    }

    /// The finding on a tool that a worker names but that was left out.
    pub(super) fn left_out(&self, place: Span, name: &str, skipped: &Skipped) -> Diagnostic {
        let (line, _) = self.sources.line_column(skipped.cause);
        let path = &self.sources.get(skipped.cause.source).path;
        let code = skipped.code;
        let (what, undo) = match name {
            "" => (
                "a tool without a name".to_owned(),
                "the toolset out of the worker".to_owned(),
            ),
            _ => (format!("`{name}`"), format!("`{name}` out of `tools`")),
        };
        let message = format!("{what} was left out because of {code} at {path}:{line}");
        Diagnostic::new(Code::LEFT_OUT_TOOL, place, message)
            .label("the worker names it")
            .also(skipped.cause, format!("{code} is reported here"))
            .help(format!("correct what {code} reports, or take {undo}"))
            .because(code)
    }
}
