//! Looks up a name among 10,000 tools.

use crate::harness::Group;
use std::collections::HashMap;
use toolc_runtime::v1::{Index, Lookup};

const TOOLS: u32 = 10_000;

pub fn group() -> Group {
    let names: &'static [&'static str] = names();
    let index: Index = names
        .iter()
        .zip(0..)
        .map(|(name, row)| (*name, row, 1))
        .collect::<Vec<_>>()
        .leak();
    let rows: &'static [u32] = (0..TOOLS).collect::<Vec<_>>().leak();
    let lookup = Lookup::new(index);
    let map: HashMap<&str, u32> = names.iter().copied().zip(0..).collect();
    let (mut first, mut second, mut third) = (0, 0, 0);
    Group::new("lookup/10000")
        .with("toolc", move || {
            lookup.find_in(rows, next(names, &mut first))
        })
        .with("HashMap", move || {
            map.get(next(names, &mut second)).copied()
        })
        .with("binary search", move || {
            names.binary_search(&next(names, &mut third))
        })
}

/// Names as in OpenAPI documents, sorted by bytes.
fn names() -> &'static [&'static str] {
    let verbs = ["create", "delete", "get", "list", "update"];
    let names = (0..TOOLS as usize).map(|number| {
        let name = format!(
            "service_{}::{}_resource_{number}",
            number % 40,
            verbs[number % 5]
        );
        &*name.leak()
    });
    let mut names: Vec<&'static str> = names.collect();
    names.sort_unstable();
    names.leak()
}

/// A different name each time, so that neither a cache nor a branch predictor helps.
fn next(names: &'static [&'static str], turn: &mut usize) -> &'static str {
    *turn = (*turn + 7_919) % names.len();
    names[*turn]
}
