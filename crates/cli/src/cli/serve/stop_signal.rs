//! Signals that stop a server.

/// Completes on the first signal to stop. Signals are heard from this call on, not only once the future is awaited: a process
/// manager may send one as soon as it reads that the server listens, and the server still ends as it should.
#[cfg(unix)]
pub(super) fn listen_for_stop() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{Signal, SignalKind, signal};

    async fn wait_for(heard: std::io::Result<Signal>) {
        match heard {
            Ok(mut heard) => drop(heard.recv().await),
            Err(_) => std::future::pending().await,
        }
    }

    let interrupt = signal(SignalKind::interrupt());
    let terminate = signal(SignalKind::terminate());
    async {
        tokio::select! {
            () = wait_for(interrupt) => {}
            () = wait_for(terminate) => {}
        }
    }
}

/// Completes on the first signal to stop.
#[cfg(not(unix))]
pub(super) async fn listen_for_stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
