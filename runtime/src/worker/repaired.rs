//! Repairs the arguments of a call that was refused, where its worker wants that and they can mean one thing only. A call
//! that is valid never gets here.

use super::table::Row;
use crate::entry::ToolEntry;
use crate::error::ErrorKind;
use crate::execution::Caller;
use crate::incoming::{Incoming, NewArguments};
use crate::json::Json;
use crate::repairs::Repair;
use crate::stop::Stop;

/// Whether a call of one of these could be repaired, should it be refused.
#[inline]
pub(super) fn may_repair<H>(rows: &'static [Row<H>]) -> bool {
    rows.iter().any(|row| row.find_repairs().is_some())
}

/// The arguments of a call in the form in which they are valid.
pub(super) struct Repaired {
    text: String,
    repairs: Vec<Repair>,
    /// The tool that it means.
    meant: &'static ToolEntry,
}

/// What a call can only mean that ended because its arguments were refused.
#[cold]
pub(super) fn repair_call<H>(
    rows: &'static [Row<H>],
    call: &Incoming,
    caller: Caller,
    end: &Result<Json, Stop>,
) -> Option<Repaired> {
    let Err(Stop::Failed(fault)) = end else {
        return None;
    };
    if fault.error.kind != ErrorKind::InvalidArguments {
        return None;
    }
    let rows = rows.iter().filter(|row| row.is_for(caller));
    let mut meant = rows.filter_map(|row| repair_for(row, call));
    let found = meant.next();
    // what two overloads could mean is not repaired
    found.filter(|_| meant.next().is_none())
}

/// Repairs the arguments of a call whose row is known, if they are refused as they are.
#[cfg(feature = "engines")]
pub(super) fn repair_row<H>(row: &Row<H>, call: &mut Incoming) {
    if row.find_repairs().is_none() || call.validate(row.entry()).is_ok() {
        return;
    }
    if let Some(repaired) = repair_for(row, call) {
        call.set_repaired(repaired);
    }
}

fn repair_for<H>(row: &Row<H>, call: &Incoming) -> Option<Repaired> {
    let mending = row.find_repairs()?;
    let (text, repairs) = mending.repair(call.text())?;
    Some(Repaired {
        text,
        repairs,
        meant: mending.entry,
    })
}

impl Incoming {
    /// Replaces the arguments by what they were found to mean.
    #[cold]
    pub(super) fn set_repaired(&mut self, repaired: Repaired) {
        self.set_arguments(NewArguments::Text(repaired.text));
        self.repaired = Some(repaired.repairs.into_boxed_slice());
        self.meant = Some(repaired.meant);
    }
}
