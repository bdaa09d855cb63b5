//! How a call of a run-time tool is prepared.

use super::closures::Closure;
use super::tool::Check;
use crate::backends::Backends;
use crate::call::Opened;
use crate::entry::ToolEntry;
use crate::error::Fault;
use crate::incoming::Incoming;
use crate::observe::Watch;

/// Checks the arguments of a call and prepares the work of its closure.
pub(crate) fn open_closure<'c, H>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>> {
    let context = watch.context;
    let is_called = |known: &&Closure| known.entry.wire_name == entry.wire_name;
    let Some(closure) = backends.closures.iter().find(is_called) else {
        let what = format!("no closure is called `{}`", call.name);
        return Err(Box::new(Fault::scrubbed(&call.name, what)));
    };
    call.validate(closure.entry)?;
    if let Check::By(check) = &closure.check {
        let broken = check(&call.value());
        if !broken.is_empty() {
            return Err(broken.into());
        }
    }
    // The closure is called by the first poll, after approval.
    let work = async move { (closure.run)(call.text(), context).await };
    Ok(Opened::ready(Box::pin(work)))
}
