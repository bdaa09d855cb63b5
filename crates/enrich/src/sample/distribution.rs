//! How many tools each namespace gives, and tools at random.

use super::{Pool, Request, Sample, SampleError, Strategy, Uniform};

/// How likely each namespace is. `sizes` has its name and the number of its tools. Namespaces with a weight have that,
/// the others 1 or the number of their tools; then all are divided by the sum.
///
/// # Errors
///
/// A weight is negative, or no namespace has one above 0.
pub fn find_distribution(
    kind: &str,
    sizes: &[(&str, usize)],
    weights: Option<&[(String, f64)]>,
    strategy: Strategy,
    warnings: &mut Vec<String>,
) -> Result<Vec<f64>, SampleError> {
    let weights = weights.unwrap_or_default();
    let is_known = |name: &str| sizes.iter().any(|(known, _)| *known == name);
    let unknown: Vec<&str> = weights
        .iter()
        .map(|(name, _)| name.as_str())
        .filter(|name| !is_known(name))
        .collect();
    if !unknown.is_empty() {
        let names: Vec<String> = unknown.iter().map(|name| format!("'{name}'")).collect();
        warnings.push(format!(
            "{kind}: namespace_weights contains unknown namespace(s) [{}] — ignoring.",
            names.join(", ")
        ));
    }
    let known = || weights.iter().filter(|(name, _)| is_known(name));
    let sum: f64 = known().map(|(_, weight)| weight).sum();
    let is_wrong = |weight: f64| weight.is_nan() || weight.is_infinite() || weight < 0.0;
    if known().any(|(_, weight)| is_wrong(*weight)) || known().count() > 0 && sum <= 0.0 {
        return Err(SampleError::refuse(format!(
            "{kind}: namespace_weights values must be positive and sum to > 0."
        )));
    }
    let weigh = |(name, size): &(&str, usize)| {
        let own = weights.iter().find(|(known, _)| known == name);
        match (own, strategy) {
            (Some((_, weight)), _) => *weight,
            (None, Strategy::Uniform) => 1.0,
            (None, Strategy::Proportional) => *size as f64,
        }
    };
    let all: Vec<f64> = sizes.iter().map(weigh).collect();
    let total: f64 = all.iter().sum();
    Ok(all.iter().map(|weight| weight / total).collect())
}

/// How many of `k` places each entry gets: by its probability, the largest remainders first, of equal ones the first
/// entry. None gets more than its size; what is left goes to those with room, again by probability. Entries that have
/// none get nothing.
pub fn share_slots(probabilities: &[f64], sizes: &[usize], k: usize) -> Vec<usize> {
    let mut slots = vec![0; sizes.len()];
    let mut left = k;
    while left > 0 {
        let has_room = |at: &usize| slots[*at] < sizes[*at] && probabilities[*at] > 0.0;
        let open: Vec<usize> = (0..sizes.len()).filter(has_room).collect();
        let total: f64 = open.iter().map(|at| probabilities[*at]).sum();
        if open.is_empty() {
            break;
        }
        let wanted: Vec<f64> = open
            .iter()
            .map(|at| probabilities[*at] / total * left as f64)
            .collect();
        // a third of three is one, whatever the last digit says
        let mut shares: Vec<usize> = wanted
            .iter()
            .map(|wanted| (wanted + 1e-9) as usize)
            .collect();
        let rest = left - shares.iter().sum::<usize>().min(left);
        let remainder = |at: usize| wanted[at] - shares[at] as f64;
        let mut order: Vec<usize> = (0..open.len()).collect();
        order.sort_by(|one, other| {
            let (one, other) = (remainder(*one), remainder(*other));
            match (one - other).abs() < 1e-9 {
                true => std::cmp::Ordering::Equal,
                false => other.total_cmp(&one),
            }
        });
        for at in order.into_iter().take(rest) {
            shares[at] += 1;
        }
        let before = left;
        for (place, at) in open.iter().enumerate() {
            let given = shares[place].min(sizes[*at] - slots[*at]).min(left);
            slots[*at] += given;
            left -= given;
        }
        if left == before {
            break;
        }
    }
    slots
}

pub(super) fn sample_random(
    pool: &Pool,
    request: &Request,
    k: usize,
    random: &mut Uniform,
) -> Result<Sample, SampleError> {
    let mut sample = Sample::default();
    if let Some(name) = &request.namespace {
        let tools = pool.select(Some(name));
        if tools.is_empty() {
            let text = format!("tc/random: namespace '{name}' has no tools.");
            return Err(SampleError::fail(text, k, Vec::new()));
        }
        if k > tools.len() {
            sample.warnings.push(format!(
                "tc/random: requested k={k} but namespace '{name}' has only {} tool(s); returning all available.",
                tools.len()
            ));
        }
        sample.tools = random.pick_some(&tools, k);
        return Ok(sample);
    }
    if k > pool.tools.len() {
        sample.warnings.push(format!(
            "tc/random: requested k={k} but only {} tool(s) available; returning all available.",
            pool.tools.len()
        ));
    }
    let namespaces = pool.namespaces();
    let sizes: Vec<(&str, usize)> = namespaces
        .iter()
        .map(|(name, tools)| (*name, tools.len()))
        .collect();
    let weights = request.namespace_weights.as_deref();
    let warnings = &mut sample.warnings;
    let likely = find_distribution("tc/random", &sizes, weights, request.strategy, warnings)?;
    let sizes: Vec<usize> = sizes.iter().map(|(_, size)| *size).collect();
    let slots = share_slots(&likely, &sizes, k);
    for ((_, tools), count) in namespaces.iter().zip(slots) {
        sample.tools.extend(random.pick_some(tools, count));
    }
    let found = sample.tools.len();
    if found < k.min(pool.tools.len()) {
        let text = format!(
            "tc/random: requested k={k} but the namespaces with a weight above 0 have only {found} tool(s)."
        );
        return Err(SampleError::fail(text, k, sample.tools));
    }
    Ok(sample)
}
