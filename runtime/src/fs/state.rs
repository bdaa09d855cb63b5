//! Which folders the tools of a worker can reach, and what they may do there.

use super::workspace::Workspace;
use crate::context::Context;
use crate::error::ToolFailure;
use crate::path::Access;
use crate::toolset::{Files, ToolsetSettings};

/// A worker's access to files.
#[derive(Default)]
pub(crate) struct State {
    /// The settings in its configuration.
    pub settings: Option<&'static Files>,
    /// The folders, opened when the worker was created, or why that failed.
    workspace: Option<Result<Workspace, String>>,
}

impl State {
    /// Opens the folders that a worker's configuration names.
    pub fn new(toolsets: &'static [ToolsetSettings]) -> Self {
        let settings = ToolsetSettings::find_files(toolsets);
        let opened = settings.and_then(|files| Some(open_folders(files, files.root?)));
        State {
            settings,
            workspace: opened,
        }
    }

    /// Uses folders that the program provides instead. The other settings of the configuration still apply.
    pub fn set_workspace(&mut self, workspace: Workspace) {
        self.workspace = Some(Ok(workspace));
    }

    /// The folders of a call: those of the context, or else the worker's.
    pub fn workspace(&self, context: &Context) -> Result<Workspace, ToolFailure> {
        let own = || match &self.workspace {
            Some(Ok(workspace)) => Ok(workspace.clone()),
            Some(Err(reason)) => Err(ToolFailure::internal(reason.clone())),
            None => Err(ToolFailure::internal(
                "there is no workspace: write `root` in the toolset, or give one with `.workspace(…)`",
            )),
        };
        let workspace = match context.files() {
            Some(workspace) => workspace.clone(),
            None => own()?,
        };
        Ok(match self.settings {
            Some(Files {
                read_only: true, ..
            }) => workspace.read_only(),
            _ => workspace,
        })
    }
}

fn open_folders(files: &Files, root: &str) -> Result<Workspace, String> {
    let failed = |path: &str, error: std::io::Error| format!("cannot open `{path}`: {error}");
    let mut workspace = Workspace::open(root).map_err(|error| failed(root, error))?;
    for mount in files.mounts {
        let access = if mount.read_only {
            Access::Read
        } else {
            Access::Write
        };
        let mounted = workspace.mount(mount.target, mount.path, access);
        workspace = mounted.map_err(|error| failed(mount.path, error))?;
    }
    Ok(workspace)
}
