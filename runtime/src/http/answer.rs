//! One request and its response, as bytes.

use super::failure::Failure;
use super::request::Request;
use super::transport;
use flate2::write::MultiGzDecoder;
use reqwest::Response;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING, COOKIE, HeaderMap, HeaderValue};
use std::io::{self, Write};
use std::time::Duration;
use tokio::task::yield_now;

/// How many bytes of an unsuccessful response are read.
const EXCERPT: u64 = 16 * 1024;

/// How many bytes are decoded at a time.
const PIECE: usize = 16 * 1024;

/// How long to wait for the body of an unsuccessful response.
const PATIENCE: Duration = Duration::from_secs(2);

/// A complete response, or an excerpt of an unsuccessful one.
#[derive(Debug)]
pub(super) struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header as text.
    pub fn header(&self, name: reqwest::header::HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Sends a request and reads the response.
pub(super) async fn get_answer(
    pool: &reqwest::Client,
    request: &Request,
    limit: u64,
) -> Result<Answer, Failure> {
    let mut headers = HeaderMap::new();
    for (name, value) in &request.headers {
        headers.append(name.clone(), value.clone());
    }
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    if !request.cookies.is_empty() {
        let mut cookies = HeaderValue::from_str(&request.cookies.join("; "))
            .map_err(|_| Failure::internal("cookies that are checked are a header"))?;
        cookies.set_sensitive(true);
        headers.insert(COOKIE, cookies);
    }
    let builder = pool.request(request.method.clone(), request.url.clone());
    let builder = match &request.body {
        Some(body) => builder.body(body.clone()),
        None => builder,
    };
    let response = builder.headers(headers).send().await;
    let mut response = response.map_err(transport::transport_failure)?;
    let status = response.status();
    let headers = std::mem::take(response.headers_mut());
    let body = if status.is_success() {
        whole(&mut response, Decoder::new(&headers, limit)?).await?
    } else {
        excerpt(&mut response, &headers).await
    };
    Ok(Answer {
        status: status.as_u16(),
        headers,
        body,
    })
}

async fn whole(response: &mut Response, mut body: Decoder) -> Result<Vec<u8>, Failure> {
    let mut is_empty = true;
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(transport::transport_failure)?
    {
        is_empty &= chunk.is_empty();
        for piece in chunk.chunks(PIECE) {
            body.write(piece)?;
            // Gives other tasks a turn, and lets the time limit take effect, however much data there is.
            yield_now().await;
        }
    }
    match is_empty {
        // An empty body is empty, whatever its declared encoding is.
        true => Ok(Vec::new()),
        false => body.finish(),
    }
}

/// Reads what is available of the body of an unsuccessful response. No problem with the body may hide the
/// status.
async fn excerpt(response: &mut Response, headers: &HeaderMap) -> Vec<u8> {
    let Ok(mut body) = Decoder::new(headers, EXCERPT) else {
        return Vec::new();
    };
    let reading = async {
        while let Ok(Some(chunk)) = response.chunk().await {
            for piece in chunk.chunks(PIECE) {
                if body.write(piece).is_err() {
                    return;
                }
                yield_now().await;
            }
        }
    };
    // Keeps whatever arrived in time.
    let _ = tokio::time::timeout(PATIENCE, reading).await;
    body.so_far()
}

/// Decodes a body, up to a limit on the decoded size.
enum Decoder {
    Identity(Limited),
    Gzip {
        decoder: Box<MultiGzDecoder<Limited>>,
        /// How many more bytes may come in: there are endless streams that decode to nothing.
        room: u64,
    },
}

impl Decoder {
    fn new(headers: &HeaderMap, limit: u64) -> Result<Self, Failure> {
        let limited = Limited {
            bytes: Vec::new(),
            limit,
            is_over: false,
        };
        let encodings = headers.get_all(CONTENT_ENCODING).into_iter();
        let mut encodings = encodings.map(|value| value.as_bytes().to_ascii_lowercase());
        match (encodings.next().as_deref(), encodings.next()) {
            (None | Some(b"" | b"identity"), None) => Ok(Decoder::Identity(limited)),
            (Some(b"gzip" | b"x-gzip"), None) => Ok(Decoder::Gzip {
                decoder: Box::new(MultiGzDecoder::new(limited)),
                // Incompressible data grows by less than this.
                room: limit.saturating_add(limit / 8).saturating_add(1024),
            }),
            _ => Err(Failure::unreadable(
                "a `Content-Encoding` that was not asked for",
            )),
        }
    }

    fn write(&mut self, chunk: &[u8]) -> Result<(), Failure> {
        let (written, limited) = match self {
            Decoder::Identity(limited) => (limited.write_all(chunk), limited),
            Decoder::Gzip { decoder, room } => {
                let Some(left) = room.checked_sub(chunk.len() as u64) else {
                    return Err(Failure::too_large(decoder.get_ref().limit));
                };
                *room = left;
                (decoder.write_all(chunk), decoder.get_mut())
            }
        };
        match written {
            Ok(()) => Ok(()),
            Err(_) if limited.is_over => Err(Failure::too_large(limited.limit)),
            Err(error) => Err(Failure::unreadable(format!("gzip: {error}"))),
        }
    }

    /// Everything that was decoded; the body must be complete.
    fn finish(mut self) -> Result<Vec<u8>, Failure> {
        if let Decoder::Gzip { decoder, .. } = &mut self
            && let Err(error) = decoder.try_finish()
        {
            let limited = decoder.get_ref();
            return Err(if limited.is_over {
                Failure::too_large(limited.limit)
            } else {
                Failure::unreadable(format!("gzip: {error}"))
            });
        }
        Ok(self.so_far())
    }

    /// Everything that was decoded, wherever the body ended.
    fn so_far(self) -> Vec<u8> {
        match self {
            Decoder::Identity(limited) => limited.bytes,
            Decoder::Gzip { mut decoder, .. } => {
                let _ = decoder.try_finish();
                std::mem::take(&mut decoder.get_mut().bytes)
            }
        }
    }
}

/// A buffer with a size limit.
struct Limited {
    bytes: Vec<u8>,
    limit: u64,
    is_over: bool,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = usize::try_from(self.limit).unwrap_or(usize::MAX) - self.bytes.len();
        let fitting = bytes.len().min(room);
        self.bytes.extend_from_slice(&bytes[..fitting]);
        self.is_over = fitting < bytes.len();
        if self.is_over {
            Err(io::Error::other("too large"))
        } else {
            Ok(fitting)
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
