//! The token counts of worker definitions, against their budgets.

use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::order::sort_by;
use toolc_model::model::exports::Budget;
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, ToolId};

/// How many tools a finding names.
const SHOWN: usize = 3;

/// Reports workers whose definitions exceed their budgets, and budgets for workers that do not
/// exist.
pub(super) fn check_budgets(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for budget in &catalog.budgets {
        let Some(name) = &budget.worker else { continue };
        if catalog
            .workers
            .iter()
            .all(|worker| worker.name != name.value)
        {
            let names = catalog.workers.iter().map(|worker| worker.name.as_str());
            let help = did_you_mean(&name.value, names);
            let message = format!(
                "`budgets` names the worker `{}`, which does not exist",
                name.value
            );
            let finding = Diagnostic::new(Code::WRONG_SHAPE, name.span, message);
            let help = help.unwrap_or_else(|| "write the `name` of a worker".into());
            diagnostics.push(finding.help(help));
        }
    }
    for worker in &catalog.workers {
        for budget in list_budgets(catalog, worker) {
            check_budget(diagnostics, catalog, worker, budget);
        }
    }
}

/// The budgets that apply to a worker: for each target its own, else the one for all workers.
fn list_budgets<'c>(catalog: &'c Catalog, worker: &Worker) -> Vec<&'c Budget> {
    let is_own = |budget: &Budget| {
        budget
            .worker
            .as_ref()
            .is_some_and(|it| it.value == worker.name)
    };
    let own = |budget: &Budget| {
        let mut all = catalog.budgets.iter();
        all.any(|other| other.target == budget.target && is_own(other))
    };
    let all = catalog.budgets.iter();
    all.filter(|it| is_own(it) || it.worker.is_none() && !own(it))
        .collect()
}

fn check_budget(
    diagnostics: &mut Diagnostics,
    catalog: &Catalog,
    worker: &Worker,
    budget: &Budget,
) {
    let ids: Vec<ToolId> = worker.grants.iter().map(|grant| grant.tool).collect();
    let ids = catalog.order_overloads(ids);
    let tokens = catalog.count_loaded_tokens(&ids, budget.target);
    if tokens <= budget.tokens.value {
        return;
    }
    let target = budget.target;
    let loaded = ids.iter().filter(|id| !catalog.is_deferred(**id, target));
    let mut sizes: Vec<(u64, String)> = loaded
        .map(|id| {
            (
                catalog.count_tokens(&[*id], target),
                catalog.tool(*id).qualified(),
            )
        })
        .collect();
    sort_by(&mut sizes, &mut |one, other| {
        other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1))
    });
    let largest: Vec<String> = sizes
        .iter()
        .take(SHOWN)
        .map(|(size, name)| format!("`{name}` ({size})"))
        .collect();
    let remedy = if target.can_defer() {
        "shorten them, remove them from the worker, or defer those that are seldom called: `defer: [NAMESPACE::TOOL]`"
    } else {
        "shorten them, or remove them from the worker"
    };
    let message = format!(
        "the definitions of worker `{}` take about {tokens} tokens for {}, but only {} are allowed",
        worker.name, target.name, budget.tokens.value
    );
    diagnostics.push(
        Diagnostic::new(Code::OVER_TOKEN_BUDGET, budget.tokens.span, message)
            .label("the budget")
            .help(format!("the largest are {}: {remedy}", largest.join(", ")))
            .about(About::worker(&worker.name)),
    );
}
