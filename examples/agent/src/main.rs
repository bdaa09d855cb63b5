//! An agent without a network: the models' responses are recorded streams, everything else is real. Two workers share
//! a folder, and whoever sits at the terminal approves or denies calls.

mod conversation;
mod model;

use conversation::converse;
use model::{ANTHROPIC, OPENAI};
use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use toolc_runtime::fs::Workspace;
use toolc_runtime::{Context, Terminal};

toolc_runtime::include_tools!();

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).map_or_else(
        || env::temp_dir().join(format!("agent-{}", std::process::id())),
        PathBuf::from,
    );
    fs::create_dir_all(&folder)?;
    // The workspace, as handles for files and as the folder that commands run in.
    let context = Context::new("agent")
        .with_files(Workspace::open(&folder)?)
        .with_workspace(folder);
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(hold_both(&context))
}

async fn hold_both(context: &Context) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    writeln!(out, "# The editor, with a model of OpenAI")?;
    let editor = tools::editor::worker(()).approver(Terminal::new());
    converse(
        &mut out,
        &editor,
        context,
        OPENAI,
        "Note that I must buy milk.",
    )
    .await?;
    writeln!(out, "# The operator, with a model of Anthropic")?;
    let operator = tools::operator::worker(()).approver(Terminal::new());
    converse(
        &mut out,
        &operator,
        context,
        ANTHROPIC,
        "How long is my note?",
    )
    .await
}
