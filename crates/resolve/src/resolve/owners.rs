//! The places of tools and workers, from which the subjects of findings are derived.

use std::collections::HashMap;
use toolc_base::diagnostic::{About, Owners};
use toolc_base::source::Span;
use toolc_model::model::{Catalog, Tool};

/// The places of all tools and workers of a catalog.
pub fn list_owners(catalog: &Catalog) -> Owners {
    let mut places: Vec<(Span, About)> = Vec::with_capacity(catalog.tools.len());
    for tool in catalog.tools.iter().chain(&catalog.answers) {
        places.push((extent(tool), About::tool(tool.qualified())));
    }
    for skipped in &catalog.skipped {
        if let Some(namespace) = skipped
            .namespace
            .as_ref()
            .filter(|_| !skipped.name.is_empty())
        {
            let name = format!("{namespace}::{}", skipped.name);
            places.push((skipped.span, About::tool(name)));
        }
    }
    places.extend(places_of_workers(catalog));
    Owners::new(places)
}

/// The extent of the whole definition; for an operation, it is recorded separately.
fn extent(tool: &Tool) -> Span {
    match &tool.http {
        Some(http) => http.extent,
        None => tool.span,
    }
}

/// A file with a single worker belongs to that worker; the places in it that grant a tool are about
/// both.
fn places_of_workers(catalog: &Catalog) -> Vec<(Span, About)> {
    let mut files = HashMap::new();
    for worker in &catalog.workers {
        if let Some(span) = worker.span {
            *files.entry(span.source).or_insert(0) += 1;
        }
    }
    let mut places = Vec::new();
    for worker in &catalog.workers {
        let Some(span) = worker.span else {
            continue;
        };
        let is_alone = files.get(&span.source) == Some(&1);
        let own = Span {
            source: span.source,
            start: 0,
            end: u32::MAX,
        };
        let place = if is_alone { own } else { span };
        places.push((place, About::worker(&worker.name)));
        for grant in &worker.grants {
            let granted = [grant.span, grant.listed].into_iter().flatten();
            let here = granted.filter(|granted| granted.source == span.source);
            let tool = catalog.tool(grant.tool).qualified();
            places.extend(here.map(|at| (at, About::tool(&tool).of_worker(&worker.name))));
        }
    }
    places
}
