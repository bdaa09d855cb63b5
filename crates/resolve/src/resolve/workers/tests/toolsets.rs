//! Settings of a worker for built-in toolsets, and limits.

use super::super::*;
use super::{resolve_all, text, toolset, whitelist};
use Approval::{Ask, PreApproved};
use toolc_base::source::Spanned;
use toolc_model::draft::DraftToolset;
use toolc_model::model::ToolName;
use toolc_model::model::policy::Prompt;
use toolc_model::model::sample::{sample_span, sample_tool};
use toolc_model::model::toolset::Settings as ToolsetSettings;
use toolc_model::model::toolset::{Commands, ShellRule};

#[test]
fn what_is_not_known_to_read_is_left_out_of_a_read_only_toolset() {
    let mut reading = sample_tool("weather", "get", "{}");
    reading.effect.class = toolc_model::model::effect::Effect::Read;
    let tools = vec![
        reading,
        sample_tool("weather", "set", "{}"),
        sample_tool("hr", "find", "{}"),
    ];
    let granted = |of_worker, of_toolset, toolset: DraftToolset| {
        let draft = DraftWorker {
            limits: Default::default(),
            name: text("w"),
            description: None,
            extends: Vec::new(),
            has_toolsets: true,
            writes: None,
            prompt: Prompt::default(),
            denied: Vec::new(),
            toolsets: vec![DraftToolset {
                read_only: of_toolset,
                ..toolset
            }],
            output: None,
            repair: None,
            read_only: of_worker,
            flow: Default::default(),
            results: Default::default(),
        };
        let mut diagnostics = Diagnostics::default();
        let workers = resolve_all(&mut diagnostics, &[draft], &tools);
        let names = workers[0].grants.iter();
        let names = names.map(|grant| tools[grant.tool.0 as usize].name.clone());
        let codes = diagnostics.iter().map(|found| found.code.to_string());
        (
            names.collect::<Vec<_>>().join(" "),
            codes.collect::<Vec<_>>().join(" "),
        )
    };
    let place = Some(sample_span(8));
    let all = || toolset("weather");
    let named = || whitelist("weather", &["weather::set"]);
    let row = |names: &str, codes: &str| (names.to_owned(), codes.to_owned());
    assert_eq!(granted(None, None, all()), row("get set", "T0441"));
    assert_eq!(granted(place, None, all()), row("get", "T0441 T0471"));
    assert_eq!(granted(None, place, all()), row("get", "T0441 T0471"));
    assert_eq!(granted(place, place, named()).1, "T0470");
    assert_eq!(
        granted(place, None, whitelist("weather", &["get"])),
        row("get", "")
    );
}

#[test]
fn rules_of_commands_decide_where_the_toolset_is_toolcs_own() {
    let place = sample_span(5);
    let rule = |approval| ShellRule {
        pattern: text("ls"),
        words: vec!["ls".to_owned()],
        approval: Spanned::new(approval, place),
        reason: None,
        matches: Vec::new(),
        no_match: Vec::new(),
        any_options: None,
    };
    let commands = |rules: &[Approval], default: Option<Approval>| Commands {
        rules: rules.iter().copied().map(rule).collect(),
        default: default.map(|approval| Spanned::new(approval, place)),
        ..Commands::new(place)
    };
    let (ask, blocked) = (Some(Ask), Some(Approval::Blocked));
    let rows: &[(&[Approval], Option<Approval>, Approval)] = &[
        (&[Ask, PreApproved], blocked, PreApproved),
        (&[Approval::Blocked], ask, Ask),
        (&[Ask], None, Ask),
        (&[Approval::Blocked], blocked, Approval::Blocked),
        (&[], None, Approval::Blocked),
    ];
    for shipped in [toolc_base::toolsets::find_toolset("shell"), None] {
        let run = Tool {
            shipped,
            ..sample_tool("shell", "run", "{}")
        };
        for (rules, default, expected) in rows {
            let draft = DraftWorker {
                name: text("support"),
                denied: Vec::new(),
                toolsets: vec![DraftToolset {
                    settings: Some(ToolsetSettings::Commands(commands(rules, *default))),
                    ..toolset("shell")
                }],
                output: None,
                repair: None,
                description: None,
                extends: Vec::new(),
                has_toolsets: true,
                writes: None,
                prompt: Prompt::default(),
                read_only: None,
                limits: Default::default(),
                flow: Default::default(),
                results: Default::default(),
            };
            let mut diagnostics = Diagnostics::default();
            let tools = [run.clone()];
            let workers = resolve_all(&mut diagnostics, &[draft], &tools);
            let granted = workers[0].grants.first().map(|grant| grant.approval);
            let found = granted.unwrap_or(Approval::Blocked);
            let expected = if shipped.is_some() { *expected } else { Ask };
            assert_eq!(found, expected, "{rules:?} {default:?} {shipped:?}");
            assert_eq!(workers[0].toolsets.len(), usize::from(shipped.is_some()));
        }
    }
}

#[test]
fn the_smallest_limit_of_each_kind_holds() {
    let timeout = |time: u64| Limits {
        timeout: Some(Spanned::new(time, sample_span(5))),
        at_most: None,
    };
    let at_most = |most: u32| Limits {
        timeout: None,
        at_most: Some(Spanned::new(most, sample_span(6))),
    };
    let tools = [
        Tool {
            timeout: timeout(30).timeout,
            ..sample_tool("weather", "get", "{}")
        },
        sample_tool("weather", "set", "{}"),
    ];
    let draft = DraftWorker {
        name: text("support"),
        denied: Vec::new(),
        description: None,
        extends: Vec::new(),
        has_toolsets: true,
        writes: None,
        prompt: Prompt::default(),
        toolsets: vec![DraftToolset {
            limits: timeout(40),
            single_limits: vec![
                (ToolName::read("weather", text("set")), timeout(20)),
                (ToolName::read("weather", text("weather::set")), at_most(3)),
                (ToolName::read("weather", text("get")), at_most(7)),
            ],
            ..whitelist("weather", &["get", "set"])
        }],
        output: None,
        repair: None,
        read_only: None,
        limits: timeout(50),
        flow: Default::default(),
        results: Default::default(),
    };
    let workers = resolve_all(&mut Diagnostics::default(), &[draft], &tools);
    let limits = workers[0].grants.iter().map(|grant| grant.limits.words());
    let expected = ["30 ms, 7 calls at once", "20 ms, 3 calls at once"];
    assert_eq!(limits.collect::<Vec<_>>(), expected);
    let said = workers[0].limited.iter();
    let said: Vec<_> = said
        .map(|one| format!("{}: {}", one.subject, one.limits.words()))
        .collect();
    let expected = [
        "weather: 40 ms",
        "weather::get: 7 calls at once",
        "weather::set: 20 ms, 3 calls at once",
    ];
    assert_eq!(said, expected);
}
