//! Samples of tools: some at random, or along data flows. The patterns, sentences and distributions are those of the
//! samplers of fms-dgt. The same seed gives the same sample.

#[cfg(feature = "calls")]
pub mod calls;
mod distribution;
mod flows;
mod neighbor;
mod pool;
mod uniform;

pub use distribution::{find_distribution, share_slots};
pub use pool::{Link, Near, Pool, PoolTool, Thread};
pub use uniform::Uniform;

use neighbor::sample_neighbors;
pub use neighbor::soften_scores;
pub use uniform::choose_weighted;

/// How tools of a sample belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// Not at all.
    Random,
    /// Each takes something that the one before returns.
    Chain,
    /// The first returns something that all others take.
    FanOut,
    /// The last takes something that each of the others returns.
    FanIn,
    /// They are alike.
    Neighbor,
}

impl Pattern {
    /// Every pattern, with its name on the command line and that of the sampler of fms-dgt.
    pub const ALL: &'static [(&'static str, &'static str, Pattern)] = &[
        ("chain", "tc/chain", Pattern::Chain),
        ("fan-in", "tc/fan_in", Pattern::FanIn),
        ("fan-out", "tc/fan_out", Pattern::FanOut),
        ("neighbor", "tc/neighbor", Pattern::Neighbor),
        ("random", "tc/random", Pattern::Random),
    ];

    /// Patterns that fms-dgt announces, without saying what they are.
    pub const ANNOUNCED: &'static [&'static str] = &["conflict", "dag", "sparse"];

    /// The pattern with this name, whichever of the two.
    ///
    /// # Errors
    ///
    /// The sentence of fms-dgt for a sampler that there is not.
    pub fn named(name: &str) -> Result<Pattern, SampleError> {
        let is_named = |row: &&(&str, &str, Pattern)| row.0 == name || row.1 == name;
        let found = Pattern::ALL.iter().find(is_named);
        found.map(|(_, _, pattern)| *pattern).ok_or_else(|| {
            let names: Vec<&str> = Pattern::ALL
                .iter()
                .map(|(_, sampler, _)| *sampler)
                .collect();
            SampleError::refuse(format!(
                "Tool sampler '{name}' not found. Registered samplers: {}",
                names.join(", ")
            ))
        })
    }

    /// The name of the sampler of fms-dgt.
    pub fn sampler(self) -> &'static str {
        let found = Pattern::ALL.iter().find(|(.., pattern)| *pattern == self);
        found.map_or("", |(_, sampler, _)| sampler)
    }

    /// The artifact that it reads.
    pub fn artifact(self) -> Option<&'static str> {
        match self {
            Pattern::Random => None,
            Pattern::Chain | Pattern::FanOut | Pattern::FanIn => Some("dataflow"),
            Pattern::Neighbor => Some("neighbors"),
        }
    }
}

/// How tools are shared among namespaces that have no weight of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// By the number of their tools.
    #[default]
    Proportional,
    /// Equally.
    Uniform,
}

/// What to sample.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// How the tools belong together.
    pub pattern: Pattern,
    /// How many tools; needed.
    pub k: Option<i64>,
    /// Only tools of this namespace.
    pub namespace: Option<String>,
    /// How much each namespace counts, for `Random` and `Neighbor`.
    pub namespace_weights: Option<Vec<(String, f64)>>,
    /// What holds for the other namespaces.
    pub strategy: Strategy,
    /// The least score of a data flow.
    pub min_score: f64,
    /// For `Neighbor`: above 0; the lower, the more the most alike are preferred.
    pub temperature: f64,
    /// For `Neighbor`: only tools of the namespace of the first.
    pub use_seed_namespace: bool,
    /// The tool to begin with, by its position, if it is not left to chance.
    pub first: Option<usize>,
}

impl Request {
    /// `k` tools of a pattern, with the defaults of fms-dgt.
    pub fn new(pattern: Pattern, k: impl Into<Option<i64>>) -> Self {
        Request {
            pattern,
            k: k.into(),
            namespace: None,
            namespace_weights: None,
            strategy: Strategy::Proportional,
            min_score: 0.0,
            temperature: 1.0,
            use_seed_namespace: true,
            first: None,
        }
    }

