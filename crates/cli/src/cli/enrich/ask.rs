//! Asks a model: request after request, until all questions are answered or a limit is reached. Nothing that was
//! answered is asked again, in this run or in the next.

use super::told::{describe_unasked, describe_unusable};
use std::time::{Duration, Instant};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_enrich::inquiry::Inquiry;
use toolc_model::model::enrichment::{Endpoint, Enrichment};
use toolc_runtime::http::post::{NoReply, Poster, Reply};
use toolc_schema::data::Data;

/// The first wait before a request is sent again, if the endpoint names none. It doubles.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// The longest wait that the endpoint did not name.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// How often answers are kept while more are asked for.
const KEEP_EVERY: Duration = Duration::from_secs(5);

/// An endpoint, and what one run may still ask of it.
struct Line<'e> {
    entry: &'e Enrichment,
    endpoint: &'e Endpoint,
    poster: Poster,
    sent: usize,
    until: Instant,
}

/// Asks everything that is open. `keep` is given the answers so far, now and then and if the run does not come to its end.
///
/// # Errors
///
/// The finding on why it did not.
pub(super) fn answer_all(
    diagnostics: &mut Diagnostics,
    (entry, endpoint): (&Enrichment, &Endpoint),
    inquiry: &mut dyn Inquiry,
    keep: &mut dyn FnMut(&str),
) -> Result<(), Diagnostic> {
    let mut line = Line::open(entry, endpoint)?;
    let before = inquiry.count_open();
    let asked = ask_all(diagnostics, &mut line, inquiry, keep);
    if asked.is_err() && inquiry.count_open() < before {
        keep(&inquiry.write_unfinished());
    }
    asked
}

fn ask_all(
    diagnostics: &mut Diagnostics,
    line: &mut Line<'_>,
    inquiry: &mut dyn Inquiry,
    keep: &mut dyn FnMut(&str),
) -> Result<(), Diagnostic> {
    let mut kept = Instant::now();
    while let Some(request) = inquiry.write_request(line.endpoint.max_request) {
        let body = request.map_err(|reason| line.refuse_size(&reason))?;
        let answer = line.ask(inquiry.path(), &body)?;
        let taken = inquiry.take_answer(&answer);
        taken.map_err(|reason| line.refuse_answer(&reason))?;
        for (tool, reason) in inquiry.take_unusable() {
            diagnostics.push(describe_unusable(line.entry, &tool, &reason));
        }
        if kept.elapsed() >= KEEP_EVERY {
            keep(&inquiry.write_unfinished());
            kept = Instant::now();
        }
    }
    Ok(())
}

impl<'e> Line<'e> {
    fn open(entry: &'e Enrichment, endpoint: &'e Endpoint) -> Result<Self, Diagnostic> {
        let key = endpoint.bearer_env.as_ref().map(|name| {
            let value = std::env::var(name).unwrap_or_default();
            match value.trim() {
                "" => Err(describe_unasked(
                    entry,
                    &format!("the environment variable `{name}` is not set"),
                )
                .help(format!("set `{name}` to the key, or remove `auth`"))),
                key => Ok(key.to_owned()),
            }
        });
        let key = key.transpose()?;
        let poster = Poster::new(
            &endpoint.base_url.value,
            key.as_deref(),
            endpoint.connection.build(),
        );
        let poster = poster.map_err(|fault| match fault {
            NoReply::Setting(detail) => describe_unasked(entry, &detail).help("correct the entry"),
            _ => describe_unasked(entry, "it has no address").help("correct `base_url`"),
        })?;
        Ok(Line {
            entry,
            endpoint,
            poster,
            sent: 0,
            until: Instant::now() + Duration::from_millis(endpoint.deadline),
        })
    }

