//! `extends`: a worker that is a restricted form of others. Its settings narrow those of its
//! parents; after this stage, it is a worker like any other.

mod limits;
mod narrow;
mod pair;
mod settings;

use std::collections::{HashMap, HashSet};
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Spanned;
use toolc_model::draft::DraftWorker;

/// How long a chain of workers that extend each other may be.
const MAX_CHAIN: usize = 64;

/// Merges every worker with those that it extends. A worker with unknown parents is left out, which
/// is reported.
pub(in crate::resolve) fn extend_workers(
    diagnostics: &mut Diagnostics,
    drafts: Vec<DraftWorker>,
    is_complete: bool,
) -> Vec<DraftWorker> {
    if drafts.iter().all(|draft| draft.extends.is_empty()) {
        return drafts;
    }
    let mut family = Family {
        by_name: HashMap::new(),
        drafts: &drafts,
        is_complete,
        done: HashMap::new(),
        texts: HashMap::new(),
        reported: HashSet::new(),
    };
    for (index, draft) in drafts.iter().enumerate() {
        family.by_name.entry(&draft.name.value).or_insert(index);
    }
    let extended = (0..drafts.len()).filter_map(|index| {
        family.extend(diagnostics, index, &mut Vec::new());
        family.done.get(&index).cloned().flatten()
    });
    extended.collect()
}

/// All workers, and the results so far.
struct Family<'d> {
    drafts: &'d [DraftWorker],
    /// The first worker with each name.
    by_name: HashMap<&'d str, usize>,
    /// Whether every file could be read, so that a worker that is not found does not exist.
    is_complete: bool,
    /// Finished workers; `None` for those that are left out.
    done: HashMap<usize, Option<DraftWorker>>,
    /// The instructions of a worker and of all that it extends, without duplicates, its own last.
    texts: HashMap<usize, Vec<Spanned<String>>>,
    /// The workers in cycles that have been reported.
    reported: HashSet<usize>,
}

impl Family<'_> {
    /// Merges one worker with its parents, after finishing these. `path` leads to it.
    fn extend(&mut self, diagnostics: &mut Diagnostics, index: usize, path: &mut Vec<usize>) {
        if self.done.contains_key(&index) {
            return;
        }
        let drafts = self.drafts;
        let draft = &drafts[index];
        if path.len() == MAX_CHAIN {
            diagnostics.push(too_long_chain(draft));
            self.done.insert(index, None);
            return;
        }
        path.push(index);
        let mut parents = Vec::new();
        let mut texts: Vec<Spanned<String>> = Vec::new();
        for name in &draft.extends {
            let Some(parent) = self.by_name.get(name.value.as_str()).copied() else {
                if self.is_complete {
                    diagnostics.push(self.unknown(draft, name));
                }
                continue;
            };
            if let Some(start) = path.iter().position(|known| *known == parent) {
                if self.reported.insert(parent) {
                    diagnostics.push(self.circle(&path[start..], name));
                }
                continue;
            }
            self.extend(diagnostics, parent, path);
            parents.extend(self.done.get(&parent).cloned().flatten());
            let theirs = self.texts.get(&parent).into_iter().flatten();
            for text in theirs {
                if texts.iter().all(|known| known.span != text.span) {
                    texts.push(text.clone());
                }
            }
        }
        path.pop();
        texts.extend(draft.prompt.instructions.clone());
        let joined = (parents.len() == draft.extends.len()).then(|| {
            limits::check_inherited_limits(diagnostics, draft, &parents);
            let mut start = draft.clone();
            start.prompt.instructions = join_texts(&texts);
            parents.iter().fold(start, |draft, parent| {
                narrow::narrow_worker(diagnostics, draft, parent)
            })
        });
        self.texts.insert(index, texts);
        self.done.insert(index, joined);
    }

    fn unknown(&self, draft: &DraftWorker, name: &Spanned<String>) -> Diagnostic {
        let message = format!(
            "worker `{}` extends `{}`, and there is no such worker",
            draft.name.value, name.value
        );
        let others = self.drafts.iter().map(|other| other.name.value.as_str());
        let others: Vec<&str> = others.filter(|other| *other != draft.name.value).collect();
        let help = match did_you_mean(&name.value, others.iter().copied()) {
            Some(help) => help,
            None if others.is_empty() => {
                "write the file of that worker, or remove `extends`".into()
            }
            None => {
                let others = super::shown::list_names(others.into_iter());
                format!("write the `name` of a worker: one of {others}").into()
            }
        };
        Diagnostic::new(Code::UNKNOWN_PARENT, name.span, message)
            .label("not the name of a worker")
            .help(help)
    }

    fn circle(&self, circle: &[usize], name: &Spanned<String>) -> Diagnostic {
        let names = circle
            .iter()
            .map(|index| format!("`{}`", self.drafts[*index].name.value));
        let names: Vec<String> = names.collect();
        let message = match names.as_slice() {
            [own] => format!("worker {own} extends itself"),
            names => format!("workers extend each other: {}", names.join(", then ")),
        };
        Diagnostic::new(Code::CIRCULAR_EXTENDS, name.span, message)
            .label("this closes the cycle")
            .help("take this name out of `extends`")
    }
}

/// The instructions of the parents, followed by those of the worker.
fn join_texts(texts: &[Spanned<String>]) -> Option<Spanned<String>> {
    let last = texts.last()?;
    let texts: Vec<&str> = texts.iter().map(|text| text.value.trim_end()).collect();
    Some(Spanned::new(texts.join("\n\n"), last.span))
}

fn too_long_chain(draft: &DraftWorker) -> Diagnostic {
    let message = format!(
        "more than {MAX_CHAIN} workers extend each other one after the other, up to `{}`",
        draft.name.value
    );
    Diagnostic::new(Code::CIRCULAR_EXTENDS, draft.name.span, message)
        .label("the chain is too long here")
        .help("let workers extend the one that they narrow, without those between")
}
