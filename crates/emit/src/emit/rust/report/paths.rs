//! Paths in arguments: each must reach a handler as a type that opens it within the workspace.

use crate::emit::rust::kinds::Kind;
use crate::emit::rust::layout::Layout;
use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::model::Tool;
use toolc_schema::schema::shape::{Keyword, Object, Shape, ShapeId};

/// Why a path is not confined, and what to do about it.
type Reason = (&'static str, &'static str);

const REQUEST: Reason = (
    "an engine sends it in a request and opens no file",
    "remove `x-path`: the service that gets the request must check the value",
);

const UNTYPED: Reason = (
    "a handler would get it as plain text",
    "let a property of the arguments, or an item of a list, be the path; or remove `x-path`",
);

const RESULT: Reason = (
    "a result names no file to open",
    "remove `x-path` from the result",
);

/// A path, and whether it has the path type where it was found.
type Met = (ShapeId, bool);

impl Layout<'_> {
    /// Whether an argument contains a path.
    pub fn has_paths(&self) -> bool {
        let mut inputs = self.tools.iter().map(|names| names.input);
        inputs.any(|input| !self.paths_below(input).is_empty())
    }

    /// Reports paths that nothing would confine to the workspace.
    pub fn report_paths(&self, diagnostics: &mut Diagnostics) {
        for names in &self.tools {
            let tool = self.tool(names);
            if tool.shipped.is_some() {
                continue;
            }
            let mut report = |why, path| {
                let place = Some(self.form(path).span).filter(|place| tool.contains_place(*place));
                diagnostics.push(unconfined(tool, why, place));
            };
            let is_request = self.catalog.has_engine(tool);
            for (path, is_typed) in self.paths_below(names.input) {
                match (is_request, is_typed) {
                    (true, _) => report(REQUEST, path),
                    (false, false) => report(UNTYPED, path),
                    (false, true) => {}
                }
            }
            for (path, _) in tool.output.into_iter().flat_map(|id| self.paths_below(id)) {
                report(RESULT, path);
            }
        }
    }

    /// The paths below a shape, at most once with and once without a type.
    fn paths_below(&self, id: ShapeId) -> Vec<Met> {
        let mut found = Vec::new();
        let mut known = HashSet::new();
        let mut waiting = vec![(id, true)];
        while let Some((id, is_typed)) = waiting.pop() {
            if !known.insert((id, is_typed)) {
                continue;
            }
            match &self.form(id).shape {
                Shape::Text(text) if text.path.is_some() => {
                    found.push((id, is_typed && matches!(self.kind(id), Kind::Path)));
                }
                shape => {
                    let below = self.below(id, shape).into_iter();
                    waiting.extend(below.map(|(child, typed)| (child, is_typed && typed)));
                }
            }
        }
        found
    }

    /// The direct children of a shape, each with whether it is part of the Rust type.
    fn below(&self, id: ShapeId, shape: &Shape) -> Vec<Met> {
        match shape {
            Shape::Complete(base, keywords) => {
                let rules = keywords.iter().flat_map(Keyword::children);
                rules
                    .map(|rule| (rule, false))
                    .chain([(*base, true)])
                    .collect()
            }
            Shape::Object(object) => self.below_object(id, object),
            _ => {
                let parts = self.list_parts(id);
                let children = shape.children().into_iter();
                children
                    .map(|child| (child, parts.contains(&child)))
                    .collect()
            }
        }
    }

    fn below_object(&self, id: ShapeId, object: &Object) -> Vec<Met> {
        let parts = self.list_parts(id);
        let is_map = matches!(self.kind(id), Kind::Map(Some(_)));
        let has_rest = is_map || self.described_rest(object).is_some();
        let fields = object.fields.iter().map(|field| (field.shape, true));
        let patterns = object.patterns.iter().map(|(_, shape)| (*shape, is_map));
        let rest = [(object.rest, has_rest)].into_iter();
        let below = fields.chain(patterns).chain(rest);
        let below = below.map(|(shape, typed)| (shape, typed && parts.contains(&shape)));
        // a key is always a plain string
        below
            .chain(object.names.map(|names| (names, false)))
            .collect()
    }
}

fn unconfined(tool: &Tool, (why, help): Reason, path: Option<Span>) -> Diagnostic {
    let message = format!(
        "`x-path` cannot be enforced in `{}`: {why}",
        tool.qualified()
    );
    let finding = Diagnostic::new(Code::UNCONFINED_PATH, tool.span, message)
        .label("the tool")
        .help(help);
    match path {
        Some(path) => finding.also(path, "this path"),
        None => finding,
    }
}
