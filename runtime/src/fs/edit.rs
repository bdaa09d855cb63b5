//! Editing: one text in a file is replaced by another. The file is read and written through the same handle of its
//! folder, and like every file it is written beside its place and then moved there.

use super::binary::text_of;
use super::error::PathErrorKind;
use super::open::Limits;
use super::workspace::Workspace;
use super::write::Before;
use crate::error::ToolFailure;

/// What is replaced, and by what.
pub(super) struct Edit<'e> {
    pub old: &'e str,
    pub new: &'e str,
}

impl Workspace {
    /// Replaces the one place in a text file that has the old text. Returns the size of the file in bytes.
    pub(super) fn edit(
        &self,
        path: &str,
        edit: &Edit<'_>,
        limits: Limits<'_>,
    ) -> Result<usize, ToolFailure> {
        let before = self.read_own(path, limits)?;
        let Some(text) = text_of(before.clone()) else {
            let message = format!("{path} has no text in it, so it cannot be edited");
            return Err(ToolFailure::user(
                PathErrorKind::UnsupportedFileType.code(),
                message,
            ));
        };
        let after = edit.apply(path, &text)?;
        // Somebody else may have written the file while this was decided. What they wrote is not lost.
        if self.read_own(path, limits)? != before {
            let message = format!("{path} has just been changed. Read it again");
            return Err(ToolFailure::user("CHANGED_MEANWHILE", message).retryable());
        }
        self.write(path, after.as_bytes(), Before::File, limits)?;
        Ok(after.len())
    }
}

impl Edit<'_> {
    /// The text with the replacement. The model reads why there is none.
    fn apply(&self, path: &str, text: &str) -> Result<String, ToolFailure> {
        if self.old == self.new {
            let message = format!("Nothing would change in {path}: both texts are the same");
            return Err(ToolFailure::user("NO_CHANGE", message));
        }
        let Some(first) = text.find(self.old) else {
            return Err(self.explain_absence(path, text));
        };
        let behind = first + text[first..].chars().next().map_or(1, char::len_utf8);
        if text
            .get(behind..)
            .is_some_and(|rest| rest.contains(self.old))
        {
            let message = format!(
                "The text occurs more than once in {path}. Add lines before or after it until it occurs once"
            );
            return Err(ToolFailure::user("TEXT_NOT_UNIQUE", message));
        }
        let (head, tail) = (&text[..first], &text[first + self.old.len()..]);
        Ok([head, self.new, tail].concat())
    }

    fn explain_absence(&self, path: &str, text: &str) -> ToolFailure {
        let as_lf = |text: &str| text.replace("\r\n", "\n");
        let mut message = format!("The text does not occur in {path}");
        if as_lf(text).contains(&as_lf(self.old)) {
            message.push_str(match text.contains("\r\n") {
                true => " with these line ends: lines of the file end in \\r\\n",
                false => " with these line ends: lines of the file end in \\n",
            });
        } else {
            message.push_str(". It must be the same character for character, with all spaces");
        }
        ToolFailure::user("TEXT_NOT_FOUND", message)
    }
}
