//! Pointers of rules that lead nowhere, and conditions that no argument can meet.

use super::meant::suggest_condition;
use std::collections::BTreeSet;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help, Severity};
use toolc_model::model::Tool;
use toolc_model::model::rule::{Rule, Step, Test, When};
use toolc_model::prove::meets::is_impossible;
use toolc_model::prove::reach::{LIST, Reach, reach_pointer};
use toolc_schema::schema::shape::{Shape, ShapeId, Shapes};

/// The help on a condition that nothing meets.
const NEVER_HOLDS: &str = "correct the condition, or remove the rule: it never decides";

/// Whether some call of one of the overloads may meet every condition of a rule. Reports the
/// conditions that none can meet.
pub(super) fn check_pointers(
    diagnostics: &mut Diagnostics,
    shapes: &mut Shapes,
    rule: &Rule,
    tools: &[&Tool],
) -> bool {
    let mut is_sound = true;
    if let Some((absent, other)) = find_contradiction(rule) {
        diagnostics.push(contradiction(absent, other));
        is_sound = false;
    }
    for when in rule.when.iter().filter(|when| !when.is_on_caller()) {
        let reached = tools
            .iter()
            .map(|tool| (tool.input, reach_pointer(shapes, tool.input, &when.steps)));
        let reached: Vec<(ShapeId, Reach)> = reached.collect();
        let Some(mut finding) = judge(shapes, when, &reached, tools) else {
            continue;
        };
        let name = tools.first().and_then(|tool| tool.name_among_others(rule));
        if let Some(name) = name.filter(|_| finding.help == NEVER_HOLDS) {
            finding.help = format!(
                "correct the condition, or remove `{}` from the rule",
                name.value
            );
        }
        is_sound &= finding.severity != Severity::Error;
        diagnostics.push(finding);
    }
    is_sound
}

fn judge(
    shapes: &mut Shapes,
    when: &When,
    reached: &[(ShapeId, Reach)],
    tools: &[&Tool],
) -> Option<Diagnostic> {
    let name = tools.first().map_or(String::new(), |tool| tool.qualified());
    let mut reported: Option<Diagnostic> = None;
    for (root, reach) in reached {
        match reach {
            Reach::To { shapes: at, open } => {
                let is_dead = says_absent_and_more(when)
                    || needs_absence(shapes, *root, when)
                    || !open && at.iter().all(|id| is_impossible(shapes, *id, when));
                if !is_dead {
                    return None;
                }
                if reported.is_none() {
                    let mut finding = impossible(when, &name);
                    if let Some(help) = suggest_condition(shapes, at, when) {
                        finding.help = help;
                    }
                    reported = Some(finding);
                }
            }
            Reach::Undeclared { key, known } => {
                reported = Some(undeclared(when, &name, key, known))
            }
            Reach::Nowhere { .. } => {
                reported = reported.or_else(|| nowhere(when, &name, reach));
            }
        }
    }
    reported
}

/// Whether something required to be absent is also required to have a value.
fn says_absent_and_more(when: &When) -> bool {
    when.tests.contains(&Test::Exists(false)) && when.tests.len() > 1
}

/// Whether a condition requires the absence of a value that the schema requires, all the way to it.
fn needs_absence(shapes: &Shapes, root: ShapeId, when: &When) -> bool {
    if when.tests != [Test::Exists(false)] {
        return false;
    }
    let mut id = root;
    for step in &when.steps {
        let Step::Key(key) = step else {
            return false;
        };
        while let Shape::Complete(base, _) = &shapes.get(id).shape {
            id = *base;
        }
        let Shape::Object(object) = &shapes.get(id).shape else {
            return false;
        };
        let mut fields = object.fields.iter();
        match fields.find(|field| field.required && field.name == *key) {
            Some(field) => id = field.shape,
            None => return false,
        }
    }
    true
}

/// A condition that requires a value below a place which another one of the same rule requires to be empty.
fn find_contradiction(rule: &Rule) -> Option<(&When, &When)> {
    let is_absent = |when: &When| when.tests.contains(&Test::Exists(false));
    let is_plain = |when: &When| when.steps.iter().all(|step| matches!(step, Step::Key(_)));
    let absent = rule
        .when
        .iter()
        .filter(|when| is_absent(when) && is_plain(when));
    let mut pairs = absent.flat_map(|absent| rule.when.iter().map(move |other| (absent, other)));
    pairs.find(|(absent, other)| {
        let is_below = other.steps.len() > absent.steps.len();
        is_below && other.steps.starts_with(&absent.steps) && !is_absent(other)
    })
}

