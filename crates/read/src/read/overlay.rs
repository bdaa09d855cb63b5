//! OpenAPI Overlay 1.0 and 1.1: changes to a description in a separate file. They are applied to
//! the tree before it is read, and keep their places in the overlay.

mod budget;
mod jsonpath;
mod merge;
mod steps;

use super::fields;
use budget::Budget;
use jsonpath::{Place, Query};
use merge::Merge;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::config::EntryKind;

/// The keys of an overlay and of its actions; keys with the prefix `x-` are allowed as well.
const KEYS: &[&str] = &["overlay", "info", "extends", "actions"];
const ACTION_KEYS: &[&str] = &["target", "description", "update", "remove", "copy"];

/// Whether a document is an overlay.
pub(super) fn recognise_overlay(node: &Node, _: Option<EntryKind>) -> bool {
    node.get("overlay").is_some() && node.get("actions").is_some()
}

/// Reports an overlay that no entry lists.
pub(super) fn read_overlay(reading: &mut super::Reading<'_>, node: Node) {
    let message = format!(
        "the overlay `{}` is not applied to any description",
        reading.path
    );
    let help = "list it under `overlays` of the registry entry of its description";
    let finding = Diagnostic::new(Code::UNKNOWN_FORMAT, node.span, message);
    reading.diagnostics.push(finding.help(help));
}

/// Applies an overlay to a document, one action after the other.
pub fn apply_overlay(diagnostics: &mut Diagnostics, document: &mut Node, overlay: &Node) {
    let Some(map) = overlay.as_map() else {
        return fields::wrong_kind(diagnostics, overlay, "an overlay", "a mapping");
    };
    if !is_known_version(diagnostics, map, overlay.span) {
        return;
    }
    fields::refuse_unknown(diagnostics, map, KEYS, "an overlay");
    let Some(actions) = map.get("actions") else {
        return illegal(
            diagnostics,
            overlay.span,
            "the overlay has no `actions`",
            "add a list",
        );
    };
    let Some(actions) = actions.as_list() else {
        return fields::wrong_kind(diagnostics, actions, "`actions`", "a list of actions");
    };
    let mut budget = Budget::of(document);
    let before = document.clone();
    for node in actions {
        let Some(action) = Action::read(diagnostics, node) else {
            continue;
        };
        if let Err(excess) = action.apply(diagnostics, document, &mut budget) {
            *document = before;
            return diagnostics.push(excess);
        }
    }
}

fn is_known_version(diagnostics: &mut Diagnostics, map: &Map, span: Span) -> bool {
    let version = map.get("overlay");
    let text = match version.map(|node| &node.value) {
        Some(Value::String(text)) => text.as_str(),
        Some(Value::Number(text)) => text,
        _ => "",
    };
    let is_known = ["1.0", "1.1"].iter().any(|known| {
        let rest = text.strip_prefix(known);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    });
    if !is_known {
        let message = format!("version `{text}` of an overlay is not read");
        let place = version.map_or(span, |node| node.span);
        illegal(
            diagnostics,
            place,
            &message,
            "toolc reads OpenAPI Overlay 1.0 and 1.1",
        );
    }
    is_known
}

fn illegal(diagnostics: &mut Diagnostics, span: Span, message: &str, help: &str) {
    diagnostics.push(Diagnostic::new(Code::ILLEGAL_OVERLAY, span, message).help(help));
}

/// One action.
struct Action<'n> {
    target: Spanned<&'n str>,
    query: Query,
    change: Change<'n>,
}

