//! Grants, approvals, and what is refused.

mod extends;
mod toolsets;

use super::*;
use Approval::{Ask, PreApproved};
use toolc_base::source::{Sources, Spanned};
use toolc_model::draft::{DraftToolset, Whitelist};
use toolc_model::model::ToolName;
use toolc_model::model::policy::Prompt;
use toolc_model::model::sample::{sample_span, sample_tool, with_approval};

fn text(text: &str) -> Spanned<String> {
    Spanned::new(text.to_owned(), sample_span(1))
}

fn toolset(name: &str) -> DraftToolset {
    DraftToolset {
        limits: Default::default(),
        single_limits: Vec::new(),
        name: text(name),
        tools: Whitelist::All(sample_span(2)),
        allow_empty: false,
        default: None,
        approvals: Vec::new(),
        rules: Vec::new(),
        denied: Vec::new(),
        block_reasons: Vec::new(),
        block_reason: None,
        read_only: None,
        writes: None,
        parents: Vec::new(),
        options: Vec::new(),
        mounting: Default::default(),
        settings: None,
        module: None,
    }
}

fn whitelist(name: &str, tools: &[&str]) -> DraftToolset {
    let list = tools.iter();
    let list = list.map(|tool| ToolName::read(name, text(tool))).collect();
    DraftToolset {
        tools: Whitelist::Names(Spanned::new(list, sample_span(2))),
        ..toolset(name)
    }
}

fn missing(name: &str) -> DraftToolset {
    DraftToolset {
        tools: Whitelist::Missing,
        ..toolset(name)
    }
}

fn by_default(tool: &str) -> DraftToolset {
    DraftToolset {
        default: Some(Spanned::new(Ask, sample_span(4))),
        ..whitelist("weather", &[tool])
    }
}

fn approve(mut toolset: DraftToolset, rows: &[(&str, Approval)]) -> DraftToolset {
    let namespace = toolset.name.value.clone();
    let approval = |(name, value): &(&str, Approval)| {
        let name = ToolName::read(&namespace, text(name));
        (name, Spanned::new(*value, sample_span(3)))
    };
    toolset.approvals = rows.iter().map(approval).collect();
    toolset
}

