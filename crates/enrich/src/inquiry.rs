//! What is asked of a model in several requests, and what it answered. The command line sends the requests; here they are
//! written, and answers are held to their form.

pub mod embeddings;
pub mod proposals;

use toolc_base::node::Node;
use toolc_base::parse::parse_json_text;
use toolc_base::source::{SourceId, Span};

/// Questions to a model, of which some may be answered already.
pub trait Inquiry {
    /// Where requests go, below the address of the endpoint.
    fn path(&self) -> &'static str;

    /// How many questions have no answer yet.
    fn count_open(&self) -> usize;

    /// The body of the next request, which has at most so many bytes; `None` if everything is answered.
    ///
    /// # Errors
    ///
    /// A question that alone has more bytes.
    fn write_request(&mut self, most_bytes: u64) -> Option<Result<String, String>>;

    /// Takes the answer to the request that was written last, as a whole or not at all.
    ///
    /// # Errors
    ///
    /// The reason why the text does not answer that request.
    fn take_answer(&mut self, body: &str) -> Result<(), String>;

    /// The questions of the last request whose answers are of no use, with the reason.
    fn take_unusable(&mut self) -> Vec<(String, String)>;

    /// The artifact; `None` if something is missing that nobody must miss.
    fn finish(&self) -> Option<String>;

    /// The answers so far in the form of the artifact, for the next run.
    fn write_unfinished(&self) -> String;
}

/// The place of what a model says.
const NOWHERE: Span = Span {
    source: SourceId(0),
    start: 0,
    end: 0,
};

/// What a text says, if it is JSON.
fn parse_json(text: &str) -> Option<Node> {
    parse_json_text(text, NOWHERE)
}

/// An answer of the endpoint, which is an object.
///
/// # Errors
///
/// What it is instead.
fn parse_answer(body: &str) -> Result<Node, String> {
    let node = parse_json(body).ok_or("it is not JSON")?;
    match node.as_map() {
        Some(_) => Ok(node),
        None => Err(format!("it is {}, not an object", node.kind())),
    }
}
