//! What `overrides` in the registry entry changes in single operations. Every override that matches
//! an operation counts; if two change the same thing, the first one wins.

mod arguments;
mod changes;
mod of_tools;
mod within;

pub use of_tools::override_tools;

use super::argument::OperationPlace;
use super::document::Document;
use super::select::{self, Chosen, Pattern, Seen, guess_meant};
use std::collections::{BTreeSet, HashMap};
use toolc_base::diagnostic::suggest::Guesses;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;
use toolc_base::source::Spanned;
use toolc_model::config::Override;
use toolc_model::draft::{DraftTool, Replaced};
use toolc_model::model::evolution::{Evolution, OldArgument};
use toolc_model::reading::old_arguments::add_arguments;
use toolc_model::reading::{Reading, fields};
use toolc_schema::schema::written;

/// The overrides for a document while its operations are read.
#[derive(Default)]
pub(super) struct Overrides<'c> {
    rules: Vec<Rule<'c>>,
    /// The indices of the rules for an operation, by path and method.
    of: HashMap<(String, String), Vec<usize>>,
}

struct Rule<'c> {
    over: &'c Override,
    pattern: Pattern<'c>,
    /// The number of operations it matches.
    matched: usize,
    /// The arguments of the tools that were read.
    arguments: Option<BTreeSet<String>>,
}

