//! Routes that are refused.

use super::check_engines;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::source::Spanned;
use toolc_model::config::{Config, Entry, EntryKind};
use toolc_model::model::engine::{Engine, EngineKind};
use toolc_model::model::sample::sample_span;

fn codes(engines: &[&str], routes: &[(Option<&str>, &str)]) -> Vec<String> {
    let text = |text: &str| Spanned::new(text.to_owned(), sample_span(1));
    let mut config = Config {
        engines: engines
            .iter()
            .map(|name| Engine {
                name: (*name).to_owned(),
                keys: Vec::new(),
                span: sample_span(1),
                kind: EngineKind::Mcp(Box::default()),
            })
            .collect(),
        ..Config::default()
    };
    for (namespace, engine) in routes {
        config.add(Entry {
            namespace: namespace.map(text),
            engine: Some(text(engine)),
            ..Entry::new(EntryKind::File, sample_span(2))
        });
    }
    let mut diagnostics = Diagnostics::default();
    check_engines(&mut diagnostics, &config);
    diagnostics
        .iter()
        .map(|found| format!("{} {}", found.code, found.help))
        .collect()
}

#[test]
fn routes_are_checked() {
    let two = &["hr_live", "petstore"];
    assert!(codes(two, &[(Some("hr"), "hr_live"), (Some("hr"), "hr_live")]).is_empty());
    assert_eq!(
        codes(two, &[(Some("hr"), "hr_life")]),
        ["T0407 did you mean `hr_live`?"]
    );
    assert_eq!(
        codes(&[], &[(Some("hr"), "x")]),
        ["T0407 define `x` under `tools.engines`"]
    );
    let found = codes(two, &[(None, "zzzzzzzzz")]);
    assert_eq!(found[0], "T0407 defined engines: `hr_live`, `petstore`");
    assert!(found.len() == 2 && found[1].starts_with("T0408"));
    let found = codes(two, &[(Some("hr"), "hr_live"), (Some("hr"), "petstore")]);
    assert!(
        found.len() == 1 && found[0].starts_with("T0409"),
        "{found:?}"
    );
}
