//! The links of a page of Markdown, rewritten where they stand.

/// What becomes of a link.
#[derive(Debug, PartialEq, Eq)]
pub enum Link {
    /// It stays as it is.
    Kept,
    /// It leads elsewhere.
    To(String),
    /// Its text stays, and leads nowhere.
    Removed,
}

/// Rewrites each `[text](target)` that is not code.
pub fn rewrite_links(page: &str, decide: &dyn Fn(&str) -> Link) -> String {
    let mut written = String::with_capacity(page.len());
    // where in `written` the brackets are that nothing has closed
    let mut open: Vec<usize> = Vec::new();
    let mut rest = page;
    while let Some(letter) = rest.chars().next() {
        let is_line_start = written.is_empty() || written.ends_with('\n');
        let block = if is_line_start {
            fence_length(rest)
        } else {
            None
        };
        let span = if letter == '`' {
            span_length(rest)
        } else {
            None
        };
        let code = block.or(span);
        // a backslash takes what follows with it
        let escaped = letter.len_utf8() + rest.chars().nth(1).map_or(0, char::len_utf8);
        let taken = match (code, letter) {
            (Some(length), _) => length,
            (None, '`') => rest.len() - rest.trim_start_matches('`').len(),
            (None, '\\') => escaped,
            _ => letter.len_utf8(),
        };
        if code.is_none() && letter == '[' {
            open.push(written.len());
        }
        let is_end = code.is_none() && letter == ']';
        let start = if is_end { open.pop() } else { None };
        let target = rest
            .strip_prefix("](")
            .and_then(|after| after.split_once(')'));
        if let (Some(start), Some((target, after))) = (start, target) {
            let address = target.split(' ').next().unwrap_or_default();
            match decide(address) {
                Link::Kept => written.push_str(&format!("]({target})")),
                Link::To(other) => {
                    written.push_str(&format!("]({other}{})", &target[address.len()..]));
                }
                Link::Removed => {
                    written.remove(start);
                }
            }
            rest = after;
            continue;
        }
        let (taken, after) = rest.split_at(taken);
        written.push_str(taken);
        rest = after;
    }
    written
}

/// The length of the fenced block that begins here, at the start of a line.
fn fence_length(text: &str) -> Option<usize> {
    let line = text.split('\n').next()?.trim_start();
    let mark = ["```", "~~~"]
        .into_iter()
        .find(|mark| line.starts_with(mark))?;
    let mut length = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        length += line.len();
        if number > 0 && line.trim() == mark {
            break;
        }
    }
    Some(length)
}

/// The length of the code span that begins here: as many backticks end it as began it.
fn span_length(text: &str) -> Option<usize> {
    let after = text.trim_start_matches('`');
    let ticks = text.len() - after.len();
    let mut at = ticks;
    while let Some(found) = text[at..].find('`') {
        at += found;
        let run = text[at..].len() - text[at..].trim_start_matches('`').len();
        at += run;
        if run == ticks {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(target: &str) -> Link {
        match target {
            "kept" => Link::Kept,
            "gone" => Link::Removed,
            other => Link::To(format!("new/{other}")),
        }
    }

    #[test]
    fn links_are_rewritten_and_code_is_not() {
        for (page, expected) in [
            ("a [b](c) d", "a [b](new/c) d"),
            (
                "[over\ntwo lines](gone), [x](kept)",
                "over\ntwo lines, [x](kept)",
            ),
            ("`[b](c)` and [`b`](c)", "`[b](c)` and [`b`](new/c)"),
            (
                "```text\n[b](c)\n```\n[b](c)",
                "```text\n[b](c)\n```\n[b](new/c)",
            ),
            (
                "- a\n  ```yaml\n  [b](c)\n  ```\n",
                "- a\n  ```yaml\n  [b](c)\n  ```\n",
            ),
            ("[b](c \"title\")", "[b](new/c \"title\")"),
            (
                "\\[b](c) and a]( and [d] (e)",
                "\\[b](c) and a]( and [d] (e)",
            ),
            ("[a [b] c](d)", "[a [b] c](new/d)"),
            ("a ` alone, [é](gone)", "a ` alone, é"),
            ("``a ` b [c](d)`` [c](d)", "``a ` b [c](d)`` [c](new/d)"),
        ] {
            assert_eq!(rewrite_links(page, &decide), expected);
        }
    }
}
