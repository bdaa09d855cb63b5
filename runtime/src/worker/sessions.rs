//! The sessions of engines that simulate.

use super::Worker;
use crate::simulate::Sessions;

impl<H: 'static> Worker<H> {
    /// Sets the sessions of engines that simulate, so that a program can look at them, branch them and take calls back.
    /// Calls in a session that was not set up then fail. Without this, a session begins with its first call.
    #[must_use]
    pub fn sessions(mut self, sessions: Sessions) -> Self {
        self.backends.sessions = sessions;
        self
    }
}
