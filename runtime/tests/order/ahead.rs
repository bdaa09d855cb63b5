//! Before a call runs: the approval that its handler requires, and dry runs.

use crate::tools::{self, AddNumbered, AddText, Delete, GetWeather, Ping};
use crate::{PATH, PLACE, call, error, mocks};
use std::task::Poll;
use std::time::Duration;
use toolc_runtime::testing::{EventRecorder, Mocks, ScriptedApprover, block_on};
use toolc_runtime::{
    Approval, Call, Context, Decision, ErrorKind, Handle, Json, Tool, ToolCall, ToolFailure,
    Verdict, Worker,
};

/// Handlers of which one looks something up to decide which approval a call requires.
struct Careful(Mocks, fn() -> Option<Approval>);

impl Handle<GetWeather> for Careful {
    async fn handle(&self, call: Call<'_, GetWeather>) -> Result<Json, ToolFailure> {
        self.0.handle(call).await
    }

    async fn needs_approval(
        &self,
        args: &tools::GetWeatherArgs,
        context: &Context,
    ) -> Option<Approval> {
        let mut looked_up = args.location != "slow";
        std::future::poll_fn(|task| {
            task.waker().wake_by_ref();
            match std::mem::replace(&mut looked_up, true) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        })
        .await;
        if args.location == "never" {
            std::future::pending::<()>().await;
        }
        (context.session() == Some("s")).then(self.1).flatten()
    }
}

macro_rules! forward {
    ($($tool:ty)*) => {$(
        impl Handle<$tool> for Careful {
            async fn handle(
                &self,
                call: Call<'_, $tool>,
            ) -> Result<<$tool as Tool>::Output, ToolFailure> {
                self.0.handle(call).await
            }
        }
    )*};
}

forward!(AddText AddNumbered Delete Ping);

#[test]
fn a_handler_may_take_its_time_to_say_what_a_call_needs() {
    let approver = ScriptedApprover::new([Decision::approve(), Decision::deny("no")]);
    let mocks = mocks();
    let worker =
        tools::worker(Careful(mocks.clone(), || Some(Approval::Ask))).approver(approver.clone());
    let run = |context: &Context, place: &str| {
        let arguments = format!(r#"{{"location": "{place}"}}"#);
        block_on(worker.call(context, ToolCall::new("c1", "weather::get", arguments)))
    };
    let context = Context::new("s");
    assert!(run(&context, "Oslo").success);
    assert_eq!(error(&run(&context, "slow")).0, ErrorKind::Denied);
    assert_eq!(approver.requests().len(), 2);
    for place in ["Oslo", "slow"] {
        assert!(run(&Context::new("other"), place).success);
    }
    let short = Context::new("s").with_timeout(Duration::from_millis(5));
    assert_eq!(error(&run(&short, "never")).0, ErrorKind::Timeout);
    assert_eq!(mocks.count::<GetWeather>(), 3);
}

mod borrowed {
    //! A tool whose arguments borrow from their text.

    use super::{Approval, Call, Context, Handle, Ping, Tool, ToolFailure};
    use std::borrow::Cow;
    use toolc_runtime::v1 as rt;

    pub struct Send;

    pub struct SendArgs<'a>(Cow<'a, str>);

    impl<'a> rt::Part<'a> for SendArgs<'a> {
        fn empty() -> Self {
            SendArgs(Cow::Borrowed("home"))
        }

        fn slot(&mut self, _: usize) -> &mut dyn rt::Slot<'a> {
            &mut self.0
        }
    }

    impl<'a> rt::Args<'a> for SendArgs<'a> {
        const SCHEMA: &'static rt::Schema = <Ping as Tool>::ENTRY.input;
    }

    impl rt::Tool for Send {
        const ENTRY: &'static rt::ToolEntry = <Ping as Tool>::ENTRY;
        type Args<'a> = SendArgs<'a>;
        type Output = ();
        type Failure = rt::ToolFailure;
        type Key = ();
    }

    pub struct Post;

    impl Handle<Send> for Post {
        async fn handle(&self, _: Call<'_, Send>) -> Result<(), ToolFailure> {
            Ok(())
        }

        async fn needs_approval(&self, args: &SendArgs<'_>, _: &Context) -> Option<Approval> {
            (args.0 != "home").then_some(Approval::Blocked)
        }
    }

    pub fn worker() -> rt::Worker<Post> {
        let table = const {
            &rt::WorkerTable {
                name: "post",
                rows: &[rt::Row::of::<Send>(rt::Approval::PreApproved, ())],
                index: &[("net__ping", 0, 1)],
                blocked: &[],
                output: rt::OutputPolicy::Off,
            }
        };
        rt::Worker::new(Post, table)
    }
}