    /// `k`, if it is enough for the pattern.
    fn check_k(&self) -> Result<usize, SampleError> {
        let kind = self.pattern.sampler();
        let k = self.k.ok_or_else(|| {
            SampleError::refuse(format!(
                "{kind}: 'k' must be provided either in the sampler config or as an argument to sample()."
            ))
        })?;
        let fault = match self.pattern {
            Pattern::FanOut if k < 2 => "at least 2 (seed + 1 successor)",
            Pattern::FanIn if k < 2 => "at least 2 (1 predecessor + sink)",
            _ if k <= 0 => "a positive integer",
            _ => return usize::try_from(k).map_err(|_| SampleError::refuse(String::new())),
        };
        Err(SampleError::refuse(format!(
            "{kind}: 'k' must be {fault}, got {k}."
        )))
    }
}

/// A sample of tools, by their positions in the pool. Their order has the meaning that the pattern gives it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sample {
    /// The tools.
    pub tools: Vec<usize>,
    /// What was not as it was asked for, in the sentences of fms-dgt.
    pub warnings: Vec<String>,
}

/// Why there is no sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleError {
    /// The sentence.
    pub text: String,
    /// How many tools were asked for, if that could be tried.
    pub requested: Option<i64>,
    /// The tools that were found.
    pub tools: Vec<usize>,
}

impl std::fmt::Display for SampleError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.text)
    }
}

impl std::error::Error for SampleError {}

impl SampleError {
    /// What was asked for makes no sense.
    fn refuse(text: String) -> Self {
        SampleError {
            text,
            requested: None,
            tools: Vec::new(),
        }
    }

    /// It makes sense, but there is no such sample.
    fn fail(text: String, k: usize, tools: Vec<usize>) -> Self {
        SampleError {
            text,
            requested: i64::try_from(k).ok(),
            tools,
        }
    }

    /// Whether the request is at fault, and no pool would do.
    pub fn is_refusal(&self) -> bool {
        self.requested.is_none()
    }
}

/// Draws a sample. `Random` and `Neighbor` may give fewer tools than asked for, with a warning; the other patterns give
/// exactly as many.
///
/// # Errors
///
/// The request makes no sense, or the pool has no such sample.
pub fn draw_sample(
    pool: &Pool,
    request: &Request,
    random: &mut Uniform,
) -> Result<Sample, SampleError> {
    let kind = request.pattern.sampler();
    if request.temperature.is_nan() || request.temperature <= 0.0 {
        return Err(SampleError::refuse(format!(
            "{kind}: 'temperature' must be > 0, got {:?}.",
            request.temperature
        )));
    }
    if let Some(artifact) = request.pattern.artifact()
        && !pool.has_artifact(request.pattern)
    {
        return Err(SampleError::refuse(format!(
            "Sampler '{kind}' requires artifact(s) ['{artifact}'] but they are not present in registry.artifacts. Add the corresponding enrichment(s) to tools.enrichments in your task config."
        )));
    }
    let k = request.check_k()?;
    if pool.tools.is_empty() {
        return Err(SampleError::fail(
            format!("{kind}: registry is empty."),
            k,
            Vec::new(),
        ));
    }
    match request.pattern {
        Pattern::Random => distribution::sample_random(pool, request, k, random),
        Pattern::Chain => flows::sample_chain(pool, request, k, random),
        Pattern::FanOut => flows::sample_fan_out(pool, request, k, random),
        Pattern::FanIn => flows::sample_fan_in(pool, request, k, random),
        Pattern::Neighbor => sample_neighbors(pool, request, k, random),
    }
}

/// Draws a sample of exactly `k` tools.
///
/// # Errors
///
/// As of [`draw_sample`]; and if there are fewer, the warning that says so, with the tools that there are.
pub fn draw_exactly(
    pool: &Pool,
    request: &Request,
    random: &mut Uniform,
) -> Result<Sample, SampleError> {
    let sample = draw_sample(pool, request, random)?;
    let k = request.check_k()?;
    if sample.tools.len() == k {
        return Ok(sample);
    }
    let text = sample.warnings.last().cloned();
    let kind = request.pattern.sampler();
    let text = text.unwrap_or_else(|| {
        format!(
            "{kind}: requested k={k} but only {} tool(s) available.",
            sample.tools.len()
        )
    });
    Err(SampleError::fail(text, k, sample.tools))
}
