//! In which order enrichments run: each after what it needs.

use super::Enrichment;
use std::collections::{HashMap, VecDeque};
use toolc_base::source::Span;

/// Why enrichments have no order. Places among them are positions in their list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderFault {
    /// Two make an artifact of one name.
    Repeated {
        /// The first.
        first: usize,
        /// The second.
        second: usize,
    },
    /// One needs an artifact that none makes.
    Missing {
        /// Who needs it.
        by: usize,
        /// The artifact.
        need: String,
        /// Where that is said.
        span: Span,
    },
    /// These need each other in a circle, each the one after it, and the last the first.
    Circle(Vec<usize>),
}

/// The order in which enrichments run. Those that are ready run first in, first out; so independent
/// ones keep the order of the file.
///
/// # Errors
///
/// Everything that keeps them from having an order: first artifacts made twice, then needs that
/// nothing makes, then a circle.
pub fn order_enrichments(entries: &[Enrichment]) -> Result<Vec<usize>, Vec<OrderFault>> {
    let mut makers: HashMap<&str, usize> = HashMap::new();
    let mut faults = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let first = *makers.entry(&entry.name.value).or_insert(at);
        if first != at {
            faults.push(OrderFault::Repeated { first, second: at });
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut needed: Vec<Vec<usize>> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let mut makers_of = Vec::new();
        for (need, span) in entry.all_needs() {
            let maker = makers.get(need);
            match maker.filter(|maker| is_of_type(entry, &entries[**maker], need)) {
                Some(maker) => makers_of.push(*maker),
                None => faults.push(OrderFault::Missing {
                    by: at,
                    need: need.to_owned(),
                    span,
                }),
            }
        }
        makers_of.sort_unstable();
        makers_of.dedup();
        needed.push(makers_of);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    sort(&needed).map_err(|circle| vec![OrderFault::Circle(circle)])
}

/// Whether an artifact that every enrichment of a type needs is of its type.
fn is_of_type(entry: &Enrichment, maker: &Enrichment, need: &str) -> bool {
    !entry.kind.needs().contains(&need) || maker.kind.type_name() == need
}

fn sort(needed: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut open: Vec<usize> = needed.iter().map(Vec::len).collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); needed.len()];
    for (at, makers) in needed.iter().enumerate() {
        for maker in makers {
            users[*maker].push(at);
        }
    }
    let mut ready: VecDeque<usize> = (0..needed.len()).filter(|at| open[*at] == 0).collect();
    let mut order = Vec::new();
    while let Some(at) = ready.pop_front() {
        order.push(at);
        for user in &users[at] {
            open[*user] -= 1;
            if open[*user] == 0 {
                ready.push_back(*user);
            }
        }
    }
    match order.len() == needed.len() {
        true => Ok(order),
        false => Err(find_circle(needed, &open)),
    }
}

/// Follows needs that are still open until one recurs.
fn find_circle(needed: &[Vec<usize>], open: &[usize]) -> Vec<usize> {
    let mut path: Vec<usize> = Vec::new();
    let mut at = open.iter().position(|open| *open > 0).unwrap_or_default();
    loop {
        if let Some(start) = path.iter().position(|known| *known == at) {
            return path.split_off(start);
        }
        path.push(at);
        let next = needed[at].iter().find(|maker| open[**maker] > 0);
        // whatever is not ready needs something that is not ready either
        match next {
            Some(next) => at = *next,
            None => return path,
        }
    }
}
