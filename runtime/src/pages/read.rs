//! Verb: a call of `results::read_more` to a further part of a result.

use super::KeptResults;
use crate::context::Context;
use crate::error::ToolFailure;
use crate::json::{Json, write_string};
use crate::shorten::{Page, show_page};
use serde_json::Value;
use std::fmt::Write;

/// How many lists are named that are cut in a page.
const NAMED: usize = 20;

/// Reads on in a result.
pub(crate) async fn read_more(
    kept: &KeptResults,
    context: &Context,
    arguments: &str,
) -> Result<Json, ToolFailure> {
    // they are validated already
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
    let handle = arguments["handle"].as_str().unwrap_or_default();
    let at = arguments["at"].as_str().unwrap_or_default();
    let from = match arguments.get("from") {
        None => 0,
        Some(from) => read_position(from)?,
    };
    // one message for all, so that nobody learns which handles there are
    let gone = "no result has this handle: it is kept for a while, for the session that read it. Call the tool again";
    let found = kept.find_result(context, handle).await;
    let found = found.map_err(|error| ToolFailure::internal(error.to_string()))?;
    let found = found.ok_or_else(|| ToolFailure::user("RESULT_GONE", gone))?;
    let page = show_page(found.results, &found.output, at, from);
    let page = page.map_err(|why| ToolFailure::user("NOTHING_THERE", why))?;
    Ok(Json::trusted(write_page(&page)))
}

/// `3`, `3.0` or `3e0`: each is an integer in JSON Schema.
fn read_position(from: &Value) -> Result<u64, ToolFailure> {
    let whole = from.as_f64().filter(|from| (0.0..9e15).contains(from));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is within the integers"
    )]
    let position = from.as_u64().or(whole.map(|whole| whole as u64));
    position.ok_or_else(|| ToolFailure::user("NOTHING_THERE", "nothing is so long"))
}

fn write_page(page: &Page) -> String {
    let mut out = format!("{{\"value\":{}", page.text);
    if !page.missing.is_empty() {
        out.push_str(",\"left\":[");
        for (index, missing) in page.missing.iter().take(NAMED).enumerate() {
            out.push_str(if index > 0 { ",{\"at\":" } else { "{\"at\":" });
            write_string(&missing.pointer, &mut out);
            let _ = write!(
                out,
                ",\"from\":{},\"items\":{}}}",
                missing.from, missing.items
            );
        }
        out.push(']');
    }
    if page.cut_texts > 0 {
        let _ = write!(out, ",\"cut_texts\":{}", page.cut_texts);
    }
    out.push('}');
    out
}
