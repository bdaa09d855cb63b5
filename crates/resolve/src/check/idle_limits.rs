//! Limits that have no effect because smaller ones apply.

use std::collections::HashMap;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::source::Spanned;
use toolc_model::model::limit::{LIMITS, Limited, Limits};
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, Tool, ToolId};

/// Reports limits of toolsets and their tools that are larger than those of the worker, the toolset
/// or the definition, and times in definitions that are larger than those of every worker with the
/// tool.
pub(super) fn check_idle_limits(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let times = list_defined_times(catalog);
    let mut granted: HashMap<ToolId, Vec<Option<&Spanned<u64>>>> = HashMap::new();
    for worker in &catalog.workers {
        let of_toolsets = list_toolset_limits(worker);
        for limited in &worker.limited {
            check_limited(diagnostics, &times, &of_toolsets, worker, limited);
        }
        for grant in &worker.grants {
            let time = grant.limits.timeout.as_ref();
            granted.entry(grant.tool).or_default().push(time);
        }
    }
    for (id, tool) in catalog.numbered() {
        let limits = granted.get(&id).map(Vec::as_slice).unwrap_or_default();
        if let Some(finding) = find_idle_time(tool, limits) {
            diagnostics.push(finding);
        }
    }
}

/// The times in the definitions of tools, by qualified name: of overloads the largest, and `None` if one of
/// them has none.
type Times<'c> = HashMap<String, Option<&'c Spanned<u64>>>;

fn list_defined_times(catalog: &Catalog) -> Times<'_> {
    let mut times = Times::new();
    for tool in &catalog.tools {
        let time = tool.timeout.as_ref();
        let largest = times.entry(tool.qualified()).or_insert(time);
        *largest = largest
            .zip(time)
            .map(|(one, other)| if one.value < other.value { other } else { one });
    }
    times
}

/// The limits of a worker's toolsets, by namespace.
type ToolsetLimits<'c> = HashMap<&'c str, &'c Limits>;

fn list_toolset_limits(worker: &Worker) -> ToolsetLimits<'_> {
    let limited = worker.limited.iter();
    let toolsets = limited.filter(|limited| !limited.subject.contains("::"));
    toolsets
        .map(|toolset| (toolset.subject.as_str(), &toolset.limits))
        .collect()
}

/// Inherited limits are reported where they are written, if at all.
fn check_limited(
    diagnostics: &mut Diagnostics,
    times: &Times<'_>,
    of_toolsets: &ToolsetLimits<'_>,
    worker: &Worker,
    limited: &Limited,
) {
    let tool = limited.subject.split_once("::");
    let toolset = tool.and_then(|(namespace, _)| of_toolsets.get(namespace));
    let above = match toolset {
        Some(toolset) => worker.limits.and(toolset),
        None => worker.limits.clone(),
    };
    let above = above.and(&Limits {
        timeout: times.get(&limited.subject).copied().flatten().cloned(),
        ..Limits::default()
    });
    let found = list_idle(&limited.subject, &limited.limits, &above);
    let is_own = |found: &Diagnostic| {
        let source = found.span().map(|span| span.source);
        source == worker.span.map(|span| span.source)
    };
    for finding in found.into_iter().filter(is_own) {
        let about = About::worker(&worker.name);
        diagnostics.push(finding.about(about));
    }
}

/// The time in a definition, if no worker that may call the tool needs it; `limits` are the times of its
/// grants.
fn find_idle_time(tool: &Tool, limits: &[Option<&Spanned<u64>>]) -> Option<Diagnostic> {
    let time = tool.timeout.as_ref()?;
    let limits: Option<Vec<&Spanned<u64>>> = limits.iter().copied().collect();
    let limits = limits?;
    let largest = limits.iter().max_by_key(|limit| limit.value)?;
    let [own, above] = [time, largest].map(|time| Limits {
        timeout: Some(time.clone()),
        ..Limits::default()
    });
    let found = list_idle(&tool.qualified(), &own, &above)
        .into_iter()
        .next();
    found.filter(|_| limits.iter().all(|limit| limit.span != time.span))
}

/// A finding for each limit that has no effect, because a smaller one applies.
fn list_idle(subject: &str, limits: &Limits, above: &Limits) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for limit in LIMITS {
        let (key, unit) = (limit.key, limit.unit);
        if let Some([own, above]) = limit.find_smaller(limits, above) {
            let message = format!("`{key}` of `{subject}` has no effect: a smaller one applies");
            let finding = Diagnostic::new(Code::IDLE_KEY, own.span, message)
                .label(format!("{}{unit}", own.value))
                .also(above.span, format!("{}{unit} here", above.value))
                .help("remove it, or raise the smaller one");
            found.push(finding);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolc_model::model::policy::OutputPolicy;
    use toolc_model::model::sample::{sample_catalog, sample_span};

    /// If the work were quadratic, this would take minutes.
    #[test]
    fn the_work_grows_with_the_number_of_limits() {
        let within = |subject: &str, milliseconds: u64| Limited {
            subject: subject.to_owned(),
            limits: Limits {
                timeout: Some(Spanned::new(milliseconds, sample_span(0))),
                ..Limits::default()
            },
        };
        let tools = || (0..200_000).map(|number| within(&format!("orders::t{number:06}"), 30));
        assert_eq!(count_findings(tools().collect()), 0);
        let toolset = within("orders", 20);
        assert_eq!(count_findings(tools().chain([toolset]).collect()), 200_000);
    }

    fn count_findings(limited: Vec<Limited>) -> usize {
        let worker = Worker {
            name: "desk".to_owned(),
            span: Some(sample_span(0)),
            prompt: Default::default(),
            grants: Vec::new(),
            blocked: Vec::new(),
            output: OutputPolicy::Off,
            output_span: None,
            repair: Vec::new(),
            repair_span: None,
            toolsets: Vec::new(),
            mounts: Vec::new(),
            limits: Default::default(),
            limited,
            flow: Default::default(),
            results: Default::default(),
        };
        let catalog = Catalog {
            workers: vec![worker],
            ..sample_catalog(Vec::new())
        };
        let mut diagnostics = Diagnostics::default();
        check_idle_limits(&mut diagnostics, &catalog);
        diagnostics.iter().count()
    }
}
