//! Tags and entities of HTML in a text.

/// Elements that people write in the descriptions of APIs; `<id>` and the like are not tags.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "article",
    "aside",
    "b",
    "blockquote",
    "br",
    "caption",
    "center",
    "code",
    "col",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "nav",
    "ol",
    "p",
    "pre",
    "s",
    "section",
    "small",
    "span",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "video",
];

/// Entities, and what they stand for.
const ENTITIES: &[(&str, &str)] = &[
    ("nbsp", " "),
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("mdash", "—"),
    ("ndash", "–"),
    ("hellip", "…"),
    ("rsquo", "’"),
    ("lsquo", "‘"),
    ("rdquo", "”"),
    ("ldquo", "“"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("bull", "•"),
    ("middot", "·"),
    ("times", "×"),
    ("rarr", "→"),
    ("larr", "←"),
];

/// The first tag or entity.
pub(super) fn find_markup(text: &str) -> Option<&str> {
    let mut at = 0;
    while let Some(start) = text[at..].find(['<', '&']) {
        let rest = &text[at + start..];
        if let Some((mark, _)) = read_mark(rest) {
            return Some(mark);
        }
        at += start + 1;
    }
    None
}

/// The text with tags left out and entities resolved, on one line.
pub(super) fn clean_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['<', '&']) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        match read_mark(rest) {
            Some((mark, meant)) => {
                out.push_str(&meant);
                rest = &rest[mark.len()..];
            }
            None => {
                out.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The tag or entity at the start of a text, and what to write in its place.
fn read_mark(text: &str) -> Option<(&str, String)> {
    const LONGEST: usize = 400;
    if let Some(rest) = text.strip_prefix('&') {
        let end = rest.bytes().take(12).position(|byte| byte == b';')?;
        let name = &rest[..end];
        let known = ENTITIES.iter().find(|(known, _)| *known == name);
        let meant = match (known, name.strip_prefix('#')) {
            (Some((_, meant)), _) => (*meant).to_owned(),
            (None, Some(number)) => {
                let code = match number.strip_prefix(['x', 'X']) {
                    Some(hex) => u32::from_str_radix(hex, 16),
                    None => number.parse(),
                };
                char::from_u32(code.ok()?)?.to_string()
            }
            (None, None) => return None,
        };
        return Some((&text[..end + 2], meant));
    }
    if text.starts_with("<!--") {
        let end = text.find("-->")?;
        return Some((&text[..end + 3], " ".to_owned()));
    }
    let inner = text.strip_prefix('<')?;
    let name = inner.trim_start_matches('/');
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric())?;
    let name = name[..end].to_ascii_lowercase();
    let end = text.bytes().take(LONGEST).position(|byte| byte == b'>')?;
    ELEMENTS
        .contains(&name.as_str())
        .then(|| (&text[..=end], " ".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_entities_are_told_from_placeholders() {
        for (text, mark, clean) in [
            (
                "<p>Lists <b>all</b> pets.</p>",
                Some("<p>"),
                "Lists all pets.",
            ),
            ("&#10024; VIP only", Some("&#10024;"), "✨ VIP only"),
            ("A&nbsp;&amp;&nbsp;B", Some("&nbsp;"), "A & B"),
            (
                "See <a href=\"x\">here</a>.",
                Some("<a href=\"x\">"),
                "See here .",
            ),
            ("A<!-- note -->B", Some("<!-- note -->"), "A B"),
            (
                "Takes <id> and <user_id>; a < b && c > d",
                None,
                "Takes <id> and <user_id>; a < b && c > d",
            ),
            ("AT&T; x & y", None, "AT&T; x & y"),
        ] {
            assert_eq!(find_markup(text), mark, "{text}");
            assert_eq!(clean_text(text), clean, "{text}");
        }
    }
}
