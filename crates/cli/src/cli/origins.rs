//! Who decides a setting of a tool, and where: its approval and limits for each worker, and what a call does.

mod results;
mod sizes;

pub(super) use results::write_results;
pub(super) use sizes::Scales;

use results::write_shown_results;
use toolc_base::diagnostic::render::Places;
use toolc_base::json_text::{write_array, write_object, write_string};
use toolc_base::source::Span;
use toolc_model::model::approval::Approval;
use toolc_model::model::effect::{Effect, Hints, least_of};
use toolc_model::model::limit::{LIMITS, Limited, Limits};
use toolc_model::model::policy::{Grant, Origin, Worker};
use toolc_model::model::{Catalog, Tool, ToolId};

/// The approval one worker requires before a call, and the limits on its calls.
pub(super) struct Policy<'a> {
    pub worker: &'a Worker,
    pub approval: Approval,
    pub origin: &'a Origin,
    pub place: Option<Span>,
    /// `None` if the tool is blocked.
    pub grant: Option<&'a Grant>,
}

impl Policy<'_> {
    /// The limits on calls; none if the tool is blocked.
    pub fn limits(&self) -> Limits {
        self.grant
            .map_or_else(Limits::default, |grant| grant.limits.clone())
    }
}

/// The policies of the workers that know a tool.
pub(super) fn list_policies<'c>(catalog: &'c Catalog, id: ToolId) -> Vec<Policy<'c>> {
    let wire_name = &catalog.tool(id).wire_name;
    let policy = |worker: &'c Worker| {
        let grant = worker.find_grant(id);
        let mut blocked = worker.blocked.iter();
        let blocked = blocked.find(|blocked| blocked.wire_name == *wire_name);
        let (approval, origin, place) = match (grant, blocked) {
            (Some(grant), _) => (grant.approval, &grant.origin, grant.span),
            (None, Some(blocked)) => (Approval::Blocked, &blocked.origin, blocked.span),
            (None, None) => return None,
        };
        Some(Policy {
            worker,
            approval,
            origin,
            place,
            grant,
        })
    };
    catalog.workers.iter().filter_map(policy).collect()
}

/// `support: ask (the worker's entry, specs/workers/support.yaml:7:24)`, a line for each worker.
pub(super) fn approval_lines(catalog: &Catalog, places: &Places<'_>, id: ToolId) -> Vec<String> {
    let mut lines = Vec::new();
    for policy in list_policies(catalog, id) {
        let approval = write_approval(places, &policy);
        lines.push(format!("{}: {approval}", policy.worker.name));
    }
    lines
}

/// `ask (the worker's entry, specs/workers/support.yaml:7:24)`
pub(super) fn write_approval(places: &Places<'_>, policy: &Policy<'_>) -> String {
    let rules = policy.grant.is_some_and(|grant| grant.rules.is_some());
    let rules = if rules { ", where no rule decides" } else { "" };
    let origin = add_place(places, &policy.origin.words(), policy.place);
    format!("{}{rules} ({origin})", policy.approval.name())
}

/// `support: 5000 ms (its definition, specs/orders.yaml:9:14)`, a line for each worker that limits calls.
pub(super) fn limit_lines(catalog: &Catalog, places: &Places<'_>, id: ToolId) -> Vec<String> {
    let mut lines = Vec::new();
    for policy in list_policies(catalog, id) {
        if let Some(limits) = write_limits(catalog, places, catalog.tool(id), &policy) {
            lines.push(format!("{}: {limits}", policy.worker.name));
        }
    }
    lines
}

/// `support: /limit numbers, /ids text lists`, a line for each worker that repairs calls.
pub(super) fn repair_lines(catalog: &Catalog, id: ToolId) -> Vec<String> {
    let mut lines = Vec::new();
    for worker in &catalog.workers {
        let repairs = worker
            .find_grant(id)
            .and_then(|grant| grant.repairs.as_ref());
        let Some(repairs) = repairs else {
            continue;
        };
        let places = repairs.places();
        let places = places.iter().map(|(place, kinds)| {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            let place = if place.is_empty() { "all" } else { place };
            format!("{place} {}", kinds.join(" "))
        });
        let places: Vec<String> = places.collect();
        lines.push(format!("{}: {}", worker.name, places.join(", ")));
    }
    lines
}

/// `5000 ms (its definition, specs/orders.yaml:9:14)`; `None` if nothing limits calls.
pub(super) fn write_limits(
    catalog: &Catalog,
    places: &Places<'_>,
    tool: &Tool,
    policy: &Policy<'_>,
) -> Option<String> {
    let limits = policy.limits();
    let mut words = Vec::new();
    for limit in LIMITS.iter().filter_map(|limit| limit.show(&limits)) {
        let origin = limit_words(catalog, tool, policy.worker, limit.span);
        let origin = add_place(places, &origin, Some(limit.span));
        words.push(format!("{} ({origin})", limit.value));
    }
    (!words.is_empty()).then(|| words.join(", "))
}

