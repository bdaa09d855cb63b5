//! Everything that is sent for one call: redirects, retries, and requests with new tokens.

use super::address::{Hosts, same_origin};
use super::answer::{self, Answer};
use super::auth::CredentialSource;
use super::authorization::Authorization;
use super::exposed;
use super::failure::Failure;
use super::operation::Operation;
use super::redirect;
use super::request::Request;
use super::retry;
use tokio::time::Instant;

/// A request with everything that is needed to carry it out.
pub(super) struct Exchange<'e> {
    pub operation: &'static Operation,
    pub request: &'e Request,
    pub hosts: Hosts<'e>,
    pub desk: CredentialSource<'e>,
    /// The deadline; no wait goes beyond it.
    pub until: Instant,
}

impl Exchange<'_> {
    /// Sends the request until it succeeds or there is no point in trying again.
    pub async fn run(&self) -> Result<Answer, Failure> {
        let method = &self.request.method;
        let mut attempt = 0;
        let mut is_renewed = false;
        loop {
            let attempted = self.attempt().await;
            let wait = match &attempted {
                Ok((answer, _)) if (200..=299).contains(&answer.status) => None,
                Ok((answer, authorization)) if answer.status == 401 && !is_renewed => {
                    is_renewed = true;
                    if authorization.renew(self.desk.tokens).await {
                        continue;
                    }
                    None
                }
                Ok((answer, _)) => retry::retry_wait(method, answer, attempt),
                Err(failure) => {
                    let may_pass = failure.is_broken && retry::is_idempotent(method);
                    may_pass.then(|| retry::backoff_wait(attempt))
                }
            };
            let wait = wait.filter(|wait| {
                let then = Instant::now().checked_add(*wait);
                attempt < self.operation.api.retries && then.is_some_and(|then| then < self.until)
            });
            let Some(wait) = wait else {
                return attempted.and_then(|(answer, _)| self.conclude(answer));
            };
            tokio::time::sleep(wait).await;
            attempt += 1;
        }
    }

    /// One attempt, including its redirects. Credentials are sent only to the origin of the API.
    async fn attempt(&self) -> Result<(Answer, Authorization), Failure> {
        let api = self.operation.api;
        let authorization = self.desk.authorize(self.operation).await?;
        let mut request = self.request.clone();
        for _ in 0..=redirect::MOST {
            let mut sent = request.clone();
            if same_origin(&sent.url, &self.request.url) {
                authorization.apply(&mut sent);
            }
            let answer =
                answer::get_answer(self.desk.pool, &sent, api.connection.read_limit()).await?;
            match redirect::next_request(&request, &answer, &self.hosts, api.connection.private)? {
                None => return Ok((answer, authorization)),
                Some(next) => request = next,
            }
        }
        Err(Failure::refused_redirect("for too many times"))
    }

    /// The response, if it is a success.
    fn conclude(&self, answer: Answer) -> Result<Answer, Failure> {
        if (200..=299).contains(&answer.status) {
            return Ok(answer);
        }
        let body = String::from_utf8_lossy(&answer.body);
        let words = exposed::find_words(self.operation, &answer);
        let detail = match &words {
            Err(Some(reason)) => {
                format!("the model is not shown this answer, since {reason}: {body}")
            }
            Ok(_) | Err(None) => body.into_owned(),
        };
        let mut failure = Failure::status(answer.status, &detail);
        let wait = retry::find_wait(&answer);
        failure.retry_after = wait.map(|wait| wait.as_secs().try_into().unwrap_or(u32::MAX));
        failure.words = words.ok().map(String::into_boxed_str);
        Err(failure)
    }
}