enum Change<'n> {
    Remove,
    Update(&'n Node),
    Copy(Spanned<&'n str>, Query),
}

impl<'n> Action<'n> {
    fn read(diagnostics: &mut Diagnostics, node: &'n Node) -> Option<Self> {
        let Some(map) = node.as_map() else {
            fields::wrong_kind(diagnostics, node, "an action", "a mapping with `target`");
            return None;
        };
        fields::refuse_unknown(diagnostics, map, ACTION_KEYS, "an action");
        let Some(target) = map.get("target") else {
            let help = "add a JSONPath such as `target: $.paths['/pets'].get`";
            illegal(diagnostics, node.span, "an action has no `target`", help);
            return None;
        };
        let (target, query) = query(diagnostics, target, "`target`")?;
        let is_removal = fields::flag_at(diagnostics, map, "remove").unwrap_or(false);
        let change = match (map.get("update"), map.get("copy")) {
            _ if is_removal => Change::Remove,
            (Some(update), None) => Change::Update(update),
            (None, Some(copy)) => {
                let (text, query) = self::query(diagnostics, copy, "`copy`")?;
                Change::Copy(text, query)
            }
            (both, _) => {
                let message = match both {
                    Some(_) => "an action has both `update` and `copy`, and so neither counts",
                    None => "an action has none of `update`, `copy` and `remove: true`",
                };
                illegal(diagnostics, node.span, message, "add one of them");
                return None;
            }
        };
        Some(Action {
            target,
            query,
            change,
        })
    }

    /// Applies the action, unless it is too expensive.
    fn apply(
        &self,
        diagnostics: &mut Diagnostics,
        document: &mut Node,
        budget: &mut Budget,
    ) -> Result<(), Diagnostic> {
        let places = select(&self.query, &self.target, document, budget)?;
        if places.is_empty() {
            let message = format!("`{}` selects nothing", self.target.value);
            let finding = Diagnostic::new(Code::IDLE_ACTION, self.target.span, message);
            diagnostics.push(finding.help("correct the path, or remove the action"));
            return Ok(());
        }
        match &self.change {
            Change::Remove => self.remove(diagnostics, document, places),
            Change::Update(update) => {
                budget.copy(update, &places, self.target.span)?;
                merge(diagnostics, document, &places, update);
            }
            Change::Copy(text, query) => match select(query, text, document, budget)?.as_slice() {
                [place] => {
                    if let Some(copied) = jsonpath::node_at(document, place).cloned() {
                        budget.copy(&copied, &places, text.span)?;
                        merge(diagnostics, document, &places, &copied);
                    }
                }
                others => {
                    let message = format!(
                        "`{}` selects {} nodes, but only one can be copied",
                        text.value,
                        others.len()
                    );
                    illegal(diagnostics, text.span, &message, "select a single node");
                }
            },
        }
        Ok(())
    }

    /// Removes nodes, the last ones first, because removing one shifts those after it.
    fn remove(&self, diagnostics: &mut Diagnostics, document: &mut Node, mut places: Vec<Place>) {
        places.sort();
        while let Some(mut place) = places.pop() {
            let Some(last) = place.pop() else {
                let message = "the whole description cannot be removed";
                return illegal(
                    diagnostics,
                    self.target.span,
                    message,
                    "select a part of it",
                );
            };
            let mut children = vec![last];
            while let Some(sibling) = places.pop_if(|other| is_below(other, &place)) {
                children.extend(sibling.last());
            }
            if let Some(parent) = jsonpath::at_mut(document, &place) {
                jsonpath::remove_children(parent, &children);
            }
        }
    }
}

/// The nodes that a query selects, unless it has to visit too many for that.
fn select(
    query: &Query,
    text: &Spanned<&str>,
    document: &Node,
    budget: &Budget,
) -> Result<Vec<Place>, Diagnostic> {
    let places = query.places(document, budget.steps());
    if !budget.steps().are_used_up() {
        return Ok(places);
    }
    let message = "the queries of the overlay look at too many values";
    Err(Diagnostic::new(Code::ALIAS_BOMB, text.span, message)
        .label("the limit is reached here")
        .help("name the keys on the way instead of `..` and `*`"))
}

fn is_below(place: &[usize], parent: &[usize]) -> bool {
    place.split_last().is_some_and(|(_, above)| above == parent)
}

fn query<'n>(
    diagnostics: &mut Diagnostics,
    node: &'n Node,
    what: &str,
) -> Option<(Spanned<&'n str>, Query)> {
    let Some(text) = node.as_str() else {
        fields::wrong_kind(diagnostics, node, what, "a JSONPath");
        return None;
    };
    match jsonpath::parse(text, node.span) {
        Ok(query) => Some((Spanned::new(text, node.span), query)),
        Err(fault) => {
            let before = text.get(..fault.at).unwrap_or(text);
            let message = format!(
                "{what} is not a valid JSONPath after `{before}`: {}",
                fault.reason
            );
            let help = "write a query of RFC 9535 such as `$.paths['/pets'].get`";
            illegal(diagnostics, node.span, &message, help);
            None
        }
    }
}

fn merge(diagnostics: &mut Diagnostics, document: &mut Node, places: &[Place], update: &Node) {
    for place in places {
        if let Some(target) = jsonpath::at_mut(document, place) {
            Merge { diagnostics }.outermost(target, update);
        }
    }
}

#[cfg(test)]
mod tests;
