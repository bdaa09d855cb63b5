//! Workers with toolsets that this crate implements.

use super::{Worker, WorkerTable};
use crate::toolset::ToolsetSettings;

impl<H: 'static> Worker<H> {
    /// Creates a worker with its handlers, and its settings for such toolsets. Called by generated code:
    /// `tools::NAME::worker`.
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
            worker.backends.files = crate::fs::State::new(toolsets);
        }
        #[cfg(all(feature = "shell", unix))]
        {
            // Without settings for commands, none runs.
            if let Some(commands) = ToolsetSettings::find_commands(toolsets) {
                worker.backends.commands = commands;
            }
        }
        worker
    }

    /// Creates a worker without the features that its toolsets need; that has already been reported.
    #[doc(hidden)]
    #[cfg(not(any(feature = "fs", all(feature = "shell", unix))))]
    pub fn with_toolsets(
        handlers: H,
        table: &'static WorkerTable<H>,
        _: &'static [ToolsetSettings],
    ) -> Self {
        Worker::new(handlers, table)
    }

    /// Sets the folders that tools may use, in place of those in the worker's configuration. The other
    /// settings still apply: if they are read-only there, nothing can be changed.
    #[cfg(feature = "fs")]
    #[must_use]
    pub fn workspace(mut self, workspace: crate::fs::Workspace) -> Self {
        self.backends.files.set_workspace(workspace);
        self
    }
}
