//! Settings of engines with a single value, by their rows.

use crate::read::fields;
use crate::read::quantity::{read_bytes, read_duration};
use std::ops::RangeInclusive;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Map, Node, Value};
use toolc_model::model::engine::{Setting, SettingValue};

/// Reads the settings that are written, except those with parts. What cannot be read stays at its default.
pub(in crate::read::config) fn read_settings<E>(
    diagnostics: &mut Diagnostics,
    map: &Map,
    rows: &[&[Setting<E>]],
    engine: &mut E,
) {
    for row in rows.iter().copied().flatten() {
        let Some(node) = map.get(row.key) else {
            continue;
        };
        match &row.value {
            SettingValue::Flag(field) => {
                if let Some(flag) = fields::flag_at(diagnostics, map, row.key) {
                    *(field.get_mut)(engine) = flag;
                }
            }
            SettingValue::Duration(field) => {
                if let Some(duration) = read_duration(diagnostics, map, row.key) {
                    *(field.get_mut)(engine) = duration.value;
                }
            }
            SettingValue::Size(field) => {
                if let Some(size) = read_bytes(diagnostics, map, row.key) {
                    *(field.get_mut)(engine) = size.value;
                }
            }
            SettingValue::Count(least, most, field) => {
                if let Some(count) = read_count(diagnostics, node, row.key, *least..=*most) {
                    *(field.get_mut)(engine) = count;
                }
            }
            SettingValue::Word(words, _, set) => {
                let words: Vec<_> = words.iter().map(|word| (*word, *word)).collect();
                let what = format!("`{}`", row.key);
                let noun = format!("value of {what}");
                if let Some(word) = fields::one_of(diagnostics, node, &what, &noun, &words) {
                    set(engine, word.value);
                }
            }
            SettingValue::Text(_) | SettingValue::Parts(_) => {}
        }
    }
}

fn read_count(
    diagnostics: &mut Diagnostics,
    node: &Node,
    key: &str,
    range: RangeInclusive<u32>,
) -> Option<u32> {
    let number = match &node.value {
        Value::Number(text) => text.parse().ok().filter(|number| range.contains(number)),
        _ => None,
    };
    if number.is_none() {
        let (least, most) = (range.start(), range.end());
        let wanted = format!("a number from {least} to {most}");
        fields::wrong_kind(diagnostics, node, &format!("`{key}`"), &wanted);
    }
    number
}
