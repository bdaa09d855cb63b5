//! Asks on the terminal.

mod input;

use super::oneshot::{Sender, open_oneshot};
use super::{ApprovalRequest, Approver, Decision, EarlierYes};
use crate::called_by::CalledBy;
use crate::hidden::show_line;
use input::{Bell, Input};
use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Nobody reads and answers a question faster than this: a line that can be read sooner was typed before it.
const REACTION: Duration = Duration::from_millis(200);

/// Whoever was about to answer another question needs this many times longer to notice the new one.
const REPLACED: u32 = 10;

/// At most this many lines that were typed before a question are dropped.
const MOST_DROPPED: usize = 1000;

/// Asks on standard error and reads the answer from standard input: `y`, `n`, or `s` to approve for the rest
/// of the session.
///
/// Questions are asked one at a time; when one is given up, the next is asked at once. A line that was typed
/// before its question answers nothing, and neither does one that was typed so soon after it that it may have
/// been meant for the question before. So a file or pipe that was filled in advance approves nothing; use
/// [`Terminal::scripted`] for that.
pub struct Terminal {
    lines: Arc<Mutex<Lines>>,
    bell: Bell,
}

struct Lines {
    input: Input,
    output: Box<dyn Write + Send>,
    /// A line that can be read sooner than this is not an answer.
    reaction: Duration,
}

/// What comes of waiting for an answer.
enum Answer {
    Line(String),
    /// Too many lines were typed before the question.
    Early,
    GivenUp,
}

impl Terminal {
    /// The terminal of this process.
    pub fn new() -> Self {
        Terminal::of(|line| io::stdin().read_line(line), io::stderr(), REACTION)
    }

    /// Uses any other pair of a reader and a writer, with a person at the other end.
    pub fn over(
        mut input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> Self {
        Terminal::of(move |line| input.read_line(line), output, REACTION)
    }

    /// Reads answers that were written in advance, for tests and demonstrations: each line counts, no matter
    /// when it arrived.
    pub fn scripted(
        mut answers: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> Self {
        Terminal::of(move |line| answers.read_line(line), output, Duration::ZERO)
    }

    fn of(
        input: impl FnMut(&mut String) -> io::Result<usize> + Send + 'static,
        output: impl Write + Send + 'static,
        reaction: Duration,
    ) -> Self {
        let input = Input::new(input);
        Terminal {
            bell: input.bell(),
            lines: Arc::new(Mutex::new(Lines {
                input,
                output: Box::new(output),
                reaction,
            })),
        }
    }
}

impl Default for Terminal {
    fn default() -> Self {
        Terminal::new()
    }
}

impl Approver for Terminal {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        // It rings when this question is over, after the receiver of its answer is gone.
        let _bell = self.bell.clone();
        let (reply, answer) = open_oneshot();
        let (lines, question) = (Arc::clone(&self.lines), show(request));
        // Reading a line blocks, so it happens on a dedicated thread.
        let thread = std::thread::Builder::new().name("toolc-terminal".to_owned());
        match thread.spawn(move || ask(&lines, &question, reply)) {
            Ok(_) => answer
                .await
                .unwrap_or_else(|| Decision::deny("the terminal failed")),
            Err(error) => Decision::deny(format!("the terminal cannot be read: {}", error.kind())),
        }
    }
}

fn ask(lines: &Mutex<Lines>, question: &str, reply: Sender<Decision>) {
    let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    // The caller may have given up while another question was being asked.
    if reply.is_abandoned() {
        return;
    }
    let decision = lines.put(question, &reply).unwrap_or_else(|error| {
        Decision::deny(format!("no answer on the terminal: {}", error.kind()))
    });
    reply.send(decision);
}

impl Lines {
    fn put(&mut self, question: &str, reply: &Sender<Decision>) -> io::Result<Decision> {
        self.output.write_all(question.as_bytes())?;
        loop {
            self.prompt()?;
            let line = match self.answer(reply)? {
                Answer::Line(line) => line,
                Answer::Early => {
                    return Ok(Decision::deny("all answers were there before the question"));
                }
                Answer::GivenUp => {
                    let told = b"\nNobody waits for this answer any more.\n";
                    self.output.write_all(told)?;
                    self.output.flush()?;
                    return Ok(Decision::deny("the question was given up"));
                }
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "y" | "yes" => return Ok(Decision::approve()),
                "s" | "session" => return Ok(Decision::approve_for_session()),
                "n" | "no" => return Ok(Decision::deny("the user said no")),
                _ => {}
            }
        }
    }

    fn prompt(&mut self) -> io::Result<()> {
        let prompt = b"Allow it? [y]es, [n]o, [s]ession: ";
        self.output.write_all(prompt)?;
        self.output.flush()
    }

    /// The next line that was typed after it was asked for.
    fn answer(&mut self, reply: &Sender<Decision>) -> io::Result<Answer> {
        for dropped in 0..MOST_DROPPED {
            let asked = Instant::now();
            let reaction = match self.input.is_reading() {
                true => self.reaction * REPLACED,
                false => self.reaction,
            };
            let Some(line) = self.input.next_line(|| !reply.is_abandoned())? else {
                return Ok(Answer::GivenUp);
            };
            if line.at.saturating_duration_since(asked) >= reaction {
                return Ok(Answer::Line(line.text));
            }
            if dropped == 0 {
                let told = b"\nWhat was typed before the question does not count.\n";
                self.output.write_all(told)?;
                self.prompt()?;
            }
        }
        Ok(Answer::Early)
    }
}

fn show(request: &ApprovalRequest) -> String {
    let mut out = format!(
        "\n{} wants to call {}\n",
        show_line(request.worker),
        show_line(request.tool)
    );
    if !request.description.is_empty() {
        out.push_str(&format!("  {}\n", show_line(request.description)));
    }
    let with = show_line(&request.shown_arguments);
    out.push_str(&format!(
        "  with {with}\n  {}\n",
        request.effect.risk_text()
    ));
    if let Some(reason) = &request.reason {
        out.push_str(&format!("  because {}\n", show_line(reason)));
    }
    if request.called_by == CalledBy::Program {
        out.push_str("  from a program that the model wrote\n");
    }
    if let Some(principal) = &request.principal {
        out.push_str(&format!("  for {}\n", show_line(principal)));
    }
    if !request.delegation.is_empty() {
        let path = show_line(&request.delegation.join(", "));
        out.push_str(&format!("  handed on by {path}\n"));
    }
    if let Some(earlier) = &request.earlier_yes {
        out.push_str(&show_earlier(earlier));
    }
    out
}

/// What has changed since the same tool was last approved.
fn show_earlier(earlier: &EarlierYes) -> String {
    let mut out = String::new();
    if earlier.definition_changed {
        out.push_str("  its definition changed since the last yes\n");
    }
    if let Some(arguments) = &earlier.other_arguments {
        out.push_str(&format!("  the last yes was to {}\n", show_line(arguments)));
    }
    out
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").finish_non_exhaustive()
    }
}
