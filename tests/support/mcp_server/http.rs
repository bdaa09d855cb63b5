//! The server over HTTP: streamable, or by the transport of 2024-11-05, with tokens if a test wants them.

use super::State;
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Starts a server on loopback, and returns its address.
pub fn serve_http(mode: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/mcp", listener.local_addr().expect("an address"));
    let mode = mode.to_owned();
    let shared = Arc::new(Shared::default());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (mode, shared) = (mode.clone(), Arc::clone(&shared));
            thread::spawn(move || while exchange(&stream, &mode, &shared).is_ok() {});
        }
    });
    address
}

/// A server that closes each stream at once keeps the one that is opened after this many.
const REOPENED: usize = 1000;

/// The number of calls that wait for each other.
const TOGETHER: usize = 20;

/// State that the requests of a server share.
#[derive(Default)]
struct Shared {
    /// Number of tokens that were issued.
    tokens: AtomicUsize,
    /// The stream of events, if there is one.
    events: Mutex<Option<TcpStream>>,
    /// The rest of an interrupted response.
    rest: Mutex<Vec<String>>,
    /// Number of streams that sessions have opened.
    opened: AtomicUsize,
    /// Number of calls that have arrived, of those that wait for each other.
    calls: AtomicUsize,
    /// Whether the list of tools has changed.
    has_changed: AtomicBool,
}

