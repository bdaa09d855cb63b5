//! Services that echo their requests: nobody reads the credentials of a call, in whatever spelling.

use super::api::{GET, Outcome, call_with, leak};
use super::server::Server;
use std::io::Write;
use std::time::Instant;
use toolc_runtime::http::operation::{Operation, Place, Requirement, Scheme};
use toolc_runtime::http::{Client, CredentialRequest, Credentials, Secret};

/// Credentials of any kind.
struct Has(fn() -> Secret);

impl Credentials for Has {
    async fn find(&self, _: &CredentialRequest<'_>) -> Result<Secret, String> {
        Ok((self.0)())
    }
}

const KEY: &str = "s3cr3t/KEY+abc==";
const PASSWORD: &str = "pä \"ss\\w&rd";

fn key() -> Secret {
    Secret::Token(KEY.to_owned())
}

fn login() -> Secret {
    Secret::Basic {
        username: "Aladdin".to_owned(),
        password: PASSWORD.to_owned(),
    }
}

/// Returns the outcome of a call with credentials, given the response.
fn answered(head: &str, body: &[u8], secret: fn() -> Secret) -> Outcome {
    let message = [head.as_bytes(), b"\r\nConnection: close\r\n\r\n", body].concat();
    let server = Server::start(move |_, stream| {
        let _ = stream.write_all(&message);
    });
    let client = Client::builder()
        .base_url("test", server.url())
        .credentials(Has(secret))
        .build();
    let scheme = match secret() {
        Secret::Basic { .. } => Scheme::Basic,
        _ => Scheme::ApiKey {
            place: Place::Query,
            name: "key",
        },
    };
    let needed = Requirement {
        name: "",
        scheme,
        scopes: &[],
    };
    let operation = Operation {
        security: leak([leak([needed]) as &[_]]),
        ..GET
    };
    call_with(&client, operation, "{}")
}

/// Returns the detail of a failure that observers receive, without the part about the request.
fn detail(head: &str, body: &[u8], secret: fn() -> Secret) -> String {
    let failed = answered(head, body, secret).expect_err("a failure");
    let detail = failed.detail.expect("a detail");
    let (_, behind) = detail.split_once("/: ").unwrap_or(("", &detail));
    behind.to_owned()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, at| {
            bits << 8 | u32::from(group.get(at).copied().unwrap_or(0))
        });
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= group.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

/// Returns a text with each of its characters written in some notation.
fn each(text: &str, write: impl Fn(char) -> String) -> String {
    text.chars().map(write).collect()
}

fn percent(char: char) -> String {
    let mut buffer = [0; 4];
    let bytes = char.encode_utf8(&mut buffer).bytes();
    bytes.map(|byte| format!("%{byte:02x}")).collect()
}

/// The spellings in which services may echo a text.
fn spellings(secret: &str) -> Vec<String> {
    let is_plain = |char: char| char.is_ascii_alphanumeric();
    let odd = |write: fn(char) -> String| {
        each(secret, |char| match is_plain(char) {
            true => char.to_string(),
            false => write(char),
        })
    };
    let json = serde_json::to_string(secret).expect("JSON");
    let json = json.trim_matches('"').to_owned();
    let padded = base64(secret.as_bytes());
    let of_web = padded.replace('+', "-").replace('/', "_");
    vec![
        secret.to_owned(),
        secret.to_lowercase(),
        json.replace('/', r"\/"),
        json.replace('\\', r"\\").replace('/', r"\\\/"),
        each(secret, |char| format!(r"\u{:04x}", char as u32)),
        each(secret, |char| format!(r"\\u{:04X}", char as u32)),
        odd(percent),
        odd(|char| percent(char).to_uppercase()),
        odd(percent).replace("%20", "+"),
        each(secret, percent),
        odd(percent).replace('%', "%25"),
        odd(|char| format!("&#{};", char as u32)),
        odd(|char| format!("&#x{:X};", char as u32)),
        odd(|char| format!("&amp;#{};", char as u32)),
        secret.replace('&', "&amp;").replace('"', "&quot;"),
        padded.trim_end_matches('=').to_owned(),
        of_web.trim_end_matches('=').to_owned(),
        padded.replace('/', r"\/"),
        padded,
    ]
}

#[test]
fn observers_read_no_credentials_however_they_are_written() {
    for (secret, text) in [(key as fn() -> Secret, KEY), (login, PASSWORD)] {
        let mut spellings = spellings(text);
        spellings.push(base64(format!("Aladdin:{text}").as_bytes()));
        for (index, spelling) in spellings.iter().enumerate() {
            if text == KEY && index + 1 == spellings.len() {
                continue;
            }
            let body = format!("It was <{spelling}>, was it not?");
            let read = detail("HTTP/1.1 500 No", body.as_bytes(), secret);
            // What remains of Base64 encodes less than one byte of the text.
            let (before, behind) = read.split_once('…').unwrap_or_else(|| panic!("{read}"));
            assert_eq!(before, "It was <", "{spelling}");
            let behind = behind.strip_suffix(">, was it not?").expect(&read);
            assert!(behind.len() <= 3, "{spelling}: {read}");
        }
        for (before, behind) in [("", "x"), ("a", ""), ("ab", "cd"), ("user:", "\n")] {
            let spelling = base64(format!("{before}{text}{behind}").as_bytes());
            let read = detail("HTTP/1.1 500 No", spelling.as_bytes(), secret);
            assert!(read.contains('…') && read.chars().count() < 16, "{read}");
        }
    }
}

