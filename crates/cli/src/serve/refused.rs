//! What a tool needs that only a program can provide.

use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::toolsets::Toolset;
use toolc_model::model::policy::{Grant, Worker};
use toolc_model::model::runner::Runner;
use toolc_model::model::toolset::Settings;
use toolc_model::model::{Catalog, Tool};

/// Reports why a granted tool cannot be served; `None` if it can.
pub(super) fn find_need(catalog: &Catalog, worker: &Worker, grant: &Grant) -> Option<Diagnostic> {
    let tool = catalog.tool(grant.tool);
    let mounted =
        |mount: &&toolc_model::model::configured::Mount| mount.namespace == tool.namespace;
    if let Some(mount) = worker.mounts.iter().find(mounted) {
        return Some(mounted_toolset(tool, mount.span.unwrap_or(tool.span)));
    }
    match catalog.runner(tool) {
        Runner::Handler | Runner::Native => Some(handler_needed(tool)),
        Runner::Toolset(toolset) => folder_needed(worker, toolset, tool),
        Runner::Http(_) | Runner::Mcp(_) => value_needed(tool),
        // the values that a program gives lead to nothing
        Runner::Simulated(_) => None,
    }
}

/// Whether only a program can run a tool. Whoever gives the value that a call needs may be another one.
pub(super) fn needs_program(catalog: &Catalog, worker: &Worker, grant: &Grant) -> bool {
    let found = find_need(catalog, worker, grant);
    found.is_some_and(|found| found.code != Code::VALUE_NEEDED)
}

fn left_out(code: Code, tool: &Tool, why: &str) -> Diagnostic {
    let message = format!("`{}` is not served: {why}", tool.qualified());
    Diagnostic::new(code, tool.span, message)
}

fn handler_needed(tool: &Tool) -> Diagnostic {
    // an API or a server can run its tools itself, once an engine says where it is
    let why = match (&tool.http, &tool.remote) {
        (None, None) => "it needs a handler, and only a program of your own has handlers",
        _ => "its registry entry names no engine to run it",
    };
    let found = left_out(Code::HANDLER_NEEDED, tool, why).label("no engine runs this tool");
    match (&tool.http, &tool.remote) {
        (Some(_), _) => found.help(
            "name an engine in its registry entry (`engine: api`), and write \
             `engines: { api: { type: http } }` in `toolc.yaml`",
        ),
        (_, Some(_)) => found.help(
            "name an engine in its registry entry (`engine: server`), and write \
             `engines: { server: { type: mcp, stdio: [COMMAND] } }` in `toolc.yaml`",
        ),
        (None, None) => found.help("serve it with a program: see `docs/mcp.md`, \"Serving\""),
    }
}

fn mounted_toolset(tool: &Tool, place: toolc_base::source::Span) -> Diagnostic {
    let found = left_out(
        Code::HANDLER_NEEDED,
        tool,
        "its toolset is mounted, which only a program of your own does",
    );
    found
        .label("this tool")
        .also(place, "mounted here")
        .help("serve it with a program: see `docs/mcp.md`, \"Serving\"")
}

/// Reports a value that the program must provide for each call.
fn value_needed(tool: &Tool) -> Option<Diagnostic> {
    let injected = tool.inject.first()?;
    let why = format!(
        "each call needs the value `{}`, which only a program of your own gives",
        injected.value
    );
    let found = left_out(Code::VALUE_NEEDED, tool, &why);
    Some(
        found
            .label("this tool")
            .also(injected.span, "given by the program")
            .help(
                "give the argument a fixed value (`constants` in place of `inject`), or serve the tool with a \
                 program",
            ),
    )
}

/// Reports a missing root folder for files. Commands without one run in the server's working
/// directory.
fn folder_needed(worker: &Worker, toolset: &Toolset, tool: &Tool) -> Option<Diagnostic> {
    let mut settings = worker.toolsets.iter();
    let said = settings.rfind(|settings| settings.name() == toolset.name);
    let Some(Settings::Files(files)) = said else {
        return None;
    };
    if files.root.is_some() {
        return None;
    }
    let why = format!(
        "the toolset `{}` has no `root`, and only a program of your own gives a folder",
        toolset.name
    );
    let found = left_out(Code::FOLDER_NEEDED, tool, &why).label("this tool");
    let help = format!(
        "write `root: FOLDER` under `{}` in the worker",
        toolset.name
    );
    Some(found.help(help))
}

/// Reports that no tool is left.
pub(super) fn nothing_left(worker: &Worker) -> Diagnostic {
    let message = format!(
        "the worker `{}` has no tool that can be served",
        worker.name
    );
    let help = "`toolc serve` runs tools of `type: http`, `type: mcp`, `type: mock` and `type: lm` engines, and the toolsets \
                `filesystem` and `shell`; what needs handlers is served by a program: see `docs/mcp.md`, \"Serving\"";
    let found = match worker.span {
        Some(span) => Diagnostic::new(Code::NOTHING_TO_SERVE, span, message).label("this worker"),
        None => Diagnostic::placeless(Code::NOTHING_TO_SERVE, message),
    };
    found.help(help)
}