fn contradiction(absent: &When, other: &When) -> Diagnostic {
    let message = format!(
        "no call meets the conditions on both `{}` and `{}`",
        absent.pointer.value, other.pointer.value
    );
    Diagnostic::new(Code::DEAD_RULE, other.pointer.span, message)
        .label("something must be here")
        .also(absent.pointer.span, "nothing may be here")
        .help("correct one of them, or remove the rule: it never decides")
}

fn impossible(when: &When, tool: &str) -> Diagnostic {
    let pointer = &when.pointer;
    let message = format!(
        "no call of `{tool}` that its schema accepts meets the condition on `{}`",
        pointer.value
    );
    Diagnostic::new(Code::DEAD_RULE, pointer.span, message)
        .label("never holds")
        .help(NEVER_HOLDS)
}

fn nowhere(when: &When, tool: &str, reach: &Reach) -> Option<Diagnostic> {
    let Reach::Nowhere {
        key,
        depth,
        known,
        kinds,
    } = reach
    else {
        return None;
    };
    let message = format!(
        "no call of `{tool}` has anything at `{}`",
        when.pointer.value
    );
    let help = index_meant(key, known)
        .map(Help::from)
        .or_else(|| meant(key, known))
        .unwrap_or_else(|| match known.is_empty() {
            true => describe_parent(when, *depth, kinds).into(),
            false => format!("declared there: {}", quote_names(known.iter().take(SHOWN))).into(),
        });
    let finding = Diagnostic::new(Code::UNKNOWN_POINTER, when.pointer.span, message)
        .label(format!("`{key}` leads nowhere"))
        .help(help);
    Some(finding)
}

/// Says what the value is that has nothing at the next step of a pointer.
fn describe_parent(when: &When, depth: usize, kinds: &BTreeSet<&str>) -> String {
    let mut parent = String::new();
    for step in when.pointer.value.split('/').skip(1).take(depth) {
        parent.push('/');
        parent.push_str(step);
    }
    let kind = kinds.iter().copied().collect::<Vec<_>>().join(" or ");
    if kinds.contains(LIST) {
        return format!(
            "`{parent}` is {kind}: write `*` for each of its items, or an index that it can have"
        );
    }
    match (parent.is_empty(), kinds.is_empty()) {
        (true, _) => "the tool has no arguments".to_owned(),
        (false, true) => format!("the schema allows no value at `{parent}`"),
        (false, false) => format!("`{parent}` is {kind} and has nothing within"),
    }
}

/// Models may send properties that the schema does not name, but a name close to that of another
/// property is taken for a typo.
fn undeclared(when: &When, tool: &str, key: &str, known: &[String]) -> Diagnostic {
    let message = format!(
        "the schema of `{tool}` says nothing about `{}`",
        when.pointer.value
    );
    let finding = Diagnostic::new(Code::UNKNOWN_POINTER, when.pointer.span, message)
        .label(format!("`{key}` is not declared"));
    match meant(key, known) {
        Some(help) => finding.help(help),
        None => finding.severity(Severity::Warning).help(format!(
            "declare `{key}` in the schema{}",
            or_declared(known)
        )),
    }
}

fn meant(key: &str, known: &[String]) -> Option<Help> {
    did_you_mean(key, known.iter().map(String::as_str))
}

/// Suggests how to write an index that has a sign or leading zeros.
fn index_meant(key: &str, known: &[String]) -> Option<String> {
    let index = key.parse::<usize>().ok()?.to_string();
    let help = format!("write `{index}`: an index has no sign and no leading zeros");
    known.contains(&index).then_some(help)
}

/// Further advice: the names that the schema has there.
fn or_declared(known: &[String]) -> String {
    match known {
        [] => String::new(),
        known => format!(
            ", or name a declared key: {}",
            quote_names(known.iter().take(SHOWN))
        ),
    }
}

/// How many names advice lists.
const SHOWN: usize = 10;