impl<'c> Overrides<'c> {
    /// Finds the operations that each override selects, among those that become tools.
    pub(super) fn of(
        reading: &mut Reading<'c>,
        document: &Document,
        chosen: Option<&Chosen>,
    ) -> Self {
        let overrides = reading.entry.map_or(&[][..], |entry| &entry.overrides);
        let rules = overrides.iter().map(|over| Rule {
            over,
            pattern: Pattern::of(&over.pattern.value),
            matched: 0,
            arguments: None,
        });
        let mut found = Overrides {
            rules: rules.collect(),
            of: HashMap::new(),
        };
        if found.rules.is_empty() {
            return found;
        }
        let all = select::list_operations(document);
        let is_read = |method: &str, operation: &Seen<'_>| {
            chosen.is_none_or(|chosen| chosen.is_chosen(operation.path(), method))
        };
        for (method, operation) in &all {
            for (number, rule) in found.rules.iter_mut().enumerate() {
                if rule.pattern.matches(operation) && is_read(method, operation) {
                    rule.matched += 1;
                    let key = (operation.path().to_owned(), (*method).to_owned());
                    found.of.entry(key).or_default().push(number);
                }
            }
        }
        let guesses = Guesses::default();
        for rule in &found.rules {
            let is_known = all.iter().any(|(_, seen)| rule.pattern.matches(seen));
            if let Some(fault) = rule.fault(&guesses, is_known, &all) {
                reading.diagnostics.push(fault);
            }
        }
        found.check_names(reading, &all, is_read);
        found
    }

    /// Reports names given by overrides that another operation already has.
    fn check_names(
        &self,
        reading: &mut Reading<'_>,
        all: &[(&str, Seen<'_>)],
        is_read: impl Fn(&str, &Seen<'_>) -> bool,
    ) {
        let mut taken: HashMap<String, String> = HashMap::new();
        let mut named = Vec::new();
        for (method, operation) in all.iter().filter(|(method, seen)| is_read(method, seen)) {
            let rules = self.rules_of(operation.path(), method);
            let mut overs = rules.clone().map(|number| self.rules[number].over);
            if overs.clone().any(|over| over.replaced_by.is_some()) {
                continue;
            }
            match overs.find_map(|over| over.name.as_ref()) {
                Some(name) => named.push((name, operation.line())),
                None => drop(taken.insert(operation.name.clone(), operation.line())),
            }
        }
        for (name, line) in named {
            let other = taken.insert(name.value.clone(), line);
            let Some(other) = other else { continue };
            let message = format!("the name `{}` is that of `{other}`", name.value);
            let finding = Diagnostic::new(Code::ILLEGAL_OVERRIDE, name.span, message);
            let help = "write another name, or leave the other operation out under `operations`";
            reading.diagnostics.push(finding.help(help));
        }
    }

    fn rules_of(&self, path: &str, method: &str) -> impl Iterator<Item = usize> + Clone + use<> {
        let key = (path.to_owned(), method.to_owned());
        self.of.get(&key).cloned().unwrap_or_default().into_iter()
    }

    fn overs(&self, place: &OperationPlace<'_>) -> Vec<&'c Override> {
        let rules = self.rules_of(place.path, place.method);
        rules.map(|number| self.rules[number].over).collect()
    }

    /// The tool that replaces an operation.
    pub(super) fn find_replacement(
        &self,
        reading: &Reading<'_>,
        place: &OperationPlace<'_>,
    ) -> Option<Replaced> {
        let overs = self.overs(place);
        let by = overs.iter().find_map(|over| over.replaced_by.clone())?;
        let namespace = reading.entry.and_then(|entry| entry.namespace.as_ref());
        Some(Replaced {
            operation: place.label(),
            span: place.span,
            namespace: namespace.map(|namespace| namespace.value.clone()),
            by,
        })
    }

    /// The name that an override sets for an operation.
    pub(super) fn find_name(&self, place: &OperationPlace<'_>) -> Option<Spanned<String>> {
        self.overs(place).iter().find_map(|over| over.name.clone())
    }

    /// Applies the overrides of a tool.
    pub(super) fn apply_to(
        &mut self,
        reading: &mut Reading<'_>,
        place: &OperationPlace<'_>,
        tool: &mut DraftTool,
    ) {
        let overs = self.overs(place);
        if overs.is_empty() {
            return;
        }
        if let Some(text) = overs.iter().find_map(|over| over.description.as_ref()) {
            tool.description.clone_from(&text.value);
            tool.described = Some(text.span);
        }
        if let Some(approval) = overs.iter().find_map(|over| over.approval.as_ref()) {
            tool.approval = Some(approval.clone());
        }
        if let Some(effect) = overs.iter().find_map(|over| over.effect.as_ref()) {
            tool.effect = effect.clone();
        }
        if let Some(engine) = overs.iter().find_map(|over| over.engine.as_ref()) {
            tool.engine = Some(engine.clone());
        }
        if let Some(node) = overs.iter().find_map(|over| over.annotations.as_ref()) {
            tool.metadata.push(("annotations".to_owned(), node.clone()));
        }
        let mut refuse = |argument: &Spanned<String>, refusal: arguments::Refusal| {
            let message = refusal.message(&argument.value, &place.label());
            let finding = Diagnostic::new(Code::ILLEGAL_OVERRIDE, argument.span, message);
            reading.diagnostics.push(finding.help(refusal.help()));
        };
        let known = changes::make_changes(&overs, tool, &mut refuse);
        for over in overs.iter().rev() {
            evolve_tool(reading.diagnostics, over, tool);
        }
        for number in self.rules_of(place.path, place.method) {
            let arguments = self.rules[number].arguments.get_or_insert_default();
            arguments.extend(known.iter().cloned());
        }
        arguments::refresh_tool(tool);
    }

    /// Reports arguments that no matching tool has.
    pub(super) fn report_unused(&self, reading: &mut Reading<'_>) {
        let guesses = Guesses::default();
        for rule in &self.rules {
            let Some(known) = &rule.arguments else {
                continue;
            };
            let Override {
                hidden,
                constants,
                defaults,
                injected,
                secret,
                arguments,
                ..
            } = rule.over;
            let valued = constants.iter().chain(defaults).map(|(name, _)| name);
            let unknown = hidden.iter().chain(injected).chain(secret).chain(valued);
            let unknown = unknown.chain(arguments);
            for argument in unknown.filter(|argument| !known.contains(&argument.value)) {
                reading
                    .diagnostics
                    .push(rule.unknown(&guesses, argument, known));
            }
        }
    }
}

/// Gives a tool its name on the wire, the names that it and its arguments had, and its end. Of two overrides, the one that
/// is applied last counts for what a tool has once. Arguments that no model sees any more have no old names.
fn evolve_tool(diagnostics: &mut Diagnostics, over: &Override, tool: &mut DraftTool) {
    let Evolution {
        old_names,
        deprecated,
        arguments,
    } = &over.evolution;
    if let Some(name) = &over.wire_name {
        tool.wire_name = Some(name.clone());
    }
    if let Some(deprecated) = deprecated {
        tool.evolution.deprecated = Some(deprecated.clone());
    }
    tool.evolution.old_names.extend(old_names.iter().cloned());
    let properties = written::list_properties(&tool.input.node);
    let properties = Map::new(properties.cloned().collect());
    let means = |argument: &&OldArgument| {
        let now = argument.now.as_ref().unwrap_or(&argument.name.value);
        properties.contains(now)
    };
    let said = arguments.iter().filter(means).cloned().collect();
    add_arguments(
        diagnostics,
        &properties,
        &mut tool.evolution.arguments,
        said,
    );
}

impl Rule<'_> {
    /// The problem with the pattern, if any.
    fn fault(
        &self,
        guesses: &Guesses,
        is_known: bool,
        all: &[(&str, Seen<'_>)],
    ) -> Option<Diagnostic> {
        let pattern = &self.over.pattern;
        if self.matched == 0 {
            let (message, help) = if is_known {
                (
                    format!(
                        "`operations` leaves out the operation that `{}` overrides",
                        pattern.value
                    ),
                    "include the operation, or remove the override".into(),
                )
            } else {
                (
                    format!("no operation of the document matches `{}`", pattern.value),
                    guess_meant(guesses, self.pattern, &pattern.value, all),
                )
            };
            let finding = Diagnostic::new(Code::UNKNOWN_OPERATION, pattern.span, message);
            return Some(finding.help(help));
        }
        let name = self.over.names().next().filter(|_| self.matched > 1)?;
        let message = format!(
            "`{}` means {} operations, and they cannot all be called `{}`",
            pattern.value, self.matched, name.value
        );
        let finding = Diagnostic::new(Code::ILLEGAL_OVERRIDE, name.span, message);
        Some(finding.help("name each operation by itself"))
    }

    fn unknown(
        &self,
        guesses: &Guesses,
        argument: &Spanned<String>,
        known: &BTreeSet<String>,
    ) -> Diagnostic {
        let message = format!(
            "`{}` has no argument `{}`",
            self.over.pattern.value, argument.value
        );
        // among the known ones are only those places that the override names as well
        let has_places = known.iter().any(|name| within::is_place(name));
        let is_place = within::is_place(&argument.value) && has_places;
        let names = || {
            let names = known.iter().map(String::as_str);
            names.filter(move |name| within::is_place(name) == is_place)
        };
        let help = match guesses.did_you_mean(&argument.value, names()) {
            Some(help) => help,
            None if known.is_empty() => "remove it: there are no arguments".into(),
            None if is_place => "`toolc show` prints the schema of each argument".into(),
            None if names().count() == 1 => {
                format!("the only one is {}", fields::quote_names(names())).into()
            }
            None if known.len() <= 20 => {
                format!("the arguments are {}", fields::quote_names(names())).into()
            }
            None => "`toolc show` lists the arguments".into(),
        };
        Diagnostic::new(Code::UNKNOWN_ARGUMENT, argument.span, message).help(help)
    }
}
