//! What a sandbox may say, read from a line.

use crate::fields::{Fields, kind_of, read_string};
use toolc_runtime::Json;
use toolc_runtime::reader::Kind;

/// A request.
pub(super) struct Request {
    /// Its id as JSON; `null` if it has none.
    pub id: String,
    pub asks: Asks,
}

/// What is asked for.
pub(super) enum Asks {
    Call { tool: String, arguments: String },
    Now,
    Random,
    End(Result<Json, String>),
}

/// Why a line is not a valid request, by the codes of JSON-RPC 2.0 (section 5.1).
pub(super) struct Fault {
    /// The id as JSON; `null` if it is not known.
    pub id: String,
    pub code: i32,
    pub message: String,
}

const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;
const METHOD_NOT_FOUND: i32 = -32_601;
const INVALID_PARAMS: i32 = -32_602;

impl Fault {
    fn new(id: &str, code: i32, message: impl Into<String>) -> Self {
        Fault {
            id: id.to_owned(),
            code,
            message: message.into(),
        }
    }
}

pub(super) fn too_long() -> Fault {
    Fault::new("null", INVALID_REQUEST, "the line is too long")
}

pub(super) fn read_request(line: &[u8]) -> Result<Request, Fault> {
    let parse_error = |message: String| Fault::new("null", PARSE_ERROR, message);
    let text = std::str::from_utf8(line);
    let text = text.map_err(|_| parse_error("the line is not UTF-8".to_owned()))?;
    let json = Json::parse(text.trim()).map_err(|error| parse_error(error.to_string()))?;
    let Some(mut fields) = Fields::read(json.as_text()) else {
        let message =
            "a request is one object on one line: `{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":…}`";
        return Err(Fault::new("null", INVALID_REQUEST, message));
    };
    let id = fields.raw("id").unwrap_or("null").to_owned();
    let invalid = |message: String| Fault::new(&id, INVALID_REQUEST, message);
    if !matches!(kind_of(&id), Some(Kind::Null | Kind::Number | Kind::String)) {
        let message = "`id` is a number or a string".to_owned();
        return Err(Fault::new("null", INVALID_REQUEST, message));
    }
    if fields.raw("jsonrpc").and_then(read_string).as_deref() != Some("2.0") {
        return Err(invalid("write `\"jsonrpc\":\"2.0\"`".to_owned()));
    }
    let method = fields.text("method");
    let method = method.ok_or_else(|| invalid("`method` is missing".to_owned()))?;
    let params = fields.raw("params").unwrap_or("{}");
    if !fields.is_done() {
        let message = "a request has `jsonrpc`, `id`, `method` and `params`, and nothing else";
        return Err(invalid(message.to_owned()));
    }
    if id == "null" && method != "end" {
        return Err(invalid(
            "`id` is missing: nothing is done without an answer".to_owned(),
        ));
    }
    let asks =
        read_params(&method, params).map_err(|(code, message)| Fault::new(&id, code, message))?;
    Ok(Request { id, asks })
}

fn read_params(method: &str, params: &str) -> Result<Asks, (i32, &'static str)> {
    let invalid = |message| (INVALID_PARAMS, message);
    let fields = Fields::read(params);
    let mut fields = fields.ok_or_else(|| invalid("`params` is an object"))?;
    let asks = match method {
        "call" => read_call(&mut fields)
            .ok_or_else(|| invalid("`params` is `{\"tool\":\"…\",\"arguments\":{…}}`"))?,
        "now" => Asks::Now,
        "random" => Asks::Random,
        "end" => read_end(&mut fields)
            .ok_or_else(|| invalid("`params` is `{\"value\":…}` or `{\"error\":\"…\"}`"))?,
        _ => {
            let known = "the methods are `call`, `now`, `random` and `end`";
            return Err((METHOD_NOT_FOUND, known));
        }
    };
    match fields.is_done() {
        true => Ok(asks),
        false => Err(invalid("`params` has a member without a meaning")),
    }
}

fn read_call(fields: &mut Fields<'_>) -> Option<Asks> {
    Some(Asks::Call {
        tool: fields.text("tool")?,
        arguments: fields.raw("arguments").unwrap_or("{}").to_owned(),
    })
}

fn read_end(fields: &mut Fields<'_>) -> Option<Asks> {
    let outcome = match (fields.raw("value"), fields.raw("error")) {
        (Some(value), None) => Ok(Json::parse(value).ok()?),
        (None, Some(error)) => Err(read_string(error)?),
        (None, None) => Ok(Json::null()),
        (Some(_), Some(_)) => return None,
    };
    Some(Asks::End(outcome))
}
