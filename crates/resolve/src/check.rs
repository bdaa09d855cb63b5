//! Verb: Catalog to Checked. Runs every check in the table; the only way to get a [`Checked`].

mod alternatives;
mod answers;
mod api_texts;
mod callable;
mod callers;
mod configs;
mod delegation;
mod descriptions;
mod effects;
mod engines;
mod extras;
mod flow;
mod given;
mod hidden;
mod idle_limits;
mod idle_repairs;
mod injected;
mod list_size;
mod loose_paths;
mod modules;
mod mounted_methods;
mod names;
mod old_names;
mod open_roots;
mod overloads;
mod portability;
mod results;
mod rules;
mod rust_options;
mod samples;
mod shell;
mod taken_names;
#[cfg(test)]
mod tests;
mod tokens;
mod toolsets;
mod unchecked;
mod wire_names;

use toolc_base::diagnostic::Diagnostics;
use toolc_model::model::Catalog;

/// A catalog without errors.
#[derive(Debug)]
pub struct Checked {
    catalog: Catalog,
}

impl Checked {
    /// The catalog that was checked.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }
}

impl std::ops::Deref for Checked {
    type Target = Catalog;

    fn deref(&self) -> &Catalog {
        &self.catalog
    }
}

/// A check reports what it finds and changes nothing.
type Check = fn(&mut Diagnostics, &Catalog);

/// Every check, in the order they run.
const CHECKS: &[Check] = &[
    answers::check_answers,
    wire_names::check_wire_names,
    modules::check_modules,
    overloads::check_overloads,
    alternatives::check_alternatives,
    hidden::check_hidden_characters,
    portability::check_input_roots,
    portability::check_output_roots,
    portability::check_exports,
    portability::check_lists,
    extras::check_extras,
    callers::check_callers,
    rust_options::check_rust_options,
    rules::check_rules,
    engines::check_engines,
    toolsets::check_toolsets,
    configs::check_configs,
    given::check_given,
    unchecked::check_unchecked_outputs,
    samples::check_samples,
    callable::check_callable,
    descriptions::check_descriptions,
    open_roots::check_open_roots,
    api_texts::check_api_texts,
    names::check_names,
    old_names::check_old_names,
    old_names::check_successors,
    old_names::check_last_days,
    loose_paths::check_loose_paths,
    mounted_methods::check_mounted_methods,
    idle_limits::check_idle_limits,
    idle_repairs::check_idle_repairs,
    results::check_results,
    taken_names::check_taken_names,
    injected::check_injected,
    effects::check_preapproved,
    effects::check_contradictions,
    delegation::check_delegation,
    flow::check_flow,
    flow::check_flow_names,
    flow::check_idle_labels,
    tokens::check_budgets,
    list_size::check_list_sizes,
];

/// Runs all checks. Returns the catalog unchecked if they or an earlier stage found an error.
///
/// # Errors
/// There is an error among the findings.
pub fn check_catalog(
    diagnostics: &mut Diagnostics,
    catalog: Catalog,
) -> Result<Checked, Box<Catalog>> {
    for check in CHECKS {
        check(diagnostics, &catalog);
    }
    match diagnostics.has_errors() {
        true => Err(Box::new(catalog)),
        false => Ok(Checked { catalog }),
    }
}
