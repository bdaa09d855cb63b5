//! Every file to its draft. The drafts of an earlier compilation stand for the files that are as they were.

use std::collections::HashMap;
use std::sync::Arc;
use toolc_base::diagnostic::{Diagnostics, Recorded};
use toolc_base::node::Node;
use toolc_base::source::{Role, Source, SourceId};
use toolc_model::config::Entry;
use toolc_model::draft::{Draft, Lost};
use toolc_read::load::{Loaded, Texts, Tree};
use toolc_read::read::{Dialects, join_files, read_source};
use toolc_resolve::resolve::Examined;

/// The drafts of files, each with all that it was read from.
#[derive(Debug, Default)]
pub struct Drafts {
    known: HashMap<SourceId, Kept>,
    /// The texts of tools in which nothing was found.
    pub(crate) examined: Examined,
}

impl Drafts {
    /// How many drafts there are.
    pub fn count(&self) -> usize {
        self.known.len()
    }
}

/// What a file is read from, besides the dialects of all documents.
#[derive(Debug, PartialEq)]
struct Basis {
    texts: Texts,
    entry: Option<Entry>,
}

impl Basis {
    fn of(loaded: &Loaded, id: SourceId) -> Self {
        let (sources, config) = (&loaded.sources, &loaded.config);
        Basis {
            texts: Texts::of(sources, config, id),
            entry: config.entry_of(&sources.get(id).role).cloned(),
        }
    }
}

/// A file that was read.
#[derive(Debug)]
struct Kept {
    basis: Basis,
    /// The dialects of all documents.
    dialects: Dialects,
    /// The dialect that the file itself defines.
    own: Dialects,
    draft: Draft,
    found: Recorded,
}

/// A file that is to be read.
struct Parsed {
    basis: Basis,
    own: Dialects,
    found: Diagnostics,
    node: Option<Arc<Node>>,
    /// Whether the file alone decides about its draft.
    is_alone: bool,
}

/// A file, one way or the other.
enum File {
    Kept(Kept),
    Parsed(Parsed),
}

/// Reads every source that is read on its own, unless there is an earlier draft of the same text. If drafts are kept, they are
/// those of these sources afterwards. Returns the dialects of all documents, too.
pub(crate) fn read_drafts(
    diagnostics: &mut Diagnostics,
    loaded: &Loaded,
    mut kept: Option<&mut Drafts>,
) -> (Draft, Dialects) {
    let is_own = |source: &Source| {
        let role = &source.role;
        !matches!(
            role,
            Role::Overlay(_) | Role::Module(_) | Role::ModuleSchemas(_)
        )
    };
    let own = loaded.sources.iter().filter(|(_, it)| is_own(it));
    let mut known = kept
        .as_mut()
        .map_or_else(HashMap::new, |kept| std::mem::take(&mut kept.known));
    let files = own.map(|(id, _)| (id, find_or_parse(loaded, known.remove(&id), id)));
    let mut files: Vec<(SourceId, File)> = files.collect();
    join_parsed(loaded, &mut files);
    let mut dialects = Dialects::default();
    for (_, file) in &files {
        dialects.extend(match file {
            File::Kept(kept) => &kept.own,
            File::Parsed(parsed) => &parsed.own,
        });
    }
    let mut all = Draft::default();
    for (id, file) in files {
        let (read, is_alone) = match file {
            File::Kept(kept) if kept.dialects == dialects => (kept, true),
            File::Kept(kept) => read(loaded, &dialects, id, parse(loaded, kept.basis, id)),
            File::Parsed(parsed) => read(loaded, &dialects, id, parsed),
        };
        diagnostics.replay(&read.found);
        match kept.as_mut().filter(|_| is_alone) {
            Some(kept) => {
                all.append(read.draft.clone());
                kept.known.insert(id, read);
            }
            None => all.append(read.draft),
        }
    }
    (all, dialects)
}

fn find_or_parse(loaded: &Loaded, kept: Option<Kept>, id: SourceId) -> File {
    let basis = Basis::of(loaded, id);
    match kept.filter(|kept| kept.basis == basis && !loaded.trees.has(id)) {
        Some(kept) => File::Kept(kept),
        None => File::Parsed(parse(loaded, basis, id)),
    }
}

fn parse(loaded: &Loaded, basis: Basis, id: SourceId) -> Parsed {
    let (sources, config) = (&loaded.sources, &loaded.config);
    let role = &sources.get(id).role;
    let known = loaded.trees.find(sources, config, id).cloned();
    let Tree { node, found, .. } = known.unwrap_or_else(|| Tree::parse(sources, config, id));
    let mut diagnostics = Diagnostics::default();
    // nothing asks for the others; if a reference does, the finding is reported there
    if !matches!(role, Role::Beside(_)) {
        diagnostics.replay(&found);
    }
    // loading understands what refers to other files, and what is referred to. A name of its own may be in their references
    let has_name = node.as_ref().is_some_and(|it| it.get("$self").is_some());
    Parsed {
        own: node
            .as_ref()
            .map_or_else(Dialects::default, |node| Dialects::of(role, node)),
        is_alone: *role != Role::Config && !loaded.trees.has(id) && !has_name,
        found: diagnostics,
        basis,
        node,
    }
}

/// Combines descriptions with the files that they refer to, which are never among those that are kept.
fn join_parsed(loaded: &Loaded, files: &mut [(SourceId, File)]) {
    let mut at = Vec::new();
    let mut parsed = Vec::new();
    for (number, (id, file)) in files.iter_mut().enumerate() {
        if let File::Parsed(Parsed { node, .. }) = file
            && let Some(node) = node.take()
        {
            at.push(number);
            parsed.push((*id, node));
        }
    }
    join_files(&loaded.sources, &loaded.config, &mut parsed);
    for (number, (_, joined)) in at.into_iter().zip(parsed) {
        if let File::Parsed(parsed) = &mut files[number].1 {
            parsed.node = Some(joined);
        }
    }
}

/// Reads a file, and returns whether it alone decides about its draft.
fn read(loaded: &Loaded, dialects: &Dialects, id: SourceId, parsed: Parsed) -> (Kept, bool) {
    let (sources, config) = (&loaded.sources, &loaded.config);
    let role = &sources.get(id).role;
    let Parsed {
        basis,
        own,
        mut found,
        node,
        is_alone,
    } = parsed;
    let draft = match node {
        // it is in the tree of the description that refers to it
        Some(_) if *role == Role::Part => Draft::default(),
        Some(node) => {
            let node = Arc::unwrap_or_clone(node);
            read_source(&mut found, sources, config, dialects, id, node)
        }
        None => Draft {
            lost: Lost::of(role, basis.entry.as_ref()).into_iter().collect(),
            ..Draft::default()
        },
    };
    let kept = Kept {
        basis,
        dialects: dialects.clone(),
        own,
        draft,
        found: found.into_recorded(),
    };
    (kept, is_alone)
}
