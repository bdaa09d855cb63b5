//! Whether a call can match two overloads of a name, with a call that both accept as evidence.

mod blocked;
mod common;

use blocked::Divisions;
pub(super) use common::known_keys;
use common::{Common, Pair};
use std::collections::HashMap;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::{Catalog, Tool};
use toolc_schema::schema::prove::example::Examples;

/// How many pairs of overloads are compared for one name.
const MAX_PAIRS: usize = 500;

/// Longer calls are abbreviated.
const SHOWN: usize = 300;

/// Reports every name whose overloads can accept the same call, once.
pub(super) fn check_overloads(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut examples = Examples::new(&catalog.shapes);
    let divisions = Divisions::new(catalog);
    for overloads in sets(catalog) {
        let mut pairs = Vec::new();
        for (at, second) in overloads.iter().enumerate() {
            for first in &overloads[..at] {
                let pair = Pair { first, second };
                let common = match pairs.len() {
                    ..MAX_PAIRS => pair.find_common(&catalog.shapes, &mut examples),
                    _ => Common::Undecided,
                };
                pairs.push((common, pair));
            }
        }
        let findings = [divisions.report_worst(&pairs), report(&divisions, &pairs)];
        findings
            .into_iter()
            .flatten()
            .for_each(|finding| diagnostics.push(finding));
    }
}

/// The groups of tools that share a name, in source order.
fn sets(catalog: &Catalog) -> Vec<Vec<&Tool>> {
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    let mut sets: Vec<Vec<&Tool>> = Vec::new();
    for tool in &catalog.tools {
        let name = (tool.namespace.as_str(), tool.name.as_str());
        let place = *places.entry(name).or_insert(sets.len());
        match sets.get_mut(place) {
            Some(set) => set.push(tool),
            None => sets.push(vec![tool]),
        }
    }
    sets.retain(|set| set.len() > 1);
    sets
}

/// The worst of some pairs; among equals, the first.
fn worst<'p, 'c>(
    pairs: impl Iterator<Item = &'p (Common, Pair<'c>)>,
) -> Option<&'p (Common, Pair<'c>)>
where
    'c: 'p,
{
    pairs.max_by(|(one, _), (other, _)| {
        let order = one.rank().cmp(&other.rank());
        order.then(std::cmp::Ordering::Greater)
    })
}

/// One finding, about the worst pair, for all pairs of a name that a call can choose between.
fn report(divisions: &Divisions<'_>, pairs: &[(Common, Pair<'_>)]) -> Option<Diagnostic> {
    let is_open = |(common, pair): &&(Common, Pair<'_>)| {
        common.example_call().is_none() || divisions.can_choose(pair)
    };
    let (worst, Pair { first, second }) = worst(pairs.iter().filter(is_open))?;
    let words = words(worst, &first.qualified())?;
    let like = |(common, _): &&(Common, Pair<'_>)| common.rank() == worst.rank();
    let others = match pairs.iter().filter(like).count() {
        1 => String::new(),
        count => format!(
            "; the same applies to {count} of the {} pairs of this name",
            pairs.len()
        ),
    };
    let finding = Diagnostic::new(words.code, second.span, words.message)
        .label(words.second)
        .also(first.span, words.first)
        .help(format!("{}{others}", words.help));
    Some(finding)
}

/// The wording of a finding on two overloads.
struct Words {
    code: Code,
    message: String,
    first: &'static str,
    second: &'static str,
    help: &'static str,
}

fn words(common: &Common, name: &str) -> Option<Words> {
    Some(match common {
        Common::Nothing => return None,
        Common::Everything(call) => Words {
            code: Code::AMBIGUOUS_OVERLOAD,
            message: format!(
                "two overloads of `{name}` accept the same calls, such as `{}`",
                shorten_text(call, SHOWN)
            ),
            first: "this gets all of them",
            second: "this never gets a call",
            help: "remove one of the two, or give it another name or other arguments",
        },
        Common::Call(call) => Words {
            code: Code::AMBIGUOUS_OVERLOAD,
            message: format!(
                "only their order decides which overload of `{name}` gets the call `{}`",
                shorten_text(call, SHOWN)
            ),
            first: "this comes first and gets it",
            second: "this accepts it as well",
            help: "let both require a property whose type or constant differs, or give one \
                   of them another name",
        },
        Common::Mixed(call) => Words {
            code: Code::OVERLAPPING_OVERLOAD,
            message: format!(
                "two overloads of `{name}` accept the call `{}`, which has keys that only one of them knows",
                shorten_text(call, SHOWN)
            ),
            first: "the other",
            second: "one of the two",
            help: "close the objects with `additionalProperties: false`; as they are, a call goes to \
                   the overload that knows more of its keys, or to the first if both know equally many",
        },
        Common::Undecided => Words {
            code: Code::UNDECIDED_OVERLOAD,
            message: format!(
                "toolc could not decide whether one call can match two overloads of `{name}`"
            ),
            first: "the other overload",
            second: "this may accept calls that the other accepts",
            help: "let both require a property whose type or constant differs",
        },
    })
}
