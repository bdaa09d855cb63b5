//! What services report in place of an answer, in the forms of all providers.

use serde_json::Value;
use std::fmt;
use std::time::Duration;

/// An error that a service reports.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServiceError {
    /// The error in the provider's terms, such as `overloaded_error`, `rate_limit_exceeded`, `RESOURCE_EXHAUSTED` or
    /// `throttlingException`; the status if there is no name.
    pub code: String,
    /// What the service says.
    pub message: String,
    /// The HTTP status, if the error or [`with_response`](super::AnswerError::with_response) has it.
    pub status: Option<u16>,
    /// How long to wait. From the body: `RetryInfo` of Gemini, and "try again in 1.5s" in messages of OpenAI.
    pub retry_after: Option<Duration>,
    /// Whether the same request may succeed later.
    pub retryable: bool,
}

/// Names of errors that pass, as providers write them.
const PASSING: &[&str] = &[
    "ABORTED",
    "DEADLINE_EXCEEDED",
    "INTERNAL",
    "RESOURCE_EXHAUSTED",
    "UNAVAILABLE",
    "InternalServerException",
    "ModelStreamErrorException",
    "ModelTimeoutException",
    "ModelNotReadyException",
    "ServiceUnavailableException",
    "ThrottlingException",
    "internalServerException",
    "modelStreamErrorException",
    "serviceUnavailableException",
    "throttlingException",
    "api_error",
    "overloaded_error",
    "rate_limit_error",
    "timeout_error",
    "rate_limit_exceeded",
    "requests",
    "tokens",
    "server_error",
];

/// Names that sound like limits of a rate and do not pass: the account has no credit.
const LASTING: &[&str] = &["insufficient_quota", "billing_error"];

impl ServiceError {
    pub(super) fn of_status(status: u16) -> Self {
        ServiceError {
            code: status.to_string(),
            message: String::new(),
            status: Some(status),
            retry_after: None,
            retryable: is_passing_status(status),
        }
    }

    /// The error in a body or an event, if it is one. Bedrock's exceptions are the only key of an event.
    pub(super) fn read(value: &Value) -> Option<Self> {
        let value = match value {
            // Gemini streams a list without `alt=sse`.
            Value::Array(items) if items.len() == 1 => &items[0],
            value => value,
        };
        let members = value.as_object()?;
        if let [Some((name, told)), None] = [members.iter().next(), members.iter().nth(1)]
            && name.ends_with("Exception")
        {
            return Some(Self::named(name, told));
        }
        match value.get("error") {
            Some(Value::String(message)) if !message.is_empty() => {
                let code = text(value, "code").or(text(value, "type"));
                return Some(Self::made(code.unwrap_or("error"), message, value));
            }
            Some(error @ Value::Object(said)) if !said.is_empty() => {
                return Some(Self::read_object(error));
            }
            _ => {}
        }
        // AWS, Mistral and vLLM, and the event `error` of Responses have no object of their own for it.
        let is_flat =
            text(value, "object") == Some("error") || text(value, "type") == Some("error");
        match text(value, "__type") {
            // `com.amazon.coral.service#ThrottlingException`
            Some(name) => Some(Self::named(name.rsplit('#').next()?, value)),
            None if is_flat => Some(Self::read_object(value)),
            None => None,
        }
    }

    /// `{"code": …, "message": …}`, where `code`, `status` or `type` may have the name.
    pub(super) fn read_object(error: &Value) -> Self {
        let names = ["code", "status", "type"].map(|key| text(error, key));
        let name = names.into_iter().flatten().find(|name| *name != "error");
        let number = error.get("code").and_then(Value::as_u64);
        let number = number.map(|number| number.to_string());
        let code = name.or(number.as_deref()).unwrap_or("error");
        Self::made(code, text(error, "message").unwrap_or_default(), error)
    }

    pub(super) fn named(name: &str, told: &Value) -> Self {
        let message = text(told, "message").or(text(told, "Message"));
        Self::made(name, message.unwrap_or_default(), told)
    }

    fn made(code: &str, message: &str, told: &Value) -> Self {
        let numbers = ["code", "status", "originalStatusCode"].map(|key| told.get(key)?.as_u64());
        let status = numbers
            .into_iter()
            .flatten()
            .find_map(|number| u16::try_from(number).ok())
            .filter(|status| (400..600).contains(status));
        let kind = text(told, "type").unwrap_or_default();
        let is_passing = PASSING.contains(&code)
            || PASSING.contains(&kind)
            || status.is_some_and(is_passing_status);
        ServiceError {
            code: code.to_owned(),
            message: message.to_owned(),
            status,
            retry_after: read_retry_info(told).or_else(|| read_advice(message)),
            retryable: is_passing && !LASTING.contains(&code) && !LASTING.contains(&kind),
        }
    }

    pub(super) fn with_response<'h>(
        mut self,
        status: u16,
        header: impl Fn(&str) -> Option<&'h str>,
    ) -> Self {
        self.status = Some(status);
        if is_passing_status(status) && !LASTING.contains(&self.code.as_str()) {
            self.retryable = true;
        }
        let number = |name| header(name)?.trim().parse::<f64>().ok();
        let wait = number("retry-after-ms")
            .map(|wait| wait / 1000.0)
            .or_else(|| number("retry-after"));
        self.retry_after = wait.and_then(read_seconds).or(self.retry_after);
        match header("x-should-retry") {
            Some("true") => self.retryable = true,
            Some("false") => self.retryable = false,
            _ => {}
        }
        self
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the service reports `{}`", self.code)?;
        match self.message.as_str() {
            "" => Ok(()),
            message => write!(f, ": {message}"),
        }
    }
}

/// Timeouts, conflicts, limits of rates, and faults of the service.
fn is_passing_status(status: u16) -> bool {
    matches!(status, 408 | 409 | 429 | 500..)
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    let found = value.get(key)?.as_str()?;
    (!found.is_empty()).then_some(found)
}

/// `google.rpc.RetryInfo`: `"retryDelay": "34.5s"`.
fn read_retry_info(error: &Value) -> Option<Duration> {
    let mut details = error.get("details")?.as_array()?.iter();
    let delay = details.find_map(|detail| text(detail, "retryDelay"))?;
    read_seconds(delay.strip_suffix('s')?.parse().ok()?)
}

/// "Please try again in 1m2.5s.", as OpenAI writes it: hours, minutes, seconds or milliseconds.
fn read_advice(message: &str) -> Option<Duration> {
    let (_, mut rest) = message.split_once("try again in ")?;
    let mut total = 0.0;
    let mut found = false;
    loop {
        let digits = rest.trim_start_matches(|char: char| char.is_ascii_digit() || char == '.');
        let Ok(number) = rest[..rest.len() - digits.len()].parse::<f64>() else {
            break;
        };
        let digits = digits.trim_start_matches(' ');
        let unit = digits.trim_start_matches(|char: char| char.is_ascii_alphabetic());
        total += match &digits[..digits.len() - unit.len()] {
            "ms" => number / 1000.0,
            "s" | "sec" | "second" | "seconds" => number,
            "m" => number * 60.0,
            "h" => number * 3600.0,
            // `1m2.5s` has no space within
            _ => break,
        };
        found = true;
        rest = unit;
    }
    found.then_some(total).and_then(read_seconds)
}

fn read_seconds(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}
