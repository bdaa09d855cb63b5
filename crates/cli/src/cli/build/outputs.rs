//! `--out` and `--plugin`: what a build makes, and where that goes. Their order on the command line decides.

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use std::path::PathBuf;
use toolc_plugin::{Output, Plugin, TIME};

/// The folder of Rust where none is named.
const RUST: &str = "generated";

/// What a build makes.
pub(super) struct Outputs {
    /// The folder of the Rust code; `None` if there are only plug-ins.
    pub rust: Option<PathBuf>,
    /// The plug-ins, in the order of the command line.
    pub plugins: Vec<Output>,
}

/// One of the two options.
enum Named {
    Out(PathBuf),
    Plugin(Plugin),
}

impl Args for Outputs {
    fn augment_args(command: Command) -> Command {
        let out = Arg::new("out")
            .long("out")
            .value_name("DIR")
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf))
            .help("The folder to write to, `generated` if none is named; after a `--plugin`, the folder of its files");
        let plugin = Arg::new("plugin")
            .long("plugin")
            .value_name("CMD[=OPTIONS]")
            .action(ArgAction::Append)
            .help("Run a program on the descriptor of the specs, and write the files that it answers with to the `--out` after it; Rust is then written only to an `--out` before the first `--plugin`");
        let timeout = Arg::new("plugin-timeout")
            .long("plugin-timeout")
            .value_name("SECONDS")
            .value_parser(value_parser!(u64).range(1..=3600))
            .requires("plugin")
            .help(format!("How long a plug-in may take [default: {}]", TIME));
        command.arg(out).arg(plugin).arg(timeout)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Outputs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut named = Vec::new();
        for (at, folder) in with_place::<PathBuf>(matches, "out") {
            named.push((at, Named::Out(folder)));
        }
        for (at, text) in with_place::<String>(matches, "plugin") {
            let plugin =
                Plugin::read(&text).map_err(|found| refuse(&found.message, &found.help))?;
            named.push((at, Named::Plugin(plugin)));
        }
        named.sort_by_key(|(at, _)| *at);
        let seconds = matches.get_one::<u64>("plugin-timeout");
        pair(
            named.into_iter().map(|(_, named)| named),
            seconds.copied().unwrap_or(TIME),
        )
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The values of an option, each with its place on the command line.
fn with_place<T: Clone + Send + Sync + 'static>(
    matches: &ArgMatches,
    name: &str,
) -> Vec<(usize, T)> {
    let places = matches.indices_of(name).into_iter().flatten();
    let values = matches.get_many::<T>(name).into_iter().flatten().cloned();
    places.zip(values).collect()
}

fn pair(named: impl Iterator<Item = Named>, seconds: u64) -> Result<Outputs, clap::Error> {
    let mut outputs = Outputs {
        rust: None,
        plugins: Vec::new(),
    };
    let mut waiting: Option<Plugin> = None;
    for named in named {
        match (named, waiting.take()) {
            (Named::Plugin(plugin), None) => waiting = Some(plugin),
            (Named::Out(folder), Some(plugin)) => outputs.plugins.push(Output {
                plugin,
                folder,
                seconds,
            }),
            (Named::Out(folder), None) if outputs.rust.is_none() && outputs.plugins.is_empty() => {
                outputs.rust = Some(folder);
            }
            (Named::Out(folder), None) => {
                return Err(refuse(
                    &format!("`--out {}` belongs to no output", folder.display()),
                    "write one `--out` for Rust before the first `--plugin`, and one after each `--plugin`",
                ));
            }
            (Named::Plugin(_), Some(plugin)) => return Err(without_folder(&plugin)),
        }
    }
    if let Some(plugin) = waiting {
        return Err(without_folder(&plugin));
    }
    if outputs.plugins.is_empty() && outputs.rust.is_none() {
        outputs.rust = Some(PathBuf::from(RUST));
    }
    Ok(outputs)
}

fn without_folder(plugin: &Plugin) -> clap::Error {
    let name = plugin.name();
    refuse(
        &format!("the plug-in `{name}` has no folder for its files"),
        &format!("write `--plugin '{name}' --out DIR`"),
    )
}

fn refuse(message: &str, help: &str) -> clap::Error {
    clap::Error::raw(
        ErrorKind::MissingRequiredArgument,
        format!("{message}\n\n  tip: {help}\n"),
    )
}