#[test]
fn what_is_cut_shows_no_part_of_a_credential() {
    for filled in [4080, 4088, 4090, 4095, 4096, 16_380] {
        let body = format!("{}{KEY} and more", "x".repeat(filled));
        let read = detail("HTTP/1.1 500 No", body.as_bytes(), key);
        assert!(!read.contains("s3"), "{filled}: {}", &read[4000..]);
        assert!(read.len() <= 4096, "{}", read.len());
    }
    let many = KEY.repeat(1100);
    assert!(!detail("HTTP/1.1 500 No", many.as_bytes(), key).contains('3'));
    let head = "HTTP/1.1 500 No\r\nContent-Length: 999";
    assert_eq!(detail(head, b"a s3cr3t/K", key), "a …");
}

#[test]
fn headers_show_no_credentials() {
    let encoding = format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset={KEY}");
    assert_eq!(
        detail(&encoding, b"a", key),
        "its encoding `…` is not known"
    );
    let host = || Secret::Token("TheHostIsASecret".to_owned());
    let location = "HTTP/1.1 302 Found\r\nLocation: http://TheHostIsASecret.example/";
    let read = detail(location, b"", host);
    assert_eq!(read, "to `….example`, which is not a host of the API");
}

#[test]
fn results_have_no_credentials_and_are_as_they_came_without() {
    let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json";
    let plain = "HTTP/1.1 200 OK\r\nContent-Type: text/plain";
    let rows = [
        (
            json,
            r#"{ "a" : [1.0, "s3cr3t"] }"#,
            r#"{ "a" : [1.0, "s3cr3t"] }"#,
        ),
        (
            json,
            r#"{ "a" : [1.0, "Key: s3cr3t\/KEY+abc==.", {}, []], "s3cr3t/KEY+abc==": null, "…": true }"#,
            r#"{"a":[1.0,"Key: ….",{},[]],"…":null,"…2":true}"#,
        ),
        (json, r#""\"s3cr3t\\\/KEY%2babc==\"""#, r#""\"…\"""#),
        (plain, "s3cr3t%2FKEY%2Babc%3D%3D", r#""…""#),
    ];
    for (head, body, expected) in rows {
        let result = answered(head, body.as_bytes(), key).expect("an answer");
        assert_eq!(result.as_text(), expected);
    }
    let image = "HTTP/1.1 200 OK\r\nContent-Type: image/png";
    let bytes = [b"\x89PNG\0", KEY.as_bytes(), b"\xff\xff"].concat();
    let result = answered(image, &bytes, key).expect("an answer");
    assert!(result.as_text().contains('…'), "{result}");
    assert!(
        !result.as_text().contains(&base64(&bytes)[8..20]),
        "{result}"
    );
    let digits = || Secret::Token("12345678".to_owned());
    let result = answered(json, b"[12345678, 912345678, 1.12345678e5]", digits);
    assert_eq!(
        result.expect("an answer").as_text(),
        r#"["…",912345678,1.12345678e5]"#
    );
}

#[test]
fn short_credentials_are_hidden_where_they_stand_alone() {
    let short = || Secret::Token("abc".to_owned());
    let body = b"the abcd of it: token abc, x-abc=abc; %61bc";
    let read = detail("HTTP/1.1 500 No", body, short);
    assert_eq!(
        read,
        "(a credential of fewer than 4 characters is hidden only where it stands alone) \
         the abcd of it: token \u{2026}, x-\u{2026}=\u{2026}; \u{2026}"
    );
    let word = || Secret::Token("apples".to_owned());
    let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json";
    let result = answered(json, br#""apples and pears""#, word);
    assert_eq!(
        result.expect("an answer").as_text(),
        r#""apples and pears""#
    );
}

#[test]
fn an_answer_that_is_nearly_full_of_credentials_costs_little() {
    let nearly = || Secret::Token(format!("{}b", "a".repeat(4000)));
    let started = Instant::now();
    let json = "HTTP/1.1 200 OK\r\nContent-Type: text/plain";
    let body = "a".repeat(1 << 16);
    let result = answered(json, body.as_bytes(), nearly).expect("an answer");
    assert!(result.as_text().ends_with("…\""));
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn an_answer_full_of_backslashes_costs_little() {
    let slashes = "\\".repeat(1 << 18);
    let body = format!("\"{slashes}\"");
    let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json";
    let result = answered(json, body.as_bytes(), key).expect("an answer");
    assert_eq!(result.as_text(), body, "no credential is in it");
    assert!(detail("HTTP/1.1 500 No", slashes.as_bytes(), key).contains(r"\\"));
}

/// The spellings of the key in which a set bit of the number means that a character is percent-encoded.
fn spell_key(number: usize) -> String {
    let write = |(at, char)| match number >> at & 1 {
        1 => percent(char),
        _ => char.to_string(),
    };
    KEY.chars().enumerate().map(write).collect()
}

#[test]
fn keys_that_are_all_credentials_stay_apart_and_cost_little() {
    let entries = |key: fn(usize) -> String| {
        let entries: Vec<String> = (0..20_000).map(key).collect();
        format!("{{{}}}", entries.join(","))
    };
    // A key may already be there as another one is written.
    let body = entries(|number| match number {
        1 => r#""…2":1"#.to_owned(),
        number => format!(r#""{}":{number}"#, spell_key(number)),
    });
    let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json";
    let result = answered(json, body.as_bytes(), key).expect("an answer");
    let expected = entries(|number| match number {
        0 => r#""…":0"#.to_owned(),
        1 => r#""…2":1"#.to_owned(),
        number => format!(r#""…{}":{number}"#, number + 1),
    });
    assert_eq!(result.as_text(), expected);
}
