//! Workers that extend others.

use super::super::*;
use super::{text, toolset};
use toolc_base::source::Spanned;
use toolc_model::draft::Whitelist;
use toolc_model::model::ToolName;
use toolc_model::model::limit::Limits;
use toolc_model::model::policy::Prompt;
use toolc_model::model::sample::sample_span;

/// If the work were quadratic, this would take minutes.
#[test]
fn the_work_grows_with_the_number_of_tools_and_limits() {
    let names = |place: u32| {
        let numbers = (0u32..).zip(place..).take(200_000);
        let names = numbers.map(|(number, at)| {
            let written = Spanned::new(format!("t{number:06}"), sample_span(at));
            ToolName::read("orders", written)
        });
        names.collect::<Vec<_>>()
    };
    let worker = |name: &str, parent: Option<&str>, place: u32| {
        let limits = Limits {
            timeout: Some(Spanned::new(2_000_000 - u64::from(place), sample_span(0))),
            at_most: None,
        };
        let limited = names(place + 200_000).into_iter();
        DraftWorker {
            limits: Default::default(),
            name: text(name),
            description: None,
            extends: parent.into_iter().map(text).collect(),
            has_toolsets: true,
            writes: None,
            prompt: Prompt::default(),
            denied: Vec::new(),
            toolsets: vec![DraftToolset {
                tools: Whitelist::Names(Spanned::new(names(place), sample_span(0))),
                single_limits: limited.map(|name| (name, limits.clone())).collect(),
                ..toolset("orders")
            }],
            output: None,
            repair: None,
            read_only: None,
            flow: Default::default(),
            results: Default::default(),
        }
    };
    let drafts = vec![
        worker("desk", None, 0),
        worker("night", Some("desk"), 1_000_000),
    ];
    let mut diagnostics = Diagnostics::default();
    let workers = extend_workers(&mut diagnostics, drafts, true);
    assert_eq!(diagnostics.iter().count(), 0);
    let limits = &workers[1].toolsets[0].single_limits;
    assert_eq!(limits.len(), 400_000);
}
