//! What findings are about: a tool, a worker or both. If a check does not say so, the place does.

use crate::order::sort_by_key;
use crate::source::{SourceId, Span};
use std::collections::HashMap;

/// What a finding is about, as far as known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// `namespace::name`
    pub tool: Option<String>,
    /// The worker.
    pub worker: Option<String>,
    /// The namespace of the tool, or of all tools in the file.
    pub namespace: Option<String>,
    /// Further tools, if it is about several.
    pub further: Vec<String>,
    /// The targets whose definitions are affected; empty if it concerns all or none.
    pub targets: Vec<&'static str>,
    /// The tool that it misses: `namespace::name`, which no file defines.
    pub missing: Option<String>,
}

impl About {
    /// About a tool.
    pub fn tool(name: impl Into<String>) -> Self {
        About {
            tool: Some(name.into()),
            ..About::default()
        }
    }

    /// About a worker.
    pub fn worker(name: impl Into<String>) -> Self {
        About {
            worker: Some(name.into()),
            ..About::default()
        }
    }

    /// About what a worker may do with this tool.
    pub fn of_worker(self, name: impl Into<String>) -> Self {
        About {
            worker: Some(name.into()),
            ..self
        }
    }

    /// About a tool that is missing.
    pub fn missing(name: impl Into<String>) -> Self {
        About {
            missing: Some(name.into()),
            ..About::default()
        }
    }

    /// Sets the targets whose definitions are affected.
    pub fn at_targets(self, targets: &[&'static str]) -> Self {
        About {
            targets: targets.to_vec(),
            ..self
        }
    }

    fn is_known(&self) -> bool {
        self.tool.is_some() || self.worker.is_some()
    }
}

/// The places of tools and workers.
#[derive(Debug, Default)]
pub struct Owners {
    /// Sorted by start, outer before inner.
    regions: Vec<Region>,
    /// The namespace of all tools in a file; `None` if they have several.
    namespaces: HashMap<SourceId, Option<String>>,
}

#[derive(Debug)]
struct Region {
    span: Span,
    about: About,
    /// The furthest end, in its source, of all regions up to and including this one.
    reach: u32,
}

impl Owners {
    /// Takes places with what is there. If two places are the same, only what they agree on counts.
    pub fn new(places: impl IntoIterator<Item = (Span, About)>) -> Self {
        let mut regions: Vec<Region> = Vec::new();
        let mut places: Vec<(Span, About)> = places.into_iter().collect();
        sort_by_key(&mut places, &mut |(span, _)| {
            (span.source, span.start, std::cmp::Reverse(span.end))
        });
        let mut namespaces: HashMap<SourceId, Option<String>> = HashMap::new();
        for (span, about) in places {
            if let Some(tool) = about.tool.as_deref().filter(|_| about.worker.is_none()) {
                let own = namespace_of(tool);
                let known = namespaces
                    .entry(span.source)
                    .or_insert_with(|| Some(own.to_owned()));
                if known.as_deref() != Some(own) {
                    *known = None;
                }
            }
            match regions.last_mut().filter(|last| last.span == span) {
                Some(last) => last.about = agreed(&last.about, &about),
                None => {
                    let before = regions.last().filter(|it| it.span.source == span.source);
                    let reach = before.map_or(0, |before| before.reach).max(span.end);
                    regions.push(Region { span, about, reach });
                }
            }
        }
        Owners {
            regions,
            namespaces,
        }
    }

    /// The known tools.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        let regions = self.regions.iter();
        regions.filter_map(|region| region.about.tool.as_deref())
    }

    /// The known workers.
    pub fn workers(&self) -> impl Iterator<Item = &str> {
        let regions = self.regions.iter();
        regions.filter_map(|region| region.about.worker.as_deref())
    }

    /// Fills in what a finding is about from its place.
    pub(super) fn complete(&self, about: &mut About, span: Option<Span>) {
        let found = span.filter(|_| !about.is_known());
        if let Some(found) = found.and_then(|span| self.innermost(span)) {
            *about = About {
                tool: found.tool.clone(),
                worker: found.worker.clone(),
                ..std::mem::take(about)
            };
        }
        about.namespace = match (&about.tool, span) {
            (Some(tool), _) => Some(namespace_of(tool).to_owned()),
            (None, Some(span)) => self.namespaces.get(&span.source).cloned().flatten(),
            (None, None) => None,
        };
    }

    fn innermost(&self, span: Span) -> Option<&About> {
        let at = (span.source, span.start);
        let begun = self
            .regions
            .partition_point(|region| (region.span.source, region.span.start) <= at);
        let before = self.regions[..begun].iter().rev();
        before
            .take_while(|region| region.span.source == span.source && region.reach >= span.end)
            .find(|region| region.span.end >= span.end)
            .map(|region| &region.about)
    }
}

fn namespace_of(tool: &str) -> &str {
    tool.rsplit_once("::")
        .map_or("", |(namespace, _)| namespace)
}

fn agreed(one: &About, other: &About) -> About {
    let same = |one: &Option<String>, other: &Option<String>| one.clone().filter(|_| one == other);
    About {
        tool: same(&one.tool, &other.tool),
        worker: same(&one.worker, &other.worker),
        ..About::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(source: u32, start: u32, end: u32) -> Span {
        Span {
            source: SourceId(source),
            start,
            end,
        }
    }

    fn at(owners: &Owners, span: Span) -> About {
        let mut about = About::default();
        owners.complete(&mut about, Some(span));
        about
    }

    #[test]
    fn the_innermost_place_says_whose_it_is() {
        let owners = Owners::new([
            (span(0, 10, 50), About::tool("a::x")),
            (span(0, 60, 90), About::tool("a::y")),
            (span(1, 0, 100), About::worker("w")),
            (span(1, 20, 30), About::tool("a::x").of_worker("w")),
            (span(1, 40, 50), About::tool("a::x").of_worker("w")),
            (span(1, 40, 50), About::tool("a::y").of_worker("w")),
        ]);
        assert_eq!(at(&owners, span(0, 12, 14)).tool.as_deref(), Some("a::x"));
        assert_eq!(at(&owners, span(0, 60, 90)).tool.as_deref(), Some("a::y"));
        let between = at(&owners, span(0, 52, 53));
        assert_eq!(
            (between.tool, between.namespace.as_deref()),
            (None, Some("a"))
        );
        let inner = at(&owners, span(1, 22, 24));
        assert_eq!(inner.tool.as_deref(), Some("a::x"));
        assert_eq!(inner.worker.as_deref(), Some("w"));
        let behind = at(&owners, span(1, 32, 34));
        assert_eq!((behind.tool, behind.worker.as_deref()), (None, Some("w")));
        let both = at(&owners, span(1, 42, 43));
        assert_eq!((both.tool, both.worker.as_deref()), (None, Some("w")));
        assert_eq!(at(&owners, span(2, 0, 1)), About::default());
    }

    #[test]
    fn what_a_check_says_stays() {
        let owners = Owners::new([(span(0, 0, 9), About::tool("a::x"))]);
        let mut about = About::worker("w");
        owners.complete(&mut about, Some(span(0, 1, 2)));
        assert_eq!((about.tool, about.worker.as_deref()), (None, Some("w")));
    }
}
