//! Variables of the environment that look like options of `toolc serve` and are none: a misspelt one would be passed over in
//! silence.

use super::super::output::print_line;
use super::super::seal_keys;
use super::Serve;
use clap::{Args, Command};
use toolc_base::diagnostic::suggest::nearest;

/// What the variables of options begin with.
const PREFIX: &str = "TOOLC_";

/// Prints a line for each variable that is close to that of an option, but for those that hold keys.
pub(super) fn print_unknown_variables(keys: &[String]) {
    let options = list_options();
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        let Some(option) = name.strip_prefix(PREFIX) else {
            continue;
        };
        let holds_key = keys.iter().any(|key| **key == *name);
        if holds_key || options.iter().any(|known| known == option) {
            continue;
        }
        if let Some(meant) = nearest(option, options.iter().map(String::as_str)) {
            print_line(&format!(
                "warning: the environment variable `{name}` is not an option of `toolc serve`: did you mean `{PREFIX}{meant}`?"
            ));
        }
    }
}

/// The variables of options, each without what all begin with.
fn list_options() -> Vec<String> {
    let command = Serve::augment_args(Command::new("serve"));
    let mut names = vec![seal_keys::VARIABLE.to_owned()];
    for option in command.get_arguments() {
        names.extend(
            option
                .get_env()
                .map(|name| name.to_string_lossy().into_owned()),
        );
    }
    let options = names.iter().filter_map(|name| name.strip_prefix(PREFIX));
    options.map(str::to_owned).collect()
}