#[test]
fn borrowed_arguments_are_looked_at_as_well() {
    let worker = borrowed::worker();
    let success = |note: &str| {
        let arguments = format!(r#"{{"note": "{note}"}}"#);
        let call = ToolCall::new("c1", "net__ping", arguments);
        block_on(worker.call(&Context::default(), call)).success
    };
    assert_eq!([success("home"), success("away")], [true, false]);
}

#[test]
fn a_handler_that_fails_to_say_what_a_call_needs_refuses_it() {
    for place in ["Oslo", "slow"] {
        let (mocks, recorder) = (mocks(), EventRecorder::new());
        let worker =
            tools::worker(Careful(mocks.clone(), || panic!("no table"))).observer(recorder.clone());
        let arguments = format!(r#"{{"location": "{place}"}}"#);
        let call = ToolCall::new("c1", "weather::get", arguments);
        let result = block_on(worker.call(&Context::new("s"), call));
        assert_eq!(error(&result).0, ErrorKind::Execution);
        let detail = recorder.events()[1].detail.clone();
        assert_eq!(detail.as_deref(), Some("the handler panicked: no table"));
        assert!(mocks.calls().is_empty());
    }
}

#[test]
fn a_dry_run_says_what_would_happen_and_does_nothing() {
    let (mocks, recorder) = (
        mocks().needs::<AddText>(Approval::Blocked),
        EventRecorder::new(),
    );
    let approver = ScriptedApprover::new([Decision::approve_for_session()]);
    let worker = tools::worker(mocks.clone()).observer(recorder.clone());
    let context = Context::new("s");
    let dry = |worker: &Worker<Mocks>, name: &str, arguments: &str| {
        block_on(worker.dry_run(&context, &ToolCall::new("c1", name, arguments)))
    };
    let refused = |name: &str, arguments: &str| match dry(&worker, name, arguments).verdict {
        Verdict::Refused(error) => error.kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(dry(&worker, "weather::get", PLACE).verdict, Verdict::Runs);
    assert_eq!(refused("weather::get", "{}"), ErrorKind::InvalidArguments);
    assert_eq!(refused("nothing", "{}"), ErrorKind::NotFound);
    assert_eq!(refused("files::wipe", "{}"), ErrorKind::Blocked);
    assert_eq!(
        refused("notes__add_1", r#"{"text": "a"}"#),
        ErrorKind::Blocked
    );
    assert_eq!(
        refused("files::delete", PATH),
        ErrorKind::Denied,
        "no approver"
    );
    assert!(mocks.calls().is_empty() && recorder.events().is_empty());

    let worker = worker.approver(approver.clone());
    let Verdict::Asks(request) = dry(&worker, "files::delete", PATH).verdict else {
        panic!("it asks");
    };
    assert_eq!(
        (request.tool, &*request.arguments),
        ("files::delete", r#"{"path":"/a"}"#)
    );
    assert!(approver.requests().is_empty() && recorder.events().is_empty());
    assert!(call(&worker, "files::delete", PATH).success);
    let again = dry(&worker, "files::delete", PATH);
    assert_eq!(again.verdict, Verdict::Runs);
    assert_eq!(again.metadata.approval, Some("remembered"));
    assert_eq!(mocks.calls().len(), 1);
}

#[test]
fn a_dry_run_has_the_detail_that_a_model_does_not_read() {
    let worker = tools::worker(Careful(mocks(), || panic!("no table")));
    let call = ToolCall::new("c1", "weather::get", PLACE);
    let dry = block_on(worker.dry_run(&Context::new("s"), &call));
    assert!(matches!(&dry.verdict, Verdict::Refused(error) if error.call_id == "c1"));
    assert_eq!(
        dry.detail.as_deref(),
        Some("the handler panicked: no table")
    );
}
