//! Exceptions under `lints` that no longer have an effect.

use super::fix::Help;
use super::level::Exception;
use super::suggest::did_you_mean;
use super::{Code, Diagnostic, Diagnostics};

impl Diagnostics {
    /// Reports the exceptions that have expired, and those that cover no finding although their
    /// code was looked for. The latter are not reported if there are errors, which may have kept
    /// the excepted finding from being made.
    pub fn report_stale(&mut self, is_looked_for: impl Fn(Code) -> bool) {
        let exceptions = self.levels.exceptions();
        let looked_for = exceptions.filter(|(code, _)| is_looked_for(*code));
        let stale: Vec<Diagnostic> = looked_for
            .filter_map(|(code, exception)| self.stale(code, exception))
            .collect();
        for finding in stale {
            self.push(finding);
        }
    }

    fn stale(&self, code: Code, exception: &Exception) -> Option<Diagnostic> {
        let subject = subject(exception);
        let slug = code.slug();
        if let Some(until) = exception
            .until
            .as_ref()
            .filter(|_| exception.is_expired(self.levels.today()))
        {
            let message = format!("the exception of `{slug}` for {subject} has expired");
            let finding = Diagnostic::new(Code::EXPIRED_EXCEPTION, until.span, message);
            return Some(
                finding
                    .label(format!("{} was its last day", until.value))
                    .help("correct what it is for, or decide again until when it holds"),
            );
        }
        if self.used.contains(&exception.span) || self.has_errors() {
            return None;
        }
        let message = format!("the exception of `{slug}` for {subject} covers nothing");
        let finding = Diagnostic::new(Code::STALE_EXCEPTION, exception.span, message);
        let help = self.help(exception);
        Some(finding.help(help.unwrap_or_else(|| "remove it".into())))
    }

    /// Suggests the name that was probably meant.
    fn help(&self, exception: &Exception) -> Option<Help> {
        if let Some(tool) = &exception.tool {
            let namespaces = || {
                let names = self
                    .owners
                    .tools()
                    .filter_map(|name| name.rsplit_once("::"));
                names.map(|(namespace, _)| namespace)
            };
            let help = match exception.namespace() {
                Some(namespace) if namespaces().any(|known| known == namespace) => None,
                Some(namespace) => did_you_mean(namespace, namespaces()).or_else(|| {
                    Some("no tool has this namespace: correct it, or remove it".into())
                }),
                None if self.owners.tools().any(|known| known == tool.value) => None,
                None => did_you_mean(&tool.value, self.owners.tools())
                    .or_else(|| Some("there is no such tool: correct it, or remove it".into())),
            };
            if help.is_some() {
                return help;
            }
        }
        let worker = &exception.worker.as_ref()?.value;
        if self.owners.workers().any(|known| known == worker) {
            return None;
        }
        did_you_mean(worker, self.owners.workers())
            .or_else(|| Some("there is no such worker: correct it, or remove it".into()))
    }
}

fn subject(exception: &Exception) -> String {
    let tool = exception
        .tool
        .as_ref()
        .map(|tool| format!("`{}`", tool.value));
    let worker = exception.worker.as_ref();
    let worker = worker.map(|worker| format!("worker `{}`", worker.value));
    let parts: Vec<String> = tool.into_iter().chain(worker).collect();
    parts.join(" of ")
}
