//! Takes old names of arguments as the new ones, before anything else looks at the arguments.

use super::table::Row;
use crate::args::Input;
use crate::error::Fault;
use crate::evolution::{OldArgument, Outdated};
use crate::execution::Caller;
use crate::incoming::{Incoming, NewArguments};
use crate::json::write_string;
use crate::reader::{Reader, Stop};
use crate::violation::{Violation, Violations};
use serde_json::Value;

impl Outdated {
    /// Refuses a call that gave an argument by two of its names: nobody could say which one counts.
    #[inline]
    pub(super) fn check_clash(&self) -> Result<(), Box<Fault>> {
        match self.clash {
            None => Ok(()),
            Some(argument) => Err(refuse_clash(argument)),
        }
    }
}

#[cold]
fn refuse_clash(argument: &OldArgument) -> Box<Fault> {
    let now = argument.now.unwrap_or(argument.name);
    let mut violations = Violations::default();
    violations.push(Violation {
        pointer: format!("/{}", now.replace('~', "~0").replace('/', "~1")),
        keyword: "alias",
        message: format!("must be given once, as `{now}`").into(),
    });
    violations.into()
}

/// What a call used that is no longer meant to be used. Its old arguments get their new names.
#[inline]
pub(super) fn find_outdated<H>(
    rows: &'static [Row<H>],
    old_name: Option<&'static str>,
    call: &mut Incoming,
    caller: Caller,
) -> Option<Box<Outdated>> {
    match old_name.is_none() && rows.iter().all(|row| row.find_evolution().is_none()) {
        true => None,
        false => take_old(rows, old_name, call, caller),
    }
}

#[cold]
fn take_old<H>(
    rows: &'static [Row<H>],
    old_name: Option<&'static str>,
    call: &mut Incoming,
    caller: Caller,
) -> Option<Box<Outdated>> {
    let row = match rows {
        [] => return None,
        [row] => row,
        overloads => find_overload(overloads, call, caller),
    };
    let name = old_name.map(|old| (old, row.entry().wire_name));
    let mut outdated = Outdated {
        name,
        evolution: row.find_evolution(),
        ..Outdated::default()
    };
    if let Some(renamed) = rename(row, call) {
        (outdated.used, outdated.clash) = (renamed.used, renamed.clash);
        if let Some(arguments) = renamed.arguments {
            call.set_arguments(arguments);
        }
    }
    (!outdated.is_empty()).then(|| Box::new(outdated))
}

/// The overload that a call means: the first that accepts it as it is, else the first that accepts it with the new
/// names, else the first.
fn find_overload<H>(
    overloads: &'static [Row<H>],
    call: &Incoming,
    caller: Caller,
) -> &'static Row<H> {
    let visible = || overloads.iter().filter(|row| row.is_for(caller));
    let as_it_is = visible().find(|row| call.validate(row.entry()).is_ok());
    let renamed = || {
        visible().find(|row| {
            let renamed = rename(row, call).and_then(|renamed| renamed.arguments);
            renamed.is_some_and(|arguments| arguments.are_valid(row.entry()))
        })
    };
    as_it_is.or_else(renamed).unwrap_or(&overloads[0])
}

/// A call by the new names of its arguments.
struct Renamed {
    used: u64,
    clash: Option<&'static OldArgument>,
    /// `None` if nothing has another name.
    arguments: Option<NewArguments>,
}

/// `None` if the call uses no name that the row knows as old.
fn rename<H>(row: &Row<H>, call: &Incoming) -> Option<Renamed> {
    let arguments = row.find_evolution()?.arguments;
    let keys = call.keys();
    let is_used = |name: &str| keys.iter().any(|key| key == name);
    let (mut used, mut clash) = (0, None);
    let mut moved: Vec<&OldArgument> = Vec::new();
    for (place, argument) in (0u32..64).zip(arguments) {
        if !is_used(argument.name) {
            continue;
        }
        used |= 1 << place;
        if let Some(now) = argument.now {
            let twice = is_used(now) || moved.iter().any(|other| other.now == argument.now);
            clash = clash.or(twice.then_some(argument));
            moved.push(argument);
        }
    }
    let is_moved = clash.is_none() && !moved.is_empty();
    let arguments = is_moved.then(|| match call.input() {
        Input::Text(text) => rename_text(text, &moved).ok().map(NewArguments::Text),
        Input::Value(value) => Some(NewArguments::Value(rename_value(value, &moved))),
    });
    (used != 0).then(|| Renamed {
        used,
        clash,
        arguments: arguments.flatten(),
    })
}

fn new_name<'n>(key: &'n str, moved: &[&'n OldArgument]) -> &'n str {
    let argument = moved.iter().find(|argument| argument.name == key);
    argument.and_then(|argument| argument.now).unwrap_or(key)
}

/// Everything but the names stays as it is, byte for byte. Fails if the text is not JSON, which validation reports.
fn rename_text(text: &str, moved: &[&OldArgument]) -> Result<String, Stop> {
    let mut out = String::with_capacity(text.len() + 16);
    let mut reader = Reader::new(text);
    reader.begin_object()?;
    out.push('{');
    let mut is_first = true;
    while reader.next_key(is_first)? {
        if !is_first {
            out.push(',');
        }
        is_first = false;
        write_string(new_name(&reader.string()?, moved), &mut out);
        reader.colon()?;
        out.push(':');
        out.push_str(reader.capture()?);
    }
    reader.finish()?;
    out.push('}');
    Ok(out)
}

fn rename_value(value: &Value, moved: &[&OldArgument]) -> Value {
    let Value::Object(members) = value else {
        return value.clone();
    };
    let members = members.iter();
    let renamed = members.map(|(key, value)| (new_name(key, moved).to_owned(), value.clone()));
    Value::Object(renamed.collect())
}
