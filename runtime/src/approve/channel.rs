//! Asks whoever holds the other end of a channel, such as the window of a program.

use super::oneshot::{Receiver, Sender, open_oneshot};
use super::{ApprovalRequest, Approver, Decision};
use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// An approver that sends each question into a channel and waits for its reply. It needs no executor.
///
/// A question that is dropped without a reply is denied. Once [`Questions`] is dropped, every question is
/// denied.
pub struct ChannelApprover(Arc<Mutex<Queue>>);

/// The receiving end of a [`ChannelApprover`]: the questions, in the order in which they were asked.
pub struct Questions(Arc<Mutex<Queue>>);

/// A question, with the means to reply to it.
pub struct Question {
    /// The request to decide about.
    pub request: ApprovalRequest,
    reply: Sender<Decision>,
}

#[derive(Default)]
struct Queue {
    questions: VecDeque<Question>,
    /// The task that waits for the next question.
    waker: Option<Waker>,
    is_read: bool,
    is_asked: bool,
}

impl ChannelApprover {
    /// Creates an approver, and the receiver of its questions.
    pub fn new() -> (ChannelApprover, Questions) {
        let queue = Arc::new(Mutex::new(Queue {
            is_read: true,
            is_asked: true,
            ..Queue::default()
        }));
        (ChannelApprover(Arc::clone(&queue)), Questions(queue))
    }

    /// Queues a question; `None` if nobody reads the queue any more.
    fn put(&self, request: &ApprovalRequest) -> Option<Receiver<Decision>> {
        let (reply, answer) = open_oneshot();
        let mut queue = lock(&self.0);
        if !queue.is_read {
            return None;
        }
        // Questions abandoned while nobody was reading need no place in the queue.
        queue.questions.retain(Question::is_open);
        queue.questions.push_back(Question {
            request: request.clone(),
            reply,
        });
        let waker = queue.waker.take();
        drop(queue);
        if let Some(waker) = waker {
            waker.wake();
        }
        Some(answer)
    }
}

impl Approver for ChannelApprover {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        let Some(answer) = self.put(request) else {
            return Decision::deny("nobody is there to be asked");
        };
        let unanswered = || Decision::deny("the question was left without an answer");
        answer.await.unwrap_or_else(unanswered)
    }
}

impl Questions {
    /// The next question that somebody still waits for; `None` once the approver is dropped and no such
    /// question is left.
    pub async fn next(&mut self) -> Option<Question> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// The next question, if there is one now: for a program that polls from time to time.
    pub fn try_next(&mut self) -> Option<Question> {
        lock(&self.0).next()
    }

    /// The poll function behind [`Questions::next`].
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Question>> {
        let mut queue = lock(&self.0);
        if let Some(question) = queue.next() {
            return Poll::Ready(Some(question));
        }
        if !queue.is_asked {
            return Poll::Ready(None);
        }
        queue.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Question {
    /// Sends the answer; `false` if nobody waits for it any more.
    pub fn reply(self, decision: Decision) -> bool {
        self.reply.send(decision)
    }

    /// Whether somebody still waits for the answer.
    pub fn is_open(&self) -> bool {
        !self.reply.is_abandoned()
    }
}

impl Queue {
    fn next(&mut self) -> Option<Question> {
        loop {
            let question = self.questions.pop_front()?;
            if question.is_open() {
                return Some(question);
            }
        }
    }
}

impl Drop for ChannelApprover {
    fn drop(&mut self) {
        let mut queue = lock(&self.0);
        queue.is_asked = false;
        let waker = queue.waker.take();
        drop(queue);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl Drop for Questions {
    fn drop(&mut self) {
        let mut queue = lock(&self.0);
        queue.is_read = false;
        let left = std::mem::take(&mut queue.questions);
        // Dropping these wakes the waiting tasks, which may look at the queue.
        drop(queue);
        drop(left);
    }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for ChannelApprover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChannelApprover").finish_non_exhaustive()
    }
}

impl fmt::Debug for Questions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Questions").finish_non_exhaustive()
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question")
            .field("request", &self.request)
            .finish_non_exhaustive()
    }
}
