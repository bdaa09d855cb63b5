//! Names that the model of a worker might confuse.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, Tool};
use toolc_runtime::hidden;

/// Reports, for each worker, tools and namespaces with lookalike names, and tools that share their
/// name with a tool of another namespace. Findings that several workers have in common are reported
/// once.
pub(super) fn check_names(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut told = HashSet::new();
    for worker in &catalog.workers {
        let tools: Vec<&Tool> = worker
            .grants
            .iter()
            .map(|grant| catalog.tool(grant.tool))
            .filter(|tool| tool.overload == 0)
            .collect();
        for pair in alike(&tools) {
            if told.insert(pair.key()) {
                diagnostics.push(pair.finding(worker));
            }
        }
        for (name, owners) in shared(&tools) {
            if told.insert((name.to_owned(), String::new())) {
                diagnostics.push(shared_name(worker, name, &owners));
            }
        }
    }
}

/// Two tools with lookalike names: either their namespaces look alike, or their own names within
/// one namespace.
struct Pair<'c> {
    first: &'c Tool,
    second: &'c Tool,
    are_namespaces: bool,
}

impl Pair<'_> {
    fn names(&self) -> (String, String) {
        match self.are_namespaces {
            true => (self.first.namespace.clone(), self.second.namespace.clone()),
            false => (self.first.qualified(), self.second.qualified()),
        }
    }

    fn key(&self) -> (String, String) {
        self.names()
    }

    fn finding(&self, worker: &Worker) -> Diagnostic {
        let (first, second) = self.names();
        let what = if self.are_namespaces {
            "namespaces"
        } else {
            "names"
        };
        let message = format!(
            "the {what} `{}` and `{}` look alike, and worker `{}` has both",
            hidden::show_hidden(&first),
            hidden::show_hidden(&second),
            hidden::show_hidden(&worker.name)
        );
        Diagnostic::new(Code::LOOKALIKE_NAME, self.second.span, message)
            .about(About::tool(self.second.qualified()).of_worker(&worker.name))
            .label("a person or a model can mistake this for the other")
            .also(self.first.span, "the other")
            .help("rename one of them, or grant only one")
    }
}

fn alike<'c>(tools: &[&'c Tool]) -> Vec<Pair<'c>> {
    let mut pairs = Vec::new();
    let mut namespaces: BTreeMap<String, &'c Tool> = BTreeMap::new();
    let mut names: BTreeMap<(&str, String), &'c Tool> = BTreeMap::new();
    let mut compare = |first: &'c Tool, second: &'c Tool, are_namespaces| {
        pairs.push(Pair {
            first,
            second,
            are_namespaces,
        });
    };
    for tool in tools {
        let first = namespaces.entry(skeleton(&tool.namespace)).or_insert(tool);
        if first.namespace != tool.namespace {
            compare(first, tool, true);
        }
        let key = (tool.namespace.as_str(), skeleton(&tool.name));
        let first = names.entry(key).or_insert(tool);
        if first.name != tool.name {
            compare(first, tool, false);
        }
    }
    pairs
}

/// Maps each character of a name to a representative of those that look the same, such as letters
/// of other scripts and digits.
fn skeleton(name: &str) -> String {
    let plain: String = name.chars().map(plain_letter).collect();
    plain.replace("rn", "m").replace("vv", "w")
}

fn plain_letter(letter: char) -> char {
    const ALIKE: &[(&str, char)] = &[
        ("аα", 'a'),
        ("сϲ", 'c'),
        ("ԁ", 'd'),
        ("еε", 'e'),
        ("һ", 'h'),
        ("іιIl1|", 'i'),
        ("ј", 'j'),
        ("кκ", 'k'),
        ("оο0", 'o'),
        ("О", 'O'),
        ("рρ", 'p'),
        ("ѕ", 's'),
        ("υ", 'u'),
        ("ѵν", 'v'),
        ("х", 'x'),
        ("уγ", 'y'),
    ];
    let row = ALIKE.iter().find(|(letters, _)| letters.contains(letter));
    row.map_or(letter, |(_, plain)| *plain)
}

/// Names that tools of several namespaces share.
fn shared<'c>(tools: &[&'c Tool]) -> Vec<(&'c str, Vec<&'c Tool>)> {
    let mut owners: BTreeMap<&str, Vec<&Tool>> = BTreeMap::new();
    for tool in tools {
        owners.entry(&tool.name).or_default().push(tool);
    }
    let is_shared = |tools: &[&Tool]| {
        let namespaces: BTreeSet<&str> = tools.iter().map(|tool| &*tool.namespace).collect();
        namespaces.len() > 1
    };
    owners.retain(|_, tools| is_shared(tools));
    owners.into_iter().collect()
}

fn shared_name(worker: &Worker, name: &str, owners: &[&Tool]) -> Diagnostic {
    const NAMED: usize = 3;
    let names: Vec<String> = owners
        .iter()
        .map(|tool| format!("`{}`", hidden::show_hidden(&tool.namespace)))
        .collect();
    let message = format!(
        "worker `{}` has a tool named `{}` from each of {}",
        hidden::show_hidden(&worker.name),
        hidden::show_hidden(name),
        names.join(", ")
    );
    let place = owners
        .last()
        .map_or_else(|| owners[0].span, |tool| tool.span);
    let mut found = Diagnostic::new(Code::SHARED_NAME, place, message)
        .about(About::worker(&worker.name))
        .label("a model may call one in place of the other");
    for other in owners.iter().rev().skip(1).take(NAMED) {
        found = found.also(other.span, "the same name");
    }
    found.help(
        "check whether one was made to be mistaken for the other, and grant only the one that you mean",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("github", "glthub"),
            ("paypal", "pаypаl"),
            ("modern", "modem"),
            ("s0rt", "sort"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in [
            ("get_pet", "get_pets"),
            ("get_pet", "getPet"),
            ("sort", "short"),
            ("a1", "a2"),
        ] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }
}
