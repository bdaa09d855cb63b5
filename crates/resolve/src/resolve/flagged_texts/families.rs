//! What poisoned descriptions ask for, by family, and the words for it. The families are those that papers and
//! reports on such descriptions name.

mod marks;
mod of_tools;
mod of_user;

pub(super) use marks::{ROLE_MARKS, SECRET_FILES};
pub(super) use of_tools::OF_TOOLS;
pub(super) use of_user::OF_USER;

pub(super) const IGNORE: &str = "ignore what it was told before";
pub(super) const CONCEAL: &str = "keep something from its user";
pub(super) const ASK: &str = "do something without asking its user";
pub(super) const FIRST: &str = "call it before or instead of all other tools";
pub(super) const SAID: &str = "hand over what was said";
pub(super) const SECRETS: &str = "hand over secrets";
pub(super) const FILES: &str = "read files that hold secrets";
pub(super) const OTHERS: &str = "change what other tools do";
pub(super) const ROLE: &str = "take it for the system or for somebody else";
pub(super) const LIMITS: &str = "drop its limits";
pub(super) const RUN: &str = "run what others wrote";

/// What is asked for, and the words for it: alternatives with `|` between them, `*` at the end of a word for
/// any ending, a number before a word for how many other words may stand there, and words behind a `-` that may
/// not be among those. All of them are in one
/// sentence.
pub(super) type Wish = (&'static str, &'static str);
