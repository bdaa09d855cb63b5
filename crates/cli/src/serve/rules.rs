//! The rules for a worker's tools.

use toolc_base::source::Sources;
use toolc_model::model::leak::leak_when;
use toolc_model::model::ruling::{Ruling, RulingRow};
use toolc_runtime::rule as table;
use toolc_schema::schema::leak::{leak_slice, leak_value, leak_word};

pub(super) fn leak_ruling(sources: &Sources, ruling: &Ruling<'_>) -> &'static table::Rules {
    let Ruling { lists, otherwise } = ruling;
    let row = |row: &RulingRow<'_>| leak_row(sources, row);
    let lists = lists
        .iter()
        .map(|rows| -> &'static [table::Rule] { leak_slice(rows.iter().map(row)) });
    leak_value(table::Rules {
        lists: leak_slice(lists),
        otherwise: row(otherwise),
    })
}

fn leak_row(sources: &Sources, row: &RulingRow<'_>) -> table::Rule {
    let RulingRow {
        when,
        approval,
        reason,
        place,
    } = row;
    let place = place.map(|span| sources.show_line(span));
    table::Rule {
        when: leak_slice(when.iter().map(leak_when)),
        approval: approval.runtime(),
        reason: leak_word(reason),
        place: leak_word(&place.unwrap_or_default()),
    }
}
