//! Whether every worker has its own module. Modules have stable names, so no change elsewhere
//! decides which worker a program starts.

use std::collections::HashMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::Catalog;
use toolc_model::model::policy::Worker;
use toolc_model::model::words::module_name;

/// Reports workers that would share a module.
pub fn check_modules(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut known: HashMap<String, &Worker> = HashMap::new();
    for worker in &catalog.workers {
        let module = module_name(&worker.name);
        match known.get(&module) {
            Some(first) => same_module(&module, worker, first)
                .into_iter()
                .for_each(|found| diagnostics.push(found)),
            None => {
                known.insert(module, worker);
            }
        }
    }
}

fn same_module(module: &str, second: &Worker, first: &Worker) -> Option<Diagnostic> {
    let message = format!(
        "the workers `{}` and `{}` would share one module, `tools::{module}`",
        first.name, second.name
    );
    let finding = Diagnostic::new(Code::DUPLICATE_WORKER, second.span?, message)
        .label("the second worker of this module")
        .also(first.span?, "the first one")
        .help("give one of them another `name`, or join their toolsets in one file");
    Some(finding)
}
