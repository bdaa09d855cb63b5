//! Approvals that are valid for a session.

use super::{ApprovalRequest, EarlierYes};
use crate::called_by::CalledBy;
use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The default limit, in bytes of names and arguments.
const LIMIT: usize = 4 << 20;

/// Remembers the approvals that were given for a session. Clones share them, so several workers can use one
/// memory.
///
/// An approval covers calls with the same worker, tool, definition, arguments, caller, principal and delegation; `1`
/// and `1.0` are different arguments. Nothing is remembered without a session. The size is bounded: beyond
/// the limit the oldest approvals are forgotten, and the approver is asked again.
#[derive(Clone)]
pub struct ApprovalMemory(Arc<Mutex<Kept>>);

struct Kept {
    approvals: HashSet<Arc<Key>>,
    /// The same keys, oldest first.
    order: VecDeque<Arc<Key>>,
    /// The most recent approval of each tool in each session, oldest first.
    last: VecDeque<Last>,
    size: usize,
    limit: usize,
}

/// Everything that must be equal for an approval to cover a call.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    asker: Asker,
    wire_name: &'static str,
    tool: &'static str,
    definition: &'static str,
    arguments: String,
}

/// On whose behalf a call is made.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Asker {
    session: String,
    principal: Option<String>,
    delegation: Vec<String>,
    worker: &'static str,
    called_by: CalledBy,
}

/// An approval, whether it was given for the session or not.
struct Last {
    asker: Asker,
    wire_name: &'static str,
    definition: &'static str,
    shown_arguments: String,
}

impl Default for ApprovalMemory {
    fn default() -> Self {
        ApprovalMemory::with_limit(LIMIT)
    }
}

impl ApprovalMemory {
    /// Creates an empty memory with a limit of 4 MiB.
    pub fn new() -> Self {
        ApprovalMemory::default()
    }

    /// Creates an empty memory with a limit in bytes of names and arguments. An approval that is larger than
    /// the limit is not kept.
    pub fn with_limit(bytes: usize) -> Self {
        ApprovalMemory(Arc::new(Mutex::new(Kept {
            approvals: HashSet::new(),
            order: VecDeque::new(),
            last: VecDeque::new(),
            size: 0,
            limit: bytes,
        })))
    }

    /// Forgets the approvals of a session.
    pub fn end_session(&self, session: &str) {
        self.kept().forget(Some(session));
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.kept().forget(None);
    }

    pub(super) fn recalls(&self, request: &ApprovalRequest) -> bool {
        Key::of(request).is_some_and(|key| self.kept().approvals.contains(&key))
    }

    pub(super) fn keep(&self, request: &ApprovalRequest) {
        if let Some(key) = Key::of(request) {
            self.kept().keep(key);
        }
    }

    /// The most recent approval of the same tool, if there is one.
    pub(super) fn earlier_yes(&self, request: &ApprovalRequest) -> Option<EarlierYes> {
        let asker = Asker::of(request)?;
        let kept = self.kept();
        let last = kept.last.iter().find(|last| last.is_of(&asker, request))?;
        let same_arguments = last.shown_arguments == request.shown_arguments;
        Some(EarlierYes {
            definition_changed: last.definition != request.definition,
            other_arguments: (!same_arguments).then(|| last.shown_arguments.clone()),
        })
    }

    /// Records an approval, for [`ApprovalMemory::earlier_yes`].
    pub(super) fn note_yes(&self, request: &ApprovalRequest) {
        if let Some(asker) = Asker::of(request) {
            self.kept().note_yes(asker, request);
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn keep(&mut self, key: Key) {
        let size = key.size();
        if size > self.limit {
            return;
        }
        let key = Arc::new(key);
        if self.approvals.insert(Arc::clone(&key)) {
            self.order.push_back(key);
            self.size += size;
            self.shrink();
        }
    }

    fn note_yes(&mut self, asker: Asker, request: &ApprovalRequest) {
        let is_same = |last: &Last| last.is_of(&asker, request);
        if let Some(at) = self.last.iter().position(is_same) {
            self.drop_last(at);
        }
        let last = Last {
            asker,
            wire_name: request.wire_name,
            definition: request.definition,
            shown_arguments: request.shown_arguments.clone(),
        };
        if last.size() <= self.limit {
            self.size += last.size();
            self.last.push_back(last);
            self.shrink();
        }
    }

    /// Forgets the oldest entries until the rest is within the limit, starting with those that are only
    /// shown.
    fn shrink(&mut self) {
        while self.size > self.limit {
            if !self.last.is_empty() {
                self.drop_last(0);
            } else if let Some(oldest) = self.order.pop_front() {
                self.size -= oldest.size();
                self.approvals.remove(&oldest);
            } else {
                return;
            }
        }
    }

    fn drop_last(&mut self, at: usize) {
        if let Some(last) = self.last.remove(at) {
            self.size -= last.size();
        }
    }

    /// Forgets one session, or all of them if it is `None`.
    fn forget(&mut self, session: Option<&str>) {
        let stays = |asker: &Asker| session.is_some_and(|session| asker.session != session);
        self.approvals.retain(|key| stays(&key.asker));
        self.order.retain(|key| stays(&key.asker));
        self.last.retain(|last| stays(&last.asker));
        self.size = 0;
        for key in &self.order {
            self.size += key.size();
        }
        for last in &self.last {
            self.size += last.size();
        }
    }
}

impl Asker {
    /// `None` without a session.
    fn of(request: &ApprovalRequest) -> Option<Self> {
        Some(Asker {
            session: request.session.clone()?,
            principal: request.principal.clone(),
            delegation: request.delegation.clone(),
            worker: request.worker,
            called_by: request.called_by,
        })
    }

    fn size(&self) -> usize {
        let path = self.delegation.iter().map(String::len).sum::<usize>();
        self.session.len() + self.principal.as_ref().map_or(0, String::len) + path
    }
}

impl Key {
    /// `None` without a session.
    fn of(request: &ApprovalRequest) -> Option<Self> {
        Some(Key {
            asker: Asker::of(request)?,
            wire_name: request.wire_name,
            tool: request.tool,
            definition: request.definition,
            arguments: request.arguments.clone(),
        })
    }

    fn size(&self) -> usize {
        ENTRY + self.asker.size() + self.arguments.len()
    }
}

/// What an entry takes besides its texts, in bytes.
const ENTRY: usize = 128;

impl Last {
    fn is_of(&self, asker: &Asker, request: &ApprovalRequest) -> bool {
        self.wire_name == request.wire_name && self.asker == *asker
    }

    fn size(&self) -> usize {
        ENTRY + self.asker.size() + self.shown_arguments.len()
    }
}

impl fmt::Debug for ApprovalMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalMemory")
            .field("approvals", &self.kept().approvals.len())
            .finish()
    }
}