/// `support: keep /id, 50 items (specs/workers/support.yaml:9:3)`, a line for each worker that shows a part of results.
pub(super) fn result_lines(catalog: &Catalog, places: &Places<'_>, id: ToolId) -> Vec<String> {
    let mut scales = Scales::new(catalog);
    let mut lines = Vec::new();
    for policy in list_policies(catalog, id) {
        let Some(results) = write_results(catalog, places, &policy) else {
            continue;
        };
        let mut line = format!("{}: {results}", policy.worker.name);
        if let Some(sizes) = policy.grant.and_then(|grant| scales.measure(grant)) {
            line += &format!("; {}", sizes.words());
        }
        lines.push(line);
    }
    lines
}

/// `read (its effect, specs/orders.yaml:7:13)`
pub(super) fn effect_line(places: &Places<'_>, tool: &Tool) -> String {
    let reach = if tool.effect.open_world {
        ", reaches the open world"
    } else {
        ""
    };
    let (_, words, place) = effect_origin(tool);
    let origin = add_place(places, words, place);
    format!("{}{reach} ({origin})", tool.effect.class.name())
}

/// Who sets a limit, in words.
fn limit_words(catalog: &Catalog, tool: &Tool, worker: &Worker, place: Span) -> String {
    if tool.timeout.as_ref().map(|time| time.span) == Some(place) {
        return Origin::Tool.words();
    }
    if let Some(parent) = words_of_worker(catalog, worker, place) {
        return parent;
    }
    let sets = |limited: &&Limited| limited.limits.has_place(place);
    match worker.limited.iter().find(sets) {
        Some(limited) if limited.subject == tool.namespace => {
            format!("the toolset `{}`", tool.namespace)
        }
        Some(_) => "its entry under `limits`".to_owned(),
        None => "the worker".to_owned(),
    }
}

/// The worker whose file has a place, if it is another one, in words. Relies on each file having one worker.
pub(super) fn words_of_worker(catalog: &Catalog, worker: &Worker, place: Span) -> Option<String> {
    let is_of = |other: &&Worker| other.span.is_some_and(|span| span.source == place.source);
    let other = catalog.workers.iter().find(is_of)?;
    (other.name != worker.name).then(|| Origin::Parent(other.name.clone()).words())
}

/// What decides the effect of a call: as a word in JSON, in words for people, and its place.
pub(super) fn effect_origin(tool: &Tool) -> (&'static str, &'static str, Option<Span>) {
    let class = tool.effect.class;
    let hints = Hints::of(tool.annotations());
    let is_hinted = hints.read_only.is_some() || hints.destructive.is_some();
    let http = tool.http.as_deref();
    let is_forced = http.is_some_and(|http| class != Effect::Read && least_of(http) == class);
    let annotations = tool.annotations().map(|node| node.span);
    match &tool.effect.stated.class {
        Some(stated) if stated.value == class => ("effect", "its `effect`", Some(stated.span)),
        _ if is_hinted && !is_forced => ("annotations", "its annotations", annotations),
        _ => match http {
            Some(http) => ("method", "the method of its request", Some(http.span)),
            None => ("unsaid", "nothing says it", None),
        },
    }
}

pub(super) fn add_place(places: &Places<'_>, words: &str, place: Option<Span>) -> String {
    match place {
        Some(place) => format!("{words}, {}", places.show(place)),
        None => words.to_owned(),
    }
}

/// The policies as JSON: a list with an object for each worker.
pub(super) fn write_policies(catalog: &Catalog, places: &Places<'_>, id: ToolId) -> String {
    let policies = list_policies(catalog, id);
    write_array(
        policies
            .iter()
            .map(|policy| write_policy(catalog, places, policy)),
    )
}

/// What one worker requires, as a JSON object.
pub(super) fn write_policy(catalog: &Catalog, places: &Places<'_>, policy: &Policy<'_>) -> String {
    let (from, parent) = match policy.origin {
        Origin::Unsaid => ("unsaid", None),
        Origin::Tool => ("tool", None),
        Origin::Entry => ("entry", None),
        Origin::Default => ("default", None),
        Origin::Parent(name) => ("parent", Some(name)),
    };
    let parent = parent.map_or_else(null, |name| write_string(name));
    let mut fields = vec![
        ("worker", write_string(&policy.worker.name)),
        ("approval", write_string(policy.approval.name())),
        ("approval_from", write_string(from)),
        ("approval_parent", parent),
        ("approval_place", write_place(places, policy.place)),
    ];
    let limits = policy.limits();
    for limit in LIMITS {
        let [value, place] = limit.json;
        let set = limit.find(&limits);
        fields.push((
            value,
            set.as_ref().map_or_else(null, |set| set.value.to_string()),
        ));
        fields.push((place, write_place(places, set.map(|set| set.span))));
    }
    fields.push(("results", write_shown_results(catalog, places, policy)));
    write_object(&fields)
}

/// What decides the effect of a call, as JSON, and its place.
pub(super) fn write_effect_origin(places: &Places<'_>, tool: &Tool) -> (String, String) {
    let (from, _, place) = effect_origin(tool);
    (write_string(from), write_place(places, place))
}

fn write_place(places: &Places<'_>, place: Option<Span>) -> String {
    place.map_or_else(null, |place| write_string(&places.show(place)))
}

fn null() -> String {
    "null".to_owned()
}
