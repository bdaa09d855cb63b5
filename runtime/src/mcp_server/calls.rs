//! One request to call a tool, from its parameters to its result.

use super::Shared;
use super::access::find_caller;
use super::approval::{Answer, AskedParty, QUESTION, Refusal, Settled, read_answer, write_form};
use super::held::Visit;
use super::limits::{Notice, StoreStep};
use super::message::BUSY;
use super::meter::Who;
use super::pages::Era;
use super::tools::Prepared;
use super::written::write_result;
use crate::approve::PendingCall;
use crate::cancel::Cancellation;
use crate::context::Context;
use crate::hidden::{show_hidden, show_line};
use crate::incoming::ToolCall;
use crate::observe::{Event, Moment};
use crate::result::ToolResult;
use crate::trace::{CallerSpan, TraceParent};
use crate::worker::Begun;
use ::http::request::Parts;
use futures_util::future::{Either, join, select};
use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientResult, ContentBlock,
    ElicitRequest, ErrorCode, InputRequest, InputRequiredResult, PingRequest,
    ProgressNotificationParam, ServerRequest,
};
use rmcp::service::{RequestContext, RoleServer, ServiceError};
use serde_json::json;
use std::future::pending;
use std::pin::pin;
use std::time::Duration;
use tokio::sync::broadcast::{self, error::RecvError};

/// How long a session is silent while a call runs.
const PING: Duration = Duration::from_secs(60);

/// How many characters of a client's error are shown.
const SAID: usize = 300;

/// How many steps of progress wait for a client that reads slowly; older ones are not sent.
const WAITING_STEPS: usize = 64;

/// A request, with everything that is needed to handle it.
pub(super) struct Request<'r> {
    pub shared: &'r Shared,
    pub who: Who,
    pub tools: &'r Prepared,
    pub era: Era,
    pub params: CallToolRequestParams,
    pub from: RequestContext<RoleServer>,
}

/// How a request ended, unless with an error.
enum End {
    Result(ToolResult),
    /// A question, and its sealed text.
    Question(Box<PendingCall>, String),
}

/// Progress of a handler; `None` at the end of the call.
type Step = Option<ProgressNotificationParam>;

