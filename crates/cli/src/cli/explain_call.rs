//! `toolc explain-call`: what would happen to a call, and why. Behind a feature.

#[cfg(feature = "serve")]
mod explain;
#[cfg(feature = "serve")]
mod json;
#[cfg(feature = "serve")]
mod run;
#[cfg(feature = "serve")]
mod text;

use super::Exit;
use super::output::DataFormat;
use clap::Args;
use std::path::PathBuf;
use toolc_model::model::callers::Caller;

/// Say what would happen to a call, and why
///
/// The arguments are validated, and rules, approval and limits of the worker are applied as they would be for a real
/// call, but nothing is done: nobody is asked, nothing runs, and nothing is sent. For tools that engines run, the
/// request is shown, with names in place of credentials. Ends with 0 if the call would run or be asked about, 1 if it
/// would be refused, 2 if called wrongly.
#[derive(Args)]
pub(super) struct ExplainCall {
    #[command(flatten)]
    call: CallArguments,
    /// Who calls: the model itself, a program that it wrote, or nobody that is named
    #[arg(long, value_name = "CALLER", default_value = "unknown", value_parser = list_callers())]
    called_by: String,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    format: DataFormat,
}

/// The callers that rules can name.
fn list_callers() -> Vec<&'static str> {
    Caller::ALL.iter().map(|(name, _)| *name).collect()
}

/// A call of a tool by a worker.
#[derive(Args)]
pub(super) struct CallArguments {
    /// The worker that calls
    #[arg(value_name = "WORKER")]
    pub worker: String,
    /// The qualified name of the tool, or its name on the wire
    #[arg(value_name = "NS::TOOL")]
    pub tool: String,
    /// The arguments, a JSON object
    #[arg(value_name = "ARGUMENTS")]
    pub arguments: String,
    /// Files and folders with specs
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// A value that the program would give for an injected argument, as text: `customer=c-7`
    #[arg(long = "value", value_name = "NAME=VALUE")]
    pub values: Vec<String>,
}

impl ExplainCall {
    #[cfg(feature = "serve")]
    pub fn run(self) -> Exit {
        run::explain_call(&self)
    }

    #[cfg(not(feature = "serve"))]
    pub fn run(self) -> Exit {
        let ExplainCall {
            call,
            called_by,
            format,
        } = self;
        let _ = (called_by, format);
        call.refuse_without_engines("explains no call")
    }
}

impl CallArguments {
    #[cfg(not(feature = "serve"))]
    pub fn refuse_without_engines(self, what: &str) -> Exit {
        let CallArguments {
            worker,
            tool,
            arguments,
            paths,
            values,
        } = self;
        let _ = (worker, tool, arguments, paths, values);
        super::output::refuse_with(
            &format!("this toolc was built without the feature `serve`, and {what}"),
            "in a clone, run `cargo install --path . --locked --features serve`",
        )
    }

    /// The values of `--value`, or the one that has no name.
    #[cfg(feature = "serve")]
    pub fn split_values(&self) -> Result<Vec<(&str, &str)>, Exit> {
        let mut values = Vec::new();
        for value in &self.values {
            let Some(split) = value.split_once('=') else {
                let message = format!("`--value {value}` names no value");
                return Err(super::output::refuse_with(
                    &message,
                    "write the name of the argument and its value: `--value customer=c-7`",
                ));
            };
            values.push(split);
        }
        Ok(values)
    }
}
