//! Whether texts match patterns, as far as that can be decided.

use crate::pattern::Pattern;
use crate::reader::{Reader, Stop};
use crate::violation::Word;

/// Returns whether a text matches a pattern. If that cannot be decided in bounded time, the whole text is
/// refused, since a trial must not treat it as either answer.
pub(crate) fn matches_pattern(
    reader: &mut Reader<'_>,
    text: &str,
    pattern: &Pattern,
) -> Result<bool, Stop> {
    let Ok((found, cost)) = pattern.decide(text) else {
        return reader.give_up();
    };
    reader.step(cost)?;
    Ok(found)
}

/// Checks a string against its pattern.
pub(super) fn check_pattern(
    reader: &mut Reader<'_>,
    text: &str,
    pattern: &Pattern,
) -> Result<(), Stop> {
    if matches_pattern(reader, text, pattern)? {
        return Ok(());
    }
    reader.violate(
        "pattern",
        &[Word::Text("must match "), Word::Rule(pattern.source)],
    )
}