impl Request<'_> {
    /// Handles the request; if the client cancels it, the call ends.
    pub async fn answer(self, context: Context) -> Result<CallToolResponse, ErrorData> {
        let cancellation = Cancellation::new();
        let (sender, steps) = broadcast::channel(WAITING_STEPS);
        let context = self.with_facts(context, sender.clone(), &cancellation);
        let work = async {
            let end = self.run(&context).await;
            // The context may outlive the call, and its progress is not forwarded any more.
            let _ = sender.send(None);
            end
        };
        let both = pin!(join(work, self.forward(steps)));
        let gone = pin!(self.from.ct.cancelled());
        let kept = pin!(self.keep_session());
        let gone = pin!(select(gone, kept));
        let end = match select(both, gone).await {
            Either::Left(((end, ()), _)) => end?,
            Either::Right(_) => {
                cancellation.cancel();
                return Err(ErrorData::internal_error("the call was cancelled", None));
            }
        };
        match end {
            End::Result(result) => {
                let called = self.tools.called.get(self.params.name.as_ref());
                let text = write_result(&result, called, self.era);
                let marked = ContentBlock::text(self.shared.mark.result(&text));
                Ok(CallToolResult::success(vec![marked]).into())
            }
            End::Question(pending, state) => question(&pending, state).map(Into::into),
        }
    }

    /// The context of the call, with what the request says besides its arguments.
    fn with_facts(
        &self,
        mut context: Context,
        sender: broadcast::Sender<Step>,
        cancellation: &Cancellation,
    ) -> Context {
        context = context.with_cancellation(cancellation.clone());
        if let Some(timeout) = self.shared.timeout {
            context = context.with_timeout(timeout);
        }
        let meta = &self.from.meta;
        context = self.with_trace(context);
        if let Some(token) = meta.get_progress_token() {
            context = context.with_progress(move |event: &Event<'_>| {
                if let Moment::Progress { progress } = event.moment {
                    let mut step = ProgressNotificationParam::new(token.clone(), progress.done);
                    step.total = progress.total;
                    step.message = Some(show_hidden(progress.message));
                    // Nobody listens any more after the end of the call.
                    let _ = sender.send(Some(step));
                }
            });
        }
        context
    }

    /// The trace that the client says the call belongs to, in `_meta` or in a header. With spans of its own, the call is
    /// one that the client's span calls.
    fn with_trace(&self, context: Context) -> Context {
        let parts = self.from.extensions.get::<Parts>();
        let in_header = || parts?.headers.get("traceparent")?.to_str().ok();
        let named = self.from.meta.0.get_traceparent().or_else(in_header);
        if !self.shared.traces {
            return match named {
                Some(parent) => context.with_trace(parent),
                None => context,
            };
        }
        match named.and_then(TraceParent::parse) {
            Some(parent) => context
                .with_trace(parent.call().to_string())
                .with_extension(CallerSpan(parent)),
            None => context.with_trace(TraceParent::begin().to_string()),
        }
    }

    /// Forwards progress to the client, as long as it increases.
    async fn forward(&self, mut steps: broadcast::Receiver<Step>) {
        let mut done = f64::NEG_INFINITY;
        loop {
            match steps.recv().await {
                Ok(Some(step)) if step.progress > done => {
                    done = step.progress;
                    // A client that is gone is noticed elsewhere.
                    let _ = self.from.peer.notify_progress(step).await;
                }
                Ok(Some(_)) | Err(RecvError::Lagged(_)) => {}
                Ok(None) | Err(RecvError::Closed) => return,
            }
        }
    }

    /// Pings the client as long as the call runs: the SDK closes a session on which nothing is sent for five
    /// minutes, and its calls with it.
    async fn keep_session(&self) {
        if self.era == Era::Discovery || self.from.extensions.get::<Parts>().is_none() {
            return pending().await;
        }
        loop {
            tokio::time::sleep(PING).await;
            let ping = ServerRequest::PingRequest(PingRequest::default());
            // Whether the client responds does not matter: it may do so over a connection that is gone.
            let _ = tokio::time::timeout(PING, self.from.peer.send_request(ping)).await;
        }
    }

    fn arguments(&self) -> &str {
        self.shared
            .mark
            .arguments(&self.from.meta)
            .unwrap_or_default()
    }

    fn call(&self) -> ToolCall {
        ToolCall::new(
            self.from.id.to_string(),
            self.params.name.as_ref(),
            self.arguments(),
        )
    }

    async fn run(&self, context: &Context) -> Result<End, ErrorData> {
        if self.shared.approvals.asked == AskedParty::Approver {
            let result = self.tools.worker.call(context, self.call()).await;
            return Ok(End::Result(result));
        }
        if let Some(state) = &self.params.request_state {
            return self.resume_call(context, state).await;
        }
        match self.tools.worker.begin(context, self.call()).await {
            Begun::Ended(result) => Ok(End::Result(result)),
            Begun::Pending(pending) => self.suspend(context, pending).await,
        }
    }

    /// Asks about a call, in the way that the client supports.
    async fn suspend(&self, context: &Context, pending: PendingCall) -> Result<End, ErrorData> {
        let approvals = &self.shared.approvals;
        let (answer, open) = match (self.can_ask(), self.era) {
            (false, _) => {
                let why = "the call needs somebody's approval, and this client did not say that it \
                           can ask (the capability `elicitation`)";
                (Answer::Deny(why.to_owned()), None)
            }
            (true, Era::Handshake) => {
                let size = pending.arguments().len();
                let open = approvals.open(&self.who, size).await;
                let open = open.map_err(|refusal| self.refuse(refusal))?;
                (self.elicit(&pending).await?, Some(open))
            }
            (true, Era::Discovery) => {
                let sealed = approvals.seal(&pending, &self.who).await;
                let state = sealed.map_err(|refusal| self.refuse(refusal))?;
                return Ok(End::Question(Box::new(pending), state));
            }
        };
        let kept = approvals.keep_answered(&pending).await;
        kept.map_err(|refusal| self.refuse(refusal))?;
        // It counts as open until it is stored: there is room for its answer.
        drop(open);
        self.settle(context, &pending, answer).await
    }

    /// Continues with a call that was asked about.
    async fn resume_call(&self, context: &Context, state: &str) -> Result<End, ErrorData> {
        let arguments = match self.arguments().trim() {
            "" => "{}",
            arguments => arguments,
        };
        let approvals = &self.shared.approvals;
        let opened = approvals.unseal(state, &self.params.name, arguments).await;
        let pending = opened.map_err(|refusal| self.refuse(refusal))?;
        let answers = self.params.input_responses.as_ref();
        let answer = answers.and_then(|answers| read_answer(answers.get(QUESTION)?));
        if let Some(answer) = answer {
            return self.settle(context, &pending, answer).await;
        }
        // Somebody may have decided elsewhere.
        let ruling = approvals.find_ruling(&pending).await;
        match ruling.map_err(|refusal| self.refuse(refusal))? {
            Some(ruling) => {
                let tools = self.shared.tools(find_caller(&self.from));
                let worker = &*tools.prepared().worker;
                let settled = approvals.carry_out(worker, context, &pending, &ruling);
                self.end_settled(&pending, settled.await)
            }
            None => Ok(End::Question(Box::new(pending), state.to_owned())),
        }
    }

    async fn settle(
        &self,
        context: &Context,
        pending: &PendingCall,
        answer: Answer,
    ) -> Result<End, ErrorData> {
        // Nobody knows how long an answer takes, and the tools may be others by now.
        let tools = self.shared.tools(find_caller(&self.from));
        let worker = &*tools.prepared().worker;
        let settled = self
            .shared
            .approvals
            .settle(worker, context, pending, answer, &self.who);
        self.end_settled(pending, settled.await)
    }

    fn end_settled(
        &self,
        pending: &PendingCall,
        settled: Result<Settled, Refusal>,
    ) -> Result<End, ErrorData> {
        let settled = settled.map_err(|refusal| self.refuse(refusal))?;
        if let Some(error) = &settled.unrecorded {
            (self.shared.listener)(Notice::StoreFailed {
                step: StoreStep::Result,
                tool: pending.wire_name(),
                error,
            });
        }
        Ok(End::Result(settled.result))
    }

    fn refuse(&self, refusal: Refusal) -> ErrorData {
        match refusal {
            Refusal::State(reason) => {
                let message = format!("the requestState is not accepted: {reason}");
                ErrorData::invalid_params(message, None)
            }
            Refusal::Store(step, error) => {
                (self.shared.listener)(Notice::StoreFailed {
                    step,
                    tool: &self.params.name,
                    error: &error,
                });
                ErrorData::internal_error(step.words(), None)
            }
            Refusal::Full(full) => {
                if let Some(visit) = Visit::of(&self.from) {
                    let _ = visit.full.set(full);
                }
                let after = json!({ "retryAfter": full.kind.retry_after() });
                ErrorData::new(ErrorCode(BUSY), full.to_string(), Some(after))
            }
        }
    }

    /// Whether the client declared that it can show forms.
    fn can_ask(&self) -> bool {
        let capabilities = self.from.client_capabilities();
        let asks = capabilities.and_then(|capabilities| capabilities.elicitation);
        asks.is_some_and(|asks| asks.form.is_some() || asks.url.is_none())
    }

    /// Asks the client while the request waits.
    async fn elicit(&self, pending: &PendingCall) -> Result<Answer, ErrorData> {
        let form = write_form(pending).map_err(internal)?;
        let request = ServerRequest::ElicitRequest(ElicitRequest::new(form));
        let asked = self.from.peer.send_request(request);
        let answered = tokio::time::timeout(self.shared.approvals.within, asked).await;
        let why = match answered {
            Err(_) => return Ok(Answer::Deny("nobody answered in time".to_owned())),
            Ok(Ok(ClientResult::ElicitResult(result))) => {
                let answer = serde_json::to_value(result).ok();
                match answer.and_then(|answer| read_answer(&answer)) {
                    Some(answer) => return Ok(answer),
                    None => "its answer is not one to this form".to_owned(),
                }
            }
            Ok(Ok(_)) => "its answer is not one to a question".to_owned(),
            Ok(Err(ServiceError::McpError(error))) => {
                let said: String = error.message.chars().take(SAID).collect();
                format!(
                    "it reports the error {}: {}",
                    error.code.0,
                    show_line(&said)
                )
            }
            Ok(Err(error)) => error.to_string(),
        };
        (self.shared.listener)(Notice::NotAsked {
            tool: pending.wire_name(),
            why: &why,
        });
        Ok(Answer::Deny(format!("the client gave no answer: {why}")))
    }
}

/// A result that requires input: the form, and the state that comes back with the answer.
fn question(pending: &PendingCall, state: String) -> Result<InputRequiredResult, ErrorData> {
    let form = ElicitRequest::new(write_form(pending).map_err(internal)?);
    let asked = [(QUESTION.to_owned(), InputRequest::Elicitation(form))];
    Ok(InputRequiredResult::new(Some(asked.into()), Some(state)))
}

fn internal(error: serde_json::Error) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
