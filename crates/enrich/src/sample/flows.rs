//! Samples along data flows: chains, and tools around one.

use super::pool::Link;
use super::uniform::choose_weighted;
use super::{Pool, Request, Sample, SampleError, Uniform};
use std::collections::BTreeMap;

/// How many steps the search for a chain may take.
const MAX_STEPS: usize = 100_000;

/// The tools at the other end of the data flows of a tool that qualify, each name once: overloads are one choice.
fn list_links<'p>(
    pool: &Pool,
    request: &Request,
    links: Option<&'p Vec<Vec<Link>>>,
    tool: usize,
) -> Vec<&'p Link> {
    let own = links.and_then(|links| links.get(tool));
    let mut found: BTreeMap<&str, (usize, &Link)> = BTreeMap::new();
    for (order, link) in own.into_iter().flatten().enumerate() {
        // a tool that is gone is passed over
        let Some(other) = pool.tools.get(link.tool) else {
            continue;
        };
        let is_named = request
            .namespace
            .as_ref()
            .is_none_or(|name| *name == other.namespace);
        if !is_named
            || link.score < request.min_score
            || other.qualified == pool.tools[tool].qualified
        {
            continue;
        }
        found.entry(&other.qualified).or_insert((order, link));
    }
    let mut found: Vec<(usize, &Link)> = found.into_values().collect();
    found.sort_unstable_by_key(|(order, _)| *order);
    found.into_iter().map(|(_, link)| link).collect()
}

/// Draws from links by their scores until none is left or there are enough.
fn draw_links(mut links: Vec<&Link>, most: usize, random: &mut Uniform) -> Vec<usize> {
    let mut drawn = Vec::new();
    while drawn.len() < most {
        let scores: Vec<f64> = links.iter().map(|link| link.score).collect();
        let Some(at) = choose_weighted(&scores, random.fraction()) else {
            break;
        };
        drawn.push(links.remove(at).tool);
    }
    drawn
}

/// The tools to begin with, in a random order.
fn list_seeds(
    pool: &Pool,
    request: &Request,
    k: usize,
    random: &mut Uniform,
) -> Result<Vec<usize>, SampleError> {
    let mut seeds = pool.select(request.namespace.as_deref());
    if seeds.is_empty() {
        let kind = request.pattern.sampler();
        let name = request.namespace.as_deref().unwrap_or_default();
        let text = format!("{kind}: no tools in namespace '{name}'.");
        return Err(SampleError::fail(text, k, Vec::new()));
    }
    random.shuffle(&mut seeds);
    if let Some(first) = request.first {
        seeds.retain(|seed| *seed == first);
    }
    Ok(seeds)
}

/// Goes back where a chain ends, and begins elsewhere if it has to; what is told is the longest chain.
pub(super) fn sample_chain(
    pool: &Pool,
    request: &Request,
    k: usize,
    random: &mut Uniform,
) -> Result<Sample, SampleError> {
    let mut search = Chains {
        pool,
        request,
        k,
        longest: None,
        steps: 0,
    };
    for seed in list_seeds(pool, request, k, random)? {
        let mut chain = vec![seed];
        if search.extend(&mut chain, random) {
            return Ok(Sample {
                tools: chain,
                warnings: Vec::new(),
            });
        }
    }
    let (text, tools) = search.longest.unwrap_or_default();
    Err(SampleError::fail(text, k, tools))
}

struct Chains<'p> {
    pool: &'p Pool,
    request: &'p Request,
    k: usize,
    longest: Option<(String, Vec<usize>)>,
    steps: usize,
}

impl Chains<'_> {
    fn extend(&mut self, chain: &mut Vec<usize>, random: &mut Uniform) -> bool {
        if chain.len() == self.k {
            return true;
        }
        self.steps += 1;
        let Some(&last) = chain.last().filter(|_| self.steps <= MAX_STEPS) else {
            return false;
        };
        let name = |at: usize| &self.pool.tools[at].qualified;
        let links = list_links(self.pool, self.request, self.pool.out.as_ref(), last);
        if links.is_empty() {
            let text = format!(
                "tc/chain: dead end at tool '{}' after {} step(s); cannot reach k={}.",
                name(last),
                chain.len(),
                self.k
            );
            self.note(text, chain);
            return false;
        }
        let is_new = |link: &&Link| !chain.iter().any(|known| name(*known) == name(link.tool));
        let links: Vec<&Link> = links.into_iter().filter(is_new).collect();
        if links.is_empty() {
            let text = format!(
                "tc/chain: all successors of '{}' already in chain.",
                name(last)
            );
            self.note(text, chain);
            return false;
        }
        let count = links.len();
        for next in draw_links(links, count, random) {
            chain.push(next);
            if self.extend(chain, random) {
                return true;
            }
            chain.pop();
        }
        false
    }

    fn note(&mut self, text: String, chain: &[usize]) {
        let longest = self.longest.as_ref().map_or(0, |(_, tools)| tools.len());
        if chain.len() > longest {
            self.longest = Some((text, chain.to_vec()));
        }
    }
}

pub(super) fn sample_fan_out(
    pool: &Pool,
    request: &Request,
    k: usize,
    random: &mut Uniform,
) -> Result<Sample, SampleError> {
    let (seed, mut others) = find_hub(pool, request, k, pool.out.as_ref(), random)?;
    others.insert(0, seed);
    Ok(Sample {
        tools: others,
        warnings: Vec::new(),
    })
}

pub(super) fn sample_fan_in(
    pool: &Pool,
    request: &Request,
    k: usize,
    random: &mut Uniform,
) -> Result<Sample, SampleError> {
    let (sink, mut others) = find_hub(pool, request, k, pool.into.as_ref(), random)?;
    others.push(sink);
    Ok(Sample {
        tools: others,
        warnings: Vec::new(),
    })
}

/// A tool with enough others around it, and those that were drawn of these.
fn find_hub(
    pool: &Pool,
    request: &Request,
    k: usize,
    links: Option<&Vec<Vec<Link>>>,
    random: &mut Uniform,
) -> Result<(usize, Vec<usize>), SampleError> {
    for seed in list_seeds(pool, request, k, random)? {
        let found = list_links(pool, request, links, seed);
        if found.len() >= k - 1 {
            return Ok((seed, draw_links(found, k - 1, random)));
        }
    }
    let (hub, others) = match request.pattern {
        super::Pattern::FanIn => ("sink", "predecessor"),
        _ => ("seed", "successor"),
    };
    let text = format!(
        "{}: no {hub} tool has at least {} qualifying {others}(s) with min_score={:?}.",
        request.pattern.sampler(),
        k - 1,
        request.min_score
    );
    Err(SampleError::fail(text, k, Vec::new()))
}
