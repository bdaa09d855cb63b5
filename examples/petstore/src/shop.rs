//! A shop on this machine: a minimal API server, so that the example needs no network.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

/// The token that the shop accepts.
pub const TOKEN: &str = "let-me-in";

/// A request as the shop reads it.
#[derive(Debug, Default)]
struct Request {
    method: String,
    target: String,
    token: String,
    id: String,
    body: String,
}

/// Starts a shop that runs until the program ends.
///
/// # Errors
/// Fails if no port is available.
pub fn open() -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        let mut pets = vec![
            json!({"id": "p-1", "name": "Rex", "status": "available", "tags": ["dog", "loud"]}),
            json!({"id": "p-2", "name": "Tom", "status": "sold", "tags": ["cat"]}),
        ];
        for stream in listener.incoming().flatten() {
            // It does not matter if a client disconnects early.
            let _ = serve(stream, &mut pets);
        }
    });
    Ok(address)
}

fn serve(mut stream: TcpStream, pets: &mut Vec<Value>) -> std::io::Result<()> {
    let request = read(&stream)?;
    let (status, body) = answer(&request, pets);
    let body = body.to_string();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn read(stream: &TcpStream) -> std::io::Result<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split(' ').map(str::to_owned);
    let mut request = Request {
        method: words.next().unwrap_or_default(),
        target: words.next().unwrap_or_default(),
        ..Request::default()
    };
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().unwrap_or(0),
            "x-request-id" => value.clone_into(&mut request.id),
            "authorization" => value.clone_into(&mut request.token),
            _ => {}
        }
    }
    reader
        .take(length)
        .read_to_string(&mut request.body)
        .map(|_| request)
}

/// The status line and the body of the response.
fn answer(request: &Request, pets: &mut Vec<Value>) -> (&'static str, Value) {
    if request.token != format!("Bearer {TOKEN}") {
        return ("401 Unauthorized", json!({"secret": "who are you"}));
    }
    let (path, query) = request
        .target
        .split_once('?')
        .unwrap_or((&request.target, ""));
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    let id = path.strip_prefix("/v1/pets/").unwrap_or_default();
    let place = pets.iter().position(|pet| pet["id"] == id);
    match (request.method.as_str(), path, place) {
        ("GET", "/v1/pets", _) => ("200 OK", list(pets, query)),
        ("POST", "/v1/pets", _) if request.id.is_empty() => {
            ("400 Bad Request", json!({"detail": "which request is it?"}))
        }
        ("POST", "/v1/pets", _) if pets.iter().any(|pet| pet["name"] == body["name"]) => (
            "422 Unprocessable Content",
            json!({"detail": "there is a pet of this name", "trace": "the stack trace of the shop"}),
        ),
        ("POST", "/v1/pets", _) => {
            let mut pet = json!({"id": format!("p-{}", pets.len() + 1), "status": "available"});
            merge(&mut pet, body);
            pets.push(pet.clone());
            ("201 Created", pet)
        }
        ("GET", _, Some(place)) => ("200 OK", pets[place].clone()),
        ("PATCH", _, Some(place)) => {
            merge(&mut pets[place], body);
            ("200 OK", pets[place].clone())
        }
        _ => (
            "404 Not Found",
            json!({"detail": "the stack trace of the shop"}),
        ),
    }
}

/// The pets with one of the tags, or all pets if no tags are given.
fn list(pets: &[Value], query: &str) -> Value {
    let tags: Vec<&str> = query
        .split('&')
        .filter_map(|pair| pair.strip_prefix("tags="))
        .collect();
    let has = |pet: &&Value| {
        let own = pet["tags"].as_array().into_iter().flatten();
        tags.is_empty() || own.filter_map(Value::as_str).any(|tag| tags.contains(&tag))
    };
    pets.iter().filter(has).cloned().collect()
}

fn merge(pet: &mut Value, changes: Value) {
    if let (Value::Object(pet), Value::Object(changes)) = (pet, changes) {
        pet.extend(changes);
    }
}
