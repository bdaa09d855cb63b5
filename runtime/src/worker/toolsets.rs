//! Workers with toolsets that this crate runs.

use super::{Worker, WorkerTable};
use crate::toolset::ToolsetSettings;

impl<H: 'static> Worker<H> {
    /// A worker over its handlers, and what its configuration says of such toolsets. Generated code calls
    /// it: `tools::NAME::worker`.
    #[doc(hidden)]
    #[cfg(any(feature = "fs", all(feature = "shell", unix)))]
    pub fn with_toolsets(
        handlers: H,
        table: &'static WorkerTable<H>,
        toolsets: &'static [ToolsetSettings],
    ) -> Self {
        let mut worker = Worker::new(handlers, table);
        #[cfg(feature = "fs")]
        {
            worker.means.files = crate::fs::State::new(toolsets);
        }
        #[cfg(all(feature = "shell", unix))]
        {
            // Where nothing is said of commands, none runs.
            if let Some(commands) = ToolsetSettings::find_commands(toolsets) {
                worker.means.commands = commands;
            }
        }
        worker
    }

    /// A worker without the features that its toolsets take, which has been said.
    #[doc(hidden)]
    #[cfg(not(any(feature = "fs", all(feature = "shell", unix))))]
    pub fn with_toolsets(
        handlers: H,
        table: &'static WorkerTable<H>,
        _: &'static [ToolsetSettings],
    ) -> Self {
        Worker::new(handlers, table)
    }

    /// Sets the folders that tools may use, in place of those that the worker's configuration names. What it
    /// says of them holds: where it is read-only, nothing can be changed.
    #[cfg(feature = "fs")]
    #[must_use]
    pub fn workspace(mut self, workspace: crate::fs::Workspace) -> Self {
        self.means.files.give(workspace);
        self
    }
}
