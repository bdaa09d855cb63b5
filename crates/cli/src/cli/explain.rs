//! `toolc explain`: the documentation page of a code.

use super::Exit;
use super::output::{print_data, refuse_with};
use clap::Args;
use toolc_base::diagnostic::Code;
use toolc_base::diagnostic::code::{CODES, Row};
use toolc_base::diagnostic::suggest::did_you_mean;

/// Explain a code; without one, list all
#[derive(Args)]
pub(super) struct Explain {
    /// A code such as `T0301`, or its name such as `duplicate_tool`
    code: Option<String>,
}

impl Explain {
    pub fn run(self) -> Exit {
        let Some(wanted) = self.code else {
            return print_data(&CODES.iter().map(line).collect::<String>());
        };
        let named = || CODES.iter().find(|row| row.slug == wanted);
        match Code::find(&wanted).or_else(named) {
            Some(row) => print_data(row.code.page()),
            None => refuse_with(&format!("no code `{wanted}`"), &suggest(&wanted)),
        }
    }
}

fn line(row: &Row) -> String {
    format!("{}  {:7}  {}\n", row.code, row.severity.name(), row.slug)
}

fn suggest(wanted: &str) -> String {
    let help = did_you_mean(wanted, CODES.iter().map(|row| row.slug));
    help.map_or_else(
        || "`toolc explain` lists all codes".to_owned(),
        |help| help.text,
    )
}
