//! The service behind the API; it stands in for an existing one. Without `SHOP_URL`, the gateway starts it on
//! this machine.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The cents that were refunded for the only order there is.
static REFUNDED: AtomicU64 = AtomicU64::new(0);

/// Starts the shop.
pub fn open() -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // a client that is gone needs no answer
            let _ = answer(stream);
        }
    });
    Ok(address)
}

fn answer(mut stream: TcpStream) -> io::Result<()> {
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    while !is_whole(&text) {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        text.extend_from_slice(&buffer[..count]);
    }
    let text = String::from_utf8_lossy(&text);
    let (status, body) = match text.split(' ').take(2).collect::<Vec<_>>().as_slice() {
        ["GET", path] if path.starts_with("/v1/orders") => ("200 OK", format!("[{}]", order())),
        ["POST", "/v1/orders/o-1/refund"] => {
            let body = text.split("\r\n\r\n").nth(1).unwrap_or_default();
            let body: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
            let cents = body["amount"].as_f64().unwrap_or_default() * 100.0;
            REFUNDED.fetch_add(cents.round() as u64, Ordering::Relaxed);
            ("200 OK", order())
        }
        _ => ("404 Not Found", r#"{"detail":"no such order"}"#.to_owned()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn order() -> String {
    let refunded = REFUNDED.load(Ordering::Relaxed) as f64 / 100.0;
    format!(r#"{{"id":"o-1","customer":7,"total":60.5,"refunded":{refunded}}}"#)
}

fn is_whole(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length
            .then(|| value.trim().parse::<usize>().ok())
            .flatten()
    });
    body.len() >= length.unwrap_or_default()
}
