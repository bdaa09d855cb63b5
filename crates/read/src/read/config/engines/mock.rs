//! Engines of type `mock`, and the faults of engines that simulate.

use super::Subject;
use super::settings::read_settings;
use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_model::model::engine::{
    Category, EngineKind, Fault, MOCK_SETTINGS, MockEngine, list_keys,
};

const FAULT_KEYS: &[&str] = &["type", "probability", "message"];

pub(super) fn read_mock(diagnostics: &mut Diagnostics, map: &Map, _: Subject<'_>) -> EngineKind {
    let known: Vec<&str> = list_keys(MOCK_SETTINGS).collect();
    fields::refuse_unknown(diagnostics, map, &known, "an engine of type `mock`");
    let mut engine = MockEngine {
        faults: read_faults(diagnostics, map),
        ..MockEngine::default()
    };
    read_settings(diagnostics, map, MOCK_SETTINGS, &mut engine);
    EngineKind::Mock(Box::new(engine))
}

/// `faults: [{ type: network_error, probability: 0.1, message: "Connection timed out" }]`
pub(super) fn read_faults(diagnostics: &mut Diagnostics, map: &Map) -> Vec<Fault> {
    let Some(node) = map.get("faults") else {
        return Vec::new();
    };
    let Some(items) = node.as_list() else {
        let wanted = "a list, such as `[{ type: network_error, probability: 0.1 }]`";
        fields::wrong_kind(diagnostics, node, "`faults`", wanted);
        return Vec::new();
    };
    let mut faults: Vec<Fault> = Vec::new();
    for item in items {
        let Some(fault) = read_fault(diagnostics, item) else {
            continue;
        };
        let is_same =
            |other: &Fault| (other.category, &other.message) == (fault.category, &fault.message);
        if let Some(other) = faults.iter().find(|other| is_same(other)) {
            let message = format!(
                "the fault `{}` is there twice with the same message",
                fault.category.name()
            );
            let found = Diagnostic::new(Code::WRONG_SHAPE, fault.span, message);
            diagnostics.push(
                found
                    .also(other.span, "here too")
                    .help("remove one, and write the probability of both in the other"),
            );
            continue;
        }
        faults.push(fault);
    }
    faults
}

fn read_fault(diagnostics: &mut Diagnostics, node: &Node) -> Option<Fault> {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping, such as `{ type: network_error, probability: 0.1 }`";
        fields::wrong_kind(diagnostics, node, "a fault", wanted);
        return None;
    };
    fields::refuse_unknown(diagnostics, map, FAULT_KEYS, "a fault");
    for key in ["type", "probability"] {
        if !map.contains(key) {
            let message = format!("the fault has no `{key}`");
            let help = "write both, such as `{ type: network_error, probability: 0.1 }`";
            diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(help));
            return None;
        }
    }
    let category = map.get("type").and_then(|node| {
        fields::one_of(diagnostics, node, "`type`", "type of fault", Category::ALL)
    });
    let probability = map
        .get("probability")
        .and_then(|node| read_probability(diagnostics, node));
    let message = fields::string_at(diagnostics, map, "message");
    let category = category?.value;
    Some(Fault {
        category,
        probability: probability?,
        message: message.map_or_else(|| category.usual_message().to_owned(), |text| text.value),
        span: node.span,
    })
}

fn read_probability(diagnostics: &mut Diagnostics, node: &Node) -> Option<f64> {
    let number = match &node.value {
        Value::Number(text) => text.parse::<f64>().ok(),
        _ => None,
    };
    let number = number.filter(|number| (0.0..=1.0).contains(number));
    if number.is_none() {
        fields::wrong_kind(diagnostics, node, "`probability`", "a number from 0 to 1");
    }
    number
}
