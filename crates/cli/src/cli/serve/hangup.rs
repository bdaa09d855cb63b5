//! SIGHUP, which asks for files to be read again.

/// Signals that ask for files to be read again. Where there are none, none ever comes.
pub(super) struct Hangups {
    #[cfg(unix)]
    heard: Option<tokio::signal::unix::Signal>,
}

impl Hangups {
    /// Listens from now on: without that, the signal ends the process.
    pub fn listen() -> Self {
        Hangups {
            #[cfg(unix)]
            heard: {
                use tokio::signal::unix::{SignalKind, signal};
                signal(SignalKind::hangup()).ok()
            },
        }
    }

    /// Completes at the next one.
    pub async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(heard) = &mut self.heard
            && heard.recv().await.is_some()
        {
            return;
        }
        std::future::pending().await
    }
}
