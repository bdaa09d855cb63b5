//! Accepts the connections of a listener, for programs without a web framework.

use super::http::HttpService;
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long a client may take to send the head of its request.
const HEAD_WITHIN: Duration = Duration::from_secs(30);

/// How long to wait if the system cannot accept a connection.
const PAUSE: Duration = Duration::from_millis(50);

pub(super) async fn serve(
    service: HttpService,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let mut server = http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN);
    let connections = GracefulShutdown::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = match select(pin!(listener.accept()), shutdown.as_mut()).await {
            Either::Left((accepted, _)) => accepted,
            Either::Right(_) => break,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let service = service.clone();
        let answer = service_fn(move |request| {
            let service = service.clone();
            async move { Ok::<_, Infallible>(service.handle(request).await) }
        });
        let connection = server.serve_connection(TokioIo::new(stream), answer);
        let connection = connections.watch(connection);
        // Errors on a connection concern only its client.
        tokio::spawn(async move { drop(connection.await) });
    }
    drop(listener);
    let grace = service.shared.grace;
    if tokio::time::timeout(grace, connections.shutdown())
        .await
        .is_err()
    {
        service.stop();
    }
    Ok(())
}
