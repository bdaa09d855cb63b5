//! Accepts the connections of a listener, for programs without a web framework.

use super::Shared;
use super::meter::{Full, Peer, Taken, Who};
use super::response::Answer;
use super::transport::Transport;
use ::http::Response;
use futures_util::future::{Either, select};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower_service::Service;

/// How long a client may take to send the head of its request.
const HEAD_WITHIN: Duration = Duration::from_secs(30);

/// The least that hyper reads of a head.
const LEAST_HEAD: usize = 8192;

/// How many connections beyond the limit are told so at the same time; others are closed at once.
const TURNED_AWAY: usize = 64;

/// How long a client that is turned away has to read why.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long to wait if the system cannot accept a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers the requests of a listener with a service, within the limits of a server, until `shutdown` completes; then
/// requests that are still running have the server's grace.
pub(super) async fn serve_connections<T, S>(
    shared: &Shared,
    listener: TcpListener,
    (transport, service): (T, S),
    shutdown: impl Future<Output = ()> + Send,
) -> io::Result<()>
where
    T: Transport,
    S: Service<Request<Incoming>, Response = Response<Answer>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
{
    let mut server = http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(shared.budget.counted().limits.head.max(LEAST_HEAD));
    let turned_away = Arc::new(Semaphore::new(TURNED_AWAY));
    let connections = GracefulShutdown::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = match select(pin!(listener.accept()), shutdown.as_mut()).await {
            Either::Left((accepted, _)) => accepted,
            Either::Right(_) => break,
        };
        let Ok((stream, address)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let taken = match take_connection(shared, address) {
            Ok(taken) => taken,
            Err(full) => {
                if let Ok(permit) = Arc::clone(&turned_away).try_acquire_owned() {
                    tokio::spawn(async move {
                        turn_away(stream, full).await;
                        drop(permit);
                    });
                }
                continue;
            }
        };
        // What is written is complete, so waiting for more of it only delays it. If this fails, it is late.
        let _ = stream.set_nodelay(true);
        let (server, service) = (server.clone(), service.clone());
        let accepting = transport.clone();
        let watcher = connections.watcher();
        tokio::spawn(async move {
            let opened = tokio::time::timeout(HEAD_WITHIN, accepting.accept(stream)).await;
            // A client that does not open a connection as it must is not answered.
            let Ok(Ok((stream, known))) = opened else {
                return drop(taken);
            };
            let answer = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().extend(known.clone());
                request.extensions_mut().insert(Peer(address.ip()));
                service.clone().call(request)
            });
            let connection = server.serve_connection(TokioIo::new(stream), answer);
            // Errors on a connection concern only its client.
            let _ = watcher.watch(connection).await;
            drop(taken);
        });
    }
    drop(listener);
    // What still runs after that ends with the server.
    let _ = tokio::time::timeout(shared.grace, connections.shutdown()).await;
    Ok(())
}

fn take_connection(shared: &Shared, address: SocketAddr) -> Result<Taken, Full> {
    let who = Who::at(address.ip());
    shared.budget.counted().connections.take(&who, 1)
}

/// Says that there are too many connections, and waits a moment for the client to read it: the rest of its request is
/// read too, since closing a connection with unread data would discard the answer.
async fn turn_away(mut stream: TcpStream, full: Full) {
    let body = full.to_string();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: {}\r\nConnection: close\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
        full.kind.retry_after(),
        body.len()
    );
    let farewell = async {
        stream.write_all((head + &body).as_bytes()).await?;
        stream.shutdown().await?;
        let mut rest = [0; 4096];
        while stream.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    };
    // A client that does not read it learns from the end of the connection.
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
}