    /// Sends a request until it is answered. What the endpoint may have begun to answer is not sent again.
    fn ask(&mut self, path: &str, body: &str) -> Result<String, Diagnostic> {
        let mut attempt = 0;
        loop {
            if self.sent >= self.endpoint.max_requests {
                return Err(self.refuse_number());
            }
            let left = self.left()?;
            let timeout = Duration::from_millis(self.endpoint.connection.timeout).min(left);
            self.sent += 1;
            let reply = self.poster.post(path, body.to_owned(), timeout);
            let (status, wait, said) = match reply {
                Ok(Reply::Answer(text)) => return Ok(text),
                Ok(Reply::Refusal { status, wait, said }) => (status, wait, said),
                Err(fault) => return Err(self.explain(fault, timeout)),
            };
            if !is_for_now(status) || attempt >= self.endpoint.retries {
                return Err(self.refusal(status, &said));
            }
            let doubled = FIRST_WAIT.saturating_mul(1 << attempt.min(16));
            let wait = wait.unwrap_or(doubled.min(LONGEST_WAIT));
            if wait >= self.left()? {
                let wait = wait.as_secs();
                let message = format!("asks for {wait}s of patience, which is beyond the deadline");
                return Err(self.late(&message));
            }
            self.poster.wait(wait);
            attempt += 1;
        }
    }

    fn left(&self) -> Result<Duration, Diagnostic> {
        let left = self.until.saturating_duration_since(Instant::now());
        match left.is_zero() {
            true => Err(self.late("did not answer everything before the deadline")),
            false => Ok(left),
        }
    }

    fn found(&self, code: Code, what: &str) -> Diagnostic {
        let (entry, url) = (self.entry, &self.endpoint.base_url.value);
        let message = format!("the endpoint `{url}` {what}");
        Diagnostic::new(code, entry.name.span, message).label("this asks it")
    }

    fn explain(&self, fault: NoReply, timeout: Duration) -> Diagnostic {
        match fault {
            NoReply::Setting(detail) => describe_unasked(self.entry, &detail).help("correct the entry"),
            NoReply::Broken(detail) => self
                .found(
                    Code::MODEL_OUT_OF_REACH,
                    &format!("cannot be reached, or broke off: {detail}"),
                )
                .help("check that the address is right and the endpoint runs; what was answered is kept"),
            NoReply::Late => {
                self.late(&format!("did not answer within {}ms", timeout.as_millis()))
            }
            NoReply::TooLarge(limit) => {
                self.refuse_answer(&format!("it has more than {limit} bytes"))
            }
            NoReply::Unreadable(detail) => self.refuse_answer(&detail),
        }
    }

    fn refusal(&self, status: u16, said: &str) -> Diagnostic {
        let said = said.trim();
        let said = match said.is_empty() {
            true => String::new(),
            false => format!(": {said}"),
        };
        let help = match status {
            401 | 403 => {
                "name the variable that holds the key as `auth: { bearer_env: NAME }`, and check its value"
            }
            404 => {
                "check `base_url`: requests go to `/embeddings` or `/chat/completions` below it; and the name of the `model`"
            }
            300..=399 => {
                "write the address that it names as `base_url`: redirects are not followed"
            }
            _ if is_for_now(status) => "run `toolc enrich` again later; what was answered is kept",
            _ => "what it says is the reason",
        };
        let what = format!("refuses to answer (HTTP {status}){said}");
        self.found(Code::MODEL_REFUSED, &what).help(help)
    }

    fn late(&self, what: &str) -> Diagnostic {
        self.found(Code::LATE_MODEL, what).help(
            "raise `timeout` (of one answer) or `deadline` (of the run); what was answered is kept, and not asked again",
        )
    }

    fn refuse_answer(&self, reason: &str) -> Diagnostic {
        let what = format!("answers something else than it was asked: {reason}");
        self.found(Code::UNFIT_ANSWER, &what).help(
            "check that it speaks the form of OpenAI, and that `model` can do what it is asked; nothing of this answer is kept",
        )
    }

    fn refuse_size(&self, reason: &str) -> Diagnostic {
        let most = self.endpoint.max_request;
        let message = format!("{reason}, and `max_request` is {most}");
        Diagnostic::new(Code::MODEL_LIMIT, self.entry.name.span, message)
            .label("this would send it")
            .help("raise `max_request`, or shorten what is written about the tool")
    }

    fn refuse_number(&self) -> Diagnostic {
        let most = self.endpoint.max_requests;
        let message = format!("{most} requests were sent, and not everything is answered");
        Diagnostic::new(Code::MODEL_LIMIT, self.entry.name.span, message)
            .label("this asks for more")
            .help("run `toolc enrich` again, which goes on from here, or raise `max_requests`")
    }
}

/// Whether a status says that another attempt may have success: the endpoint did not do what was asked.
fn is_for_now(status: u16) -> bool {
    matches!(status, 429 | 500 | 502..=504 | 529)
}