fn tools() -> Vec<Tool> {
    vec![
        sample_tool("weather", "get", "{}"),
        Tool {
            wire_name: "weather__get_2".to_owned(),
            ..sample_tool("weather", "get", r#"{"type":"object"}"#)
        },
        with_approval(sample_tool("weather", "wipe", "{}"), Ask),
        with_approval(sample_tool("weather", "nuke", "{}"), Approval::Blocked),
        with_approval(sample_tool("weather", "ping", "{}"), PreApproved),
        sample_tool("hr", "find_person", "{}"),
    ]
}

/// Resolves workers, assuming that no tool was left out.
fn resolve_all(
    diagnostics: &mut Diagnostics,
    drafts: &[DraftWorker],
    tools: &[Tool],
) -> Vec<Worker> {
    let missing = Missing {
        sources: &Sources::default(),
        skipped: &[],
        lost: &[],
        unlisted: &[],
    };
    match drafts {
        [] => resolve_open(tools, &missing),
        drafts => resolve_workers(diagnostics, drafts, tools, &missing),
    }
}

/// Grants as `name:approval`, blocked names, and the codes of findings.
fn resolve(toolsets: Vec<DraftToolset>) -> (Vec<String>, Vec<Blocked>, Vec<String>) {
    let tools = tools();
    let draft = DraftWorker {
        limits: Default::default(),
        name: text("support"),
        description: None,
        extends: Vec::new(),
        has_toolsets: true,
        writes: None,
        prompt: Prompt::default(),
        denied: Vec::new(),
        toolsets,
        output: None,
        repair: None,
        read_only: None,
        flow: Default::default(),
        results: Default::default(),
    };
    let mut diagnostics = Diagnostics::default();
    let workers = resolve_all(&mut diagnostics, &[draft], &tools);
    assert_eq!(workers.len(), 1);
    let grant = |grant: &Grant| {
        format!(
            "{}:{}",
            tools[grant.tool.0 as usize].name,
            grant.approval.name()
        )
    };
    let codes = diagnostics
        .iter()
        .map(|found| format!("{} {}", found.code, found.help))
        .collect();
    (
        workers[0].grants.iter().map(grant).collect(),
        workers[0].blocked.clone(),
        codes,
    )
}

#[test]
fn approval_is_the_strictest() {
    let set = approve(
        DraftToolset {
            default: Some(Spanned::new(PreApproved, sample_span(4))),
            ..whitelist("weather", &["get", "weather::wipe", "ping"])
        },
        &[("wipe", Ask), ("weather::ping", Ask)],
    );
    let (grants, blocked, codes) = resolve(vec![set]);
    assert_eq!(
        grants,
        ["get:preApproved", "get:preApproved", "wipe:ask", "ping:ask"]
    );
    assert!(blocked.is_empty() && codes.is_empty(), "{codes:?}");
}

#[test]
fn nothing_said_asks() {
    let (grants, blocked, codes) = resolve(vec![toolset("weather")]);
    assert_eq!(
        grants,
        ["get:ask", "get:ask", "wipe:ask", "ping:preApproved"]
    );
    assert_eq!(blocked[0].name, "weather::nuke");
    assert_eq!(blocked[0].reason, BLOCK_REASON);
    assert_eq!(codes, ["T0441 list the tools to decide about each of them"]);
}

#[test]
fn blocked_is_not_a_grant() {
    let set = DraftToolset {
        block_reason: Some(text("read only")),
        ..approve(toolset("weather"), &[("get", Approval::Blocked)])
    };
    let (grants, blocked, _) = resolve(vec![set]);
    assert_eq!(grants, ["wipe:ask", "ping:preApproved"]);
    let names: Vec<_> = blocked
        .iter()
        .map(|blocked| blocked.name.as_str())
        .collect();
    assert_eq!(names, ["weather::get", "weather::get", "weather::nuke"]);
    assert_ne!(blocked[0].wire_name, blocked[1].wire_name);
    assert!(blocked.iter().all(|blocked| blocked.reason == "read only"));
}

#[test]
fn loosening_is_refused_and_has_no_effect() {
    let set = approve(
        whitelist("weather", &["wipe", "nuke"]),
        &[("wipe", PreApproved), ("nuke", PreApproved)],
    );
    let (grants, blocked, codes) = resolve(vec![set]);
    assert_eq!(grants, ["wipe:ask"]);
    assert_eq!(blocked.len(), 1);
    assert!(
        codes.len() == 2 && codes.iter().all(|code| code.starts_with("T0403")),
        "{codes:?}"
    );
}

#[test]
fn faults_have_their_codes() {
    let options = DraftToolset {
        options: vec![text("rules")],
        ..whitelist("weather", &["get"])
    };
    let allowed = DraftToolset {
        allow_empty: true,
        ..whitelist("weather", &[])
    };
    let rows = [
        (toolset("wether"), "T0401 did you mean `weather`?"),
        (
            toolset("nothing_alike"),
            "T0401 the namespaces are `hr`, `weather`",
        ),
        (toolset("git"), "T0410 describe its tools"),
        (options, "T0410 write rules on arguments one level deeper"),
        (
            whitelist("weather", &["wipee"]),
            "T0402 did you mean `wipe`?",
        ),
        (
            whitelist("weather", &["find_person"]),
            "T0402 namespace `hr` has it",
        ),
        (
            whitelist("weather", &["hr::find_person"]),
            "T0402 namespace `hr` has it",
        ),
        (
            whitelist("weather", &["zzzzzzzz"]),
            "T0402 available tools: `get`, `nuke`, `ping`, `wipe`",
        ),
        (whitelist("weather", &[]), "T0405 list the tools"),
        (
            missing("hr"),
            "T0440 list the tools to grant, from `find_person`",
        ),
        (
            approve(missing("weather"), &[("zzz", Ask)]),
            "T0440 list the tools to grant, from `get`",
        ),
        (whitelist("weather", &["*"]), "T0402 write `tools: all`"),
        (whitelist("hr", &["all"]), "T0402 write `tools: all`"),
        (
            approve(whitelist("weather", &["wi*"]), &[("wipe", Ask)]),
            "T0402 list the tools by name: those that begin with `wi` are `wipe`",
        ),
        (
            whitelist("hr", &["x?"]),
            "T0402 list the tools by name; the namespace has",
        ),
        (toolset("hr"), "T0441 list the tools to decide"),
        (by_default("ping"), "T0442 write `tools: { ping: ask }`"),
        (
            approve(whitelist("weather", &["get"]), &[("wipe", Ask)]),
            "T0404 add `wipe`",
        ),
        (allowed, ""),
    ];
    for (set, expected) in rows {
        let (_, _, codes) = resolve(vec![set]);
        let first = codes.first().map_or("", String::as_str);
        assert!(first.starts_with(expected), "{first} against {expected}");
        assert_eq!(codes.len(), usize::from(!expected.is_empty()), "{codes:?}");
    }
}

#[test]
fn a_blocked_overload_is_known_by_its_own_name() {
    let mut tools = tools();
    tools[1].approval = Some(Spanned::new(Approval::Blocked, sample_span(5)));
    let workers = resolve_all(&mut Diagnostics::default(), &[], &tools);
    let blocked = workers[0].blocked.iter().map(|each| &*each.wire_name);
    assert_eq!(blocked.take(1).collect::<Vec<_>>(), ["weather__get_2"]);
    assert!(
        workers[0]
            .grants
            .iter()
            .any(|grant| grant.tool == ToolId(0))
    );
}

#[test]
fn without_workers_everything_asks() {
    let tools = tools();
    let workers = resolve_all(&mut Diagnostics::default(), &[], &tools);
    assert_eq!(workers.len(), 1);
    assert_eq!((workers[0].name.as_str(), workers[0].span), ("all", None));
    assert!(workers[0].grants.iter().all(|grant| grant.approval == Ask));
    assert_eq!(workers[0].grants.len(), 5);
    assert_eq!(workers[0].blocked.len(), 1);
}

#[test]
fn worker_names_are_unique() {
    let draft = || DraftWorker {
        limits: Default::default(),
        name: text("support"),
        description: None,
        extends: Vec::new(),
        has_toolsets: true,
        writes: None,
        prompt: Prompt::default(),
        denied: Vec::new(),
        toolsets: vec![whitelist("hr", &["find_person"])],
        output: None,
        repair: None,
        read_only: None,
        flow: Default::default(),
        results: Default::default(),
    };
    let mut diagnostics = Diagnostics::default();
    let workers = resolve_all(&mut diagnostics, &[draft(), draft()], &tools());
    assert_eq!(workers.len(), 1);
    let codes: Vec<_> = diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::DUPLICATE_WORKER]);
}
