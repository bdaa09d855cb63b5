//! Texts from specs in Markdown and HTML, escaped so that none of it is markup.

use std::iter;
use toolc_runtime::hidden::show_hidden;

/// A text in HTML, as content or as a double-quoted attribute value. Hidden characters are shown
/// escaped.
pub(super) fn escape_html(text: &str) -> String {
    let shown = show_hidden(text);
    let mut out = String::with_capacity(shown.len() + 16);
    for letter in shown.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}

/// A piece of words of toolc with texts from specs in backticks.
enum Piece<'w> {
    Plain(&'w str),
    /// What is in backticks.
    Code(&'w str),
    /// What follows a backtick without a second one, which is literal.
    Unclosed(&'w str),
}

fn split_code(words: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut parts = words.split('`').peekable();
    let mut is_code = true;
    iter::from_fn(move || {
        let part = parts.next()?;
        is_code = !is_code;
        Some(match (is_code, parts.peek()) {
            (false, _) => Piece::Plain(part),
            (true, Some(_)) => Piece::Code(part),
            (true, None) => Piece::Unclosed(part),
        })
    })
}

/// Words of toolc with texts from specs in backticks, as HTML.
pub(super) fn html_words(words: &str) -> String {
    let pieces = split_code(words).map(|piece| match piece {
        Piece::Plain(text) => escape_html(text),
        Piece::Code(text) => format!("<code>{}</code>", escape_html(text)),
        Piece::Unclosed(text) => format!("`{}", escape_html(text)),
    });
    pieces.collect()
}

/// A JSON text for a `script` element, escaped so that it cannot end the element.
pub(super) fn json_in_html(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(letter)));
            }
            letter => out.push(letter),
        }
    }
    out
}

/// A text on one line of Markdown, without any emphasis, links, tags, mentions or tables.
pub(super) fn escape_markdown(text: &str) -> String {
    let shown = show_hidden(text);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(shown.len() + 16);
    let mut letters = shown.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // keeps addresses from becoming links, and names from becoming mentions
            ':' if letters.peek() == Some(&'/') => out.push_str("&#58;"),
            '.' if out.ends_with("www") || out.ends_with("WWW") => out.push_str("&#46;"),
            '@' => out.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '$' => {
                out.extend(['\\', letter])
            }
            // keeps the line from starting a list or a heading
            '-' | '+' | '=' if out.is_empty() => out.extend(['\\', letter]),
            '.' | ')' if is_number(&out) => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
    }
    out
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A text as code on one line of Markdown; can be used in a table.
pub(super) fn markdown_code(text: &str) -> String {
    let shown = show_hidden(text).replace('`', "'").replace('|', "\\|");
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    match shown.as_str() {
        "" => String::new(),
        shown => format!("`{shown}`"),
    }
}

/// Words of toolc with texts from specs in backticks, for a Markdown table.
pub(super) fn markdown_words(words: &str) -> String {
    let pieces = split_code(words).map(|piece| match piece {
        Piece::Plain(text) => {
            // blanks next to code are kept
            let trimmed = text.trim();
            let start = &text[..text.len() - text.trim_start().len()];
            let end = &text[text.trim_end().len().max(start.len())..];
            format!("{start}{}{end}", escape_markdown(trimmed))
        }
        Piece::Code(text) => markdown_code(text),
        Piece::Unclosed(text) => format!("\\`{}", escape_markdown(text)),
    });
    pieces.collect::<String>().replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup() {
        let hostile = "</script><img src=x onerror=\"a('b')\">&lt;\u{202e}";
        assert_eq!(
            escape_html(hostile),
            "&lt;/script&gt;&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;lt;\\u{202e}"
        );
        assert_eq!(
            html_words("one of `<b>`, `c` and ` <i>"),
            "one of <code>&lt;b&gt;</code>, <code>c</code> and ` &lt;i&gt;"
        );
        let json = json_in_html("{\"a\":\"</script><!--&\u{2028}\"}");
        assert_eq!(
            json,
            "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\"}"
        );
    }

    #[test]
    fn nothing_is_markdown() {
        for (text, written) in [
            ("[a](http://b) | <i>", "\\[a\\](http&#58;//b) \\| &lt;i&gt;"),
            ("*a* `b` www.c.d @e", "\\*a\\* \\`b\\` www&#46;c.d &#64;e"),
            ("1. a\n# b", "1\\. a \\# b"),
            ("- a: b - c", "\\- a: b - c"),
        ] {
            assert_eq!(escape_markdown(text), written);
        }
        assert_eq!(markdown_code("a`|b\nc"), "`a'\\|b c`");
        assert_eq!(markdown_words("one of `a|b`, `c`"), "one of `a\\|b`, `c`");
    }
}