/// Reads one request over HTTP, and answers it.
fn exchange(stream: &TcpStream, mode: &str, shared: &Shared) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    let (mut length, mut token, mut first) = (0, false, String::new());
    let (mut host, mut is_client, mut is_resumed) = (String::new(), false, false);
    let mut is_first_session = false;
    reader.read_line(&mut first)?;
    if first.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let lower = line.trim().to_ascii_lowercase();
        if let Some(text) = lower.strip_prefix("content-length:") {
            length = text.trim().parse().unwrap_or(0);
        }
        token |= line.trim() == "authorization: Bearer t0p-secret-token";
        // `toolc:cl1ent-secret`
        is_client |= line.trim() == "authorization: Basic dG9vbGM6Y2wxZW50LXNlY3JldA==";
        is_resumed |= lower.starts_with("last-event-id: begun");
        if let Some(text) = lower.strip_prefix("host:") {
            host = text.trim().replace(':', "%3A");
        }
        is_first_session |= lower == "mcp-session-id: 1";
        if lower.is_empty() {
            break;
        }
    }
    let is_lost = is_first_session && shared.has_changed.load(Ordering::SeqCst);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let mut stream = stream;
    if first.starts_with("POST /token") {
        let wanted = format!(
            "grant_type=client_credentials&scope=read%20write&resource=http%3A%2F%2F{host}%2Fmcp"
        );
        let is_wanted = is_client && body == wanted.as_bytes();
        let number = shared.tokens.fetch_add(1, Ordering::SeqCst);
        return match (is_wanted, number) {
            (false, _) => refuse(stream, "400 Bad Request", r#"{"error":"invalid_client"}"#),
            // the server no longer accepts the first token
            (true, 0) => respond(
                stream,
                "application/json",
                &token_answer("0ld-secret-token"),
            ),
            (true, 1) => respond(
                stream,
                "application/json",
                &token_answer("t0p-secret-token"),
            ),
            (true, _) => refuse(stream, "500 Internal Server Error", ""),
        };
    }
    if mode == "guarded" && !token {
        return write!(
            stream,
            "HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Bearer\r\ncontent-length: 0\r\n\r\n"
        );
    }
    if first.starts_with("GET /openapi") {
        let text = r#"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/pets":{"get":{"operationId":"listPets","responses":{"200":{"description":"all"}}}}}}"#;
        return respond(stream, "application/json", text);
    }
    if first.starts_with("GET /page") {
        return respond(stream, "text/html", "<html><p>Petstore: a page</p></html>");
    }
    if first.starts_with("GET /moved") {
        return write!(
            &mut &*stream,
            "HTTP/1.1 301 Moved\r\nlocation: /openapi.json?key=s3cret\r\ncontent-length: 0\r\n\r\n"
        );
    }
    if first.starts_with("POST /page") {
        return respond(stream, "text/html", "<html><p>Petstore: a page</p></html>");
    }
    if first.starts_with("GET /none") {
        return refuse(stream, "404 Not Found", "");
    }
    if first.starts_with("GET /list") {
        return respond(stream, "application/json", r#"{"pets":[]}"#);
    }
    if mode.starts_with("sse") {
        return exchange_events(stream, mode, &first, &body, shared);
    }
    let restarts = mode.starts_with("restarted");
    if restarts && is_lost {
        return refuse(stream, "404 Not Found", "");
    }
    let has_session = restarts || mode == "told" || mode.starts_with("broken");
    if has_session && first.starts_with("GET") {
        return open_stream(stream, mode, is_resumed, shared);
    }
    if !first.starts_with("POST") {
        return write!(
            stream,
            "HTTP/1.1 405 Not Allowed\r\ncontent-length: 0\r\n\r\n"
        );
    }
    let text = String::from_utf8_lossy(&body).into_owned();
    let request: Value = serde_json::from_str(&text).unwrap_or_default();
    let has_changed = shared.has_changed.load(Ordering::SeqCst);
    let answers = match has_changed && mode != "restarted" {
        true => State::new("swapped").answer(&request, &text),
        false => State::new(mode).answer(&request, &text),
    };
    match request["method"].as_str() {
        Some("initialize") if has_session => {
            let session = if has_changed { 2 } else { 1 };
            return respond_in_session(stream, session, &answers.concat());
        }
        // it ends at once, and what happens then is not announced
        Some("subscriptions/listen") if mode == "unsubscribed" => {
            let begun = format!("data: {}\n\n", answers.concat());
            return respond(stream, "text/event-stream", &begun);
        }
        Some("tools/call") if mode == "together" => {
            shared.calls.fetch_add(1, Ordering::SeqCst);
            let until = Instant::now() + Duration::from_secs(10);
            while shared.calls.load(Ordering::SeqCst) < TOGETHER {
                if Instant::now() > until {
                    return refuse(stream, "500 Internal Server Error", "");
                }
                thread::sleep(Duration::from_millis(5));
            }
        }
        Some("tools/call") if matches!(mode, "told" | "restarted-told") => {
            return tell_of_change(stream, &answers, shared);
        }
        Some("tools/call") if restarts || mode == "unsubscribed" => {
            shared.has_changed.store(true, Ordering::SeqCst);
        }
        Some("tools/call") if mode.starts_with("broken") => {
            *shared.rest.lock().expect("no panic") = answers;
            let begun = "id: begun\nretry: 1\ndata: \n\n";
            return respond(stream, "text/event-stream", begun);
        }
        _ => {}
    }
    match answers.as_slice() {
        [] => write!(stream, "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n"),
        [answer] if mode != "events" => respond(stream, "application/json", answer),
        answers => {
            let events = answers.iter().map(|answer| format!("data: {answer}\n\n"));
            respond(stream, "text/event-stream", &events.collect::<String>())
        }
    }
}

/// The transport of 2024-11-05: one stream carries all messages of the server, and the client posts to
/// another address.
fn exchange_events(
    mut stream: &TcpStream,
    mode: &str,
    first: &str,
    body: &[u8],
    shared: &Shared,
) -> io::Result<()> {
    let mut events = shared.events.lock().expect("no panic");
    let at = if mode == "sse-below" { "/sse" } else { "/mcp" };
    if first.starts_with(&format!("GET {at} ")) {
        let endpoint = match mode {
            "sse-elsewhere" => "http://127.0.0.2:9/messages?session=1",
            _ => "/messages?session=1",
        };
        write!(
            stream,
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nevent: endpoint\ndata: {endpoint}\n\n: a comment\n\n"
        )?;
        *events = Some(stream.try_clone()?);
        return Ok(());
    }
    let Some(listener) = events
        .as_mut()
        .filter(|_| first.starts_with("POST /messages?session=1"))
    else {
        return refuse(stream, "404 Not Found", "");
    };
    let text = String::from_utf8_lossy(body).into_owned();
    let request: Value = serde_json::from_str(&text).unwrap_or_default();
    write!(stream, "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n")?;
    for answer in State::new("legacy").answer(&request, &text) {
        write!(listener, "event: message\ndata: {answer}\n\n")?;
    }
    Ok(())
}

/// Opens a stream of a session. A client that resumes a response is sent the rest of it, any other client the
/// announcements of the server.
fn open_stream(
    mut stream: &TcpStream,
    mode: &str,
    is_resumed: bool,
    shared: &Shared,
) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    write!(stream, "{head}: a comment\n\n")?;
    let opened = shared.opened.fetch_add(1, Ordering::SeqCst);
    if mode == "broken-again" && opened < REOPENED {
        write!(stream, "retry: 0\ndata: \n\n")?;
        return stream.shutdown(Shutdown::Both);
    }
    if !is_resumed {
        *shared.events.lock().expect("no panic") = Some(stream.try_clone()?);
        return Ok(());
    }
    match mode {
        "broken-noise" => write!(stream, "data: Server is ready!\n\n"),
        "broken-other" => write!(stream, "event: other\ndata: Server is ready!\n\n"),
        "broken-huge" => write!(stream, "data: {}\n\n", "x".repeat(20_000_000)),
        _ => Ok(()),
    }?;
    for answer in shared.rest.lock().expect("no panic").drain(..) {
        write!(stream, "data: {answer}\n\n")?;
    }
    Ok(())
}

/// Announces on the stream of the session that the list has changed, and answers the call.
fn tell_of_change(stream: &TcpStream, answers: &[String], shared: &Shared) -> io::Result<()> {
    while shared.events.lock().expect("no panic").is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    let mut events = shared.events.lock().expect("no panic");
    shared.has_changed.store(true, Ordering::SeqCst);
    if let Some(events) = events.as_mut() {
        let told = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
        write!(events, "data: {told}\n\n")?;
    }
    let answer = answers.last().map_or("", String::as_str);
    respond(stream, "application/json", answer)
}

fn respond_in_session(mut stream: &TcpStream, session: u8, body: &str) -> io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nmcp-session-id: {session}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

fn token_answer(token: &str) -> String {
    format!(r#"{{"access_token":"{token}","token_type":"Bearer","expires_in":3600}}"#)
}

fn refuse(mut stream: &TcpStream, status: &str, body: &str) -> io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

fn respond(mut stream: &TcpStream, kind: &str, body: &str) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}
