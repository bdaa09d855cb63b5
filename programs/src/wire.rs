//! The wire: requests of a sandbox as JSON-RPC 2.0, one on each line, over a pipe or a socket.

mod lines;
mod outgoing;
mod request;
mod response;

use crate::ended::Ended;
use crate::error::ProgramError;
use crate::limits::LimitKind;
use crate::run::{Reply, Run};
use lines::{Line, Lines};
use outgoing::Outgoing;
use request::{Asks, Request, read_request};
use response::{write_fault, write_reply, write_stopped};
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use tokio::io::{AsyncBufRead, AsyncWrite};
use tokio::time::{Sleep, sleep, timeout};
use toolc_runtime::{ApprovalStore, Json};

/// A request that waits for its answer.
type Waiting<'r> = Pin<Box<dyn Future<Output = Result<Reply, ProgramError>> + 'r>>;

/// What happens next.
enum Happened {
    /// A line came, or none will come any more.
    Line(std::io::Result<Line>),
    /// A request has its answer.
    Answered(String, Result<Reply, ProgramError>),
    /// The time is over.
    Late,
    /// Nobody waits for anything.
    Idle,
}

/// How a program says that it ended.
type Outcome = Result<Json, String>;

impl<H: 'static, S: ApprovalStore> Run<'_, H, S> {
    /// Answers the requests of a sandbox until the program ends, or the sandbox closes its side. What runs then is finished
    /// first. The protocol is in the documentation of this crate.
    ///
    /// # Errors
    /// Fails as [`Run::call`], [`Run::end`] and [`Run::suspend`] do, and if the sandbox cannot be read. Malformed lines are
    /// answered, and the run goes on.
    pub async fn serve<R, W>(&self, reader: R, writer: W) -> Result<Ended, ProgramError>
    where
        R: AsyncBufRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        let limits = &self.ledger.journal.limits;
        let mut late = pin!(sleep(limits.time));
        let mut served = Served {
            lines: Some(Lines::new(reader, limits.line)),
            outgoing: Outgoing::new(writer),
            waiting: Vec::new(),
            failed: None,
            outcome: None,
        };
        loop {
            match poll_fn(|task| served.advance(late.as_mut(), task)).await {
                Happened::Line(Ok(line)) => served.hear(self, line),
                Happened::Line(Err(error)) => served.fail(ProgramError::Wire(error)),
                Happened::Answered(id, answer) => served.answer(&id, answer),
                Happened::Late => served.fail(ProgramError::Limit(LimitKind::Time)),
                Happened::Idle => break,
            }
        }
        let Served {
            mut outgoing,
            failed,
            outcome,
            ..
        } = served;
        let ended = match (failed, outcome) {
            (Some(error), _) => Err(self.stop(error).await),
            (None, Some(Ok(value))) => self.end(value).await,
            (None, Some(Err(message))) => self.fail(&message).await,
            (None, None) => self.suspend().await,
        };
        // the sandbox may be gone, or may not read what it is told last
        let _ = timeout(limits.replay, outgoing.flush()).await;
        ended
    }
}

/// What a run and its sandbox tell each other.
struct Served<'r, R, W> {
    /// What the sandbox says; `None` once nothing more is read.
    lines: Option<Lines<R>>,
    outgoing: Outgoing<W>,
    waiting: Vec<(String, Waiting<'r>)>,
    failed: Option<ProgramError>,
    outcome: Option<Outcome>,
}

impl<'r, R: AsyncBufRead + Unpin, W: AsyncWrite + Unpin> Served<'r, R, W> {
    fn advance(&mut self, late: Pin<&mut Sleep>, task: &mut Context<'_>) -> Poll<Happened> {
        self.outgoing.poll(task);
        for at in 0..self.waiting.len() {
            if let Poll::Ready(answer) = self.waiting[at].1.as_mut().poll(task) {
                let (id, _) = self.waiting.swap_remove(at);
                return Poll::Ready(Happened::Answered(id, answer));
            }
        }
        let Some(lines) = &mut self.lines else {
            return match self.waiting.is_empty() {
                true => Poll::Ready(Happened::Idle),
                false => Poll::Pending,
            };
        };
        if late.poll(task).is_ready() {
            return Poll::Ready(Happened::Late);
        }
        // a sandbox that does not read its answers is not heard
        match self.outgoing.is_full() {
            true => Poll::Pending,
            false => lines.poll_line(task).map(Happened::Line),
        }
    }

    fn hear<H: 'static, S: ApprovalStore>(&mut self, run: &'r Run<'_, H, S>, line: Line) {
        let request = match line {
            Line::End => {
                self.lines = None;
                return;
            }
            Line::Text(line) if line.trim_ascii().is_empty() => return,
            Line::Text(line) => read_request(&line),
            Line::TooLong => Err(request::too_long()),
        };
        match request {
            Err(fault) => self.outgoing.push(&write_fault(&fault)),
            Ok(Request { id, asks }) => self.begin(run, id, asks),
        }
    }

    fn begin<H: 'static, S: ApprovalStore>(
        &mut self,
        run: &'r Run<'_, H, S>,
        id: String,
        asks: Asks,
    ) {
        let waiting: Waiting<'r> = match asks {
            Asks::End(outcome) => {
                self.outcome = Some(outcome);
                self.lines = None;
                return;
            }
            Asks::Call { tool, arguments } => {
                Box::pin(async move { run.call(&tool, &arguments).await })
            }
            Asks::Now => Box::pin(run.now()),
            Asks::Random => Box::pin(run.random()),
        };
        self.waiting.push((id, waiting));
    }

    fn answer(&mut self, id: &str, answer: Result<Reply, ProgramError>) {
        match answer {
            Ok(reply) => self.outgoing.push(&write_reply(id, &reply)),
            Err(error) => {
                self.outgoing.push(&write_stopped(id, &error));
                self.fail(error);
            }
        }
    }

    /// Hears no more. The first error is the one that counts: the others follow from it.
    fn fail(&mut self, error: ProgramError) {
        self.failed.get_or_insert(error);
        self.lines = None;
    }
}
