//! `toolc serve --watch`: the worker is replaced whenever the specs differ, all of it or nothing.

use super::super::Exit;
use super::super::input::{compile_read, load_again_from};
use super::super::output::print_line;
use super::super::paths::say_resolved;
use super::super::watch::{Ending, Following, Look, Notices, Reader};
use super::Serve;
use super::front::Front;
use super::limits::ServeLimits;
use super::prepared::{
    connect_servers, describe_served, hold_to_lock, prepare_worker, served_options,
};
use super::run::serve_prepared;
use crate::serve::Served;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;
use tokio::runtime::Handle;
use toolc_base::diagnostic::Diagnostics;
use toolc_compile::kept::Drafts;
use toolc_read::load::{Disk, Loaded, Trees};
use toolc_runtime::mcp_server::{Server, Tools};

/// What is served, and what is kept of the specs that it was made from.
struct Reloading {
    following: Following<Serve>,
    drafts: Drafts,
}

impl Reader for Serve {
    fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    fn more_files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    fn read(&self, earlier: &Trees) -> (Diagnostics, Loaded) {
        load_again_from(&Disk, &self.paths, earlier)
    }
}

/// Serves, and replaces the worker when its specs change.
pub(super) fn serve_watched(command: &Serve) -> Exit {
    say_resolved(&Disk, &command.paths);
    let poll = command.poll.map(Duration::from_secs);
    let notices = Notices::open(poll, Ending::WithProcess);
    let mut reloading = Reloading {
        following: Following::new(command.clone(), notices),
        drafts: Drafts::default(),
    };
    let Some(look) = reloading.following.next_look() else {
        return Exit::Clean;
    };
    let served = match reloading.compile_worker(look, None) {
        Ok(served) => served,
        Err(exit) => return exit,
    };
    let name = served.worker.name();
    serve_prepared(command, vec![served], move |server, front| {
        let (server, front, runtime) = (server.clone(), front.clone(), Handle::current());
        // It ends with the process: there is nothing to tidy up.
        thread::spawn(move || reloading.replace_worker(name, &server, &front, &runtime));
    })
}

impl Reloading {
    /// Compiles what was read, to the worker with a name or the one that the command means.
    fn compile_worker(&mut self, look: Look, name: Option<&str>) -> Result<Served, Exit> {
        let command = self.following.reader();
        let mut answer = compile_read(
            &command.paths,
            look.read,
            &served_options(),
            &mut self.drafts,
            look.started,
        )?;
        hold_to_lock(&command.paths, command.locked, &mut answer)?;
        prepare_worker(command, &answer, name)
    }

    /// Replaces the worker after each change. One that cannot be served leaves the one before in its place.
    fn replace_worker(mut self, name: &str, server: &Server, front: &Front, runtime: &Handle) {
        while let Some(mut look) = self.following.next_look() {
            let change = look.change.take().unwrap_or_default();
            let made = catch_unwind(AssertUnwindSafe(|| self.compile_worker(look, Some(name))));
            let made = made.unwrap_or_else(|_| {
                // what a fault has left half done is not kept
                self.drafts = Drafts::default();
                self.following.forget_trees();
                print_line("this is a bug in toolc: please report it together with the input");
                Err(Exit::Internal)
            });
            let made = made.and_then(|served| {
                let tools: Vec<&str> = served.worker.tools().map(|tool| tool.name).collect();
                front.check_names(&[name], &tools).map(|()| served)
            });
            let Ok(served) = made else {
                print_line(&format!(
                    "toolc: {change}: not reloaded, and worker `{name}` is served as before"
                ));
                continue;
            };
            let words = describe_served(&served);
            let instructions = served.instructions.clone();
            let limits = ServeLimits::read(&self.following.reader().limits);
            let owed = limits.ok().and_then(|limits| limits.owed);
            let within = self.following.reader().answer_within();
            runtime.block_on(async {
                let worker = connect_servers(served, owed).answer_within(within);
                let tools = Tools::of(front.observe(worker));
                server.replace_instructions(instructions);
                server.replace_tools(tools).await;
            });
            print_line(&format!("toolc: {change}: {words}"));
        }
    }
}
