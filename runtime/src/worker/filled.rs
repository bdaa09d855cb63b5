//! Fills in the defaults that a call leaves out, before anything looks at the arguments. Only arguments that are valid
//! as they came are filled, so what is invalid stays what it is and is reported as such.

use super::find::choose;
use super::table::Row;
use crate::args::Input;
use crate::execution::Caller;
use crate::fill::{fill_text, fill_value};
use crate::incoming::{Incoming, NewArguments};

/// Fills the arguments of a call for the row that it means.
#[inline]
pub(super) fn fill_defaults<H>(rows: &'static [Row<H>], call: &mut Incoming, caller: Caller) {
    if rows.iter().any(|row| row.find_filling().is_some()) {
        fill_one_of(rows, call, caller);
    }
}

#[cold]
fn fill_one_of<H>(rows: &'static [Row<H>], call: &mut Incoming, caller: Caller) {
    let row = match rows {
        [row] => row,
        overloads => match choose(overloads, call, caller) {
            Ok(row) => row,
            Err(_) => return,
        },
    };
    // with the defaults, it could look like a call of another overload
    call.meant = Some(row.entry());
    fill_row(row, call);
}

/// Fills the arguments of a call whose row is known.
pub(super) fn fill_row<H>(row: &Row<H>, call: &mut Incoming) {
    let Some(filling) = row.find_filling() else {
        return;
    };
    if call.validate(row.entry()).is_err() {
        return;
    }
    let filled = match call.input() {
        Input::Text(text) => {
            fill_text(filling, text).map(|(text, places)| (NewArguments::Text(text), places))
        }
        Input::Value(value) => {
            let (value, places) = fill_value(filling, value.clone());
            Some((NewArguments::Value(value), places))
        }
    };
    if let Some((arguments, places)) = filled
        && !places.is_empty()
    {
        call.set_arguments(arguments);
        call.filled.extend(places);
    }
}
