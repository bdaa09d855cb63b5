//! The rules of a granted tool as static data of the runtime.

use super::{Ruling, RulingRow};
use toolc_base::source::Sources;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{OwnText, data, list};
use toolc_schema::rust::Text;

/// What decides the calls of a granted tool, with the places of its rules.
pub struct PlacedRuling<'r> {
    /// The texts that places are in.
    pub sources: &'r Sources,
    /// The rules.
    pub ruling: &'r Ruling<'r>,
}

data! {
    PlacedRuling<'_> as [rt::rule::Rules] =>
    PlacedRuling { sources, ruling: Ruling { lists, otherwise } } => {
        lists: list(lists, |rows| list(rows, |row| PlacedRow { sources, row })),
        otherwise: PlacedRow { sources, row: otherwise },
    },
}

struct PlacedRow<'r> {
    sources: &'r Sources,
    row: &'r RulingRow<'r>,
}

data! {
    PlacedRow<'_> as [rt::rule::Rule] =>
    PlacedRow { sources, row: RulingRow { when, approval, reason, place } } => {
        when: list(when, |each| each),
        approval: approval,
        reason: Text(reason),
        place: OwnText(place.map(|span| sources.show_line(span)).unwrap_or_default()),
    },
}
