//! What a sandbox is answered, as lines.

use super::request::Fault;
use crate::error::ProgramError;
use crate::fields::{Fields, ObjectText, string_text};
use crate::run::Reply;

/// The code of a call that failed: `data` is the error of the tool.
const FAILED: i32 = -32_000;

/// The code of a run that is over: `data.code` says why.
const STOPPED: i32 = -32_001;

pub(super) fn write_reply(id: &str, reply: &Reply) -> String {
    let answer = match reply {
        Reply::Pending => return write_result(id, r#"{"pending":true}"#),
        Reply::Answered(answer) => answer,
    };
    let Some(error) = answer.error() else {
        return write_result(id, &answer.to_json());
    };
    let message = Fields::read(error.as_text()).and_then(|mut fields| fields.text("message"));
    let message = message.unwrap_or_default();
    write_error(id, FAILED, &message, Some(error.as_text()))
}

pub(super) fn write_fault(fault: &Fault) -> String {
    write_error(&fault.id, fault.code, &fault.message, None)
}

pub(super) fn write_stopped(id: &str, error: &ProgramError) -> String {
    let data = ObjectText::new().text("code", error.code()).end();
    write_error(id, STOPPED, &error.to_string(), Some(&data))
}

fn write_result(id: &str, result: &str) -> String {
    let head = ObjectText::new().text("jsonrpc", "2.0").raw("id", id);
    head.raw("result", result).end()
}

fn write_error(id: &str, code: i32, message: &str, data: Option<&str>) -> String {
    let mut error = ObjectText::new()
        .raw("code", &code.to_string())
        .raw("message", &string_text(message));
    if let Some(data) = data {
        error = error.raw("data", data);
    }
    let head = ObjectText::new().text("jsonrpc", "2.0").raw("id", id);
    head.raw("error", &error.end()).end()
}
