//! One expression of a path template, in braces or as routers write it without them.

use super::{Declared, find_close, segment_length};

/// What an expression stands for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// Values in the path, with a text before the first one and between them, in which `NAME` is the name.
    Names {
        names: Vec<String>,
        before: String,
        between: String,
        /// Whether the value may have several segments.
        is_long: bool,
    },
    /// Pairs in the query.
    Query(Vec<String>),
    /// A value without a name.
    Nameless,
    /// Nothing that is known.
    Unknown,
}

impl Read {
    pub(super) fn name(name: &str) -> Self {
        Read::one(name, false)
    }

    fn one(name: &str, is_long: bool) -> Self {
        Read::joined(vec![name.to_owned()], "", "", is_long)
    }

    fn joined(names: Vec<String>, before: &str, between: &str, is_long: bool) -> Self {
        Read::Names {
            names,
            before: before.to_owned(),
            between: between.to_owned(),
            is_long,
        }
    }
}

/// A name, and whether its value may have several segments.
struct Variable<'t> {
    name: &'t str,
    is_long: bool,
}

/// Reads what is between braces: a name, an expression of RFC 6570, or a name with what a router says about its
/// values.
pub(super) fn read_expression(inner: &str, declared: &[Declared<'_>]) -> Read {
    let known = |name: &str| declared.iter().find(|known| known.name == name);
    let text = inner.trim();
    if known(inner).is_some() {
        return Read::name(inner);
    }
    if let Some(within) = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'))
    {
        return read_expression(within, declared);
    }
    let mut letters = text.chars();
    let Some(operator) = letters.next() else {
        return Read::Nameless;
    };
    let list = letters.as_str();
    let delimited = |sign: &'static str| {
        let names = read_names(list)?;
        let is_delimited = known(&names[0]).is_some_and(|known| known.is_delimited);
        Some(match is_delimited {
            true => Read::joined(names, "", "", false),
            false => Read::joined(names, sign, sign, false),
        })
    };
    let read = match operator {
        '?' | '&' => read_names(list).map(Read::Query),
        '#' => read_names(list).map(|_| Read::joined(Vec::new(), "", "", false)),
        '/' => delimited("/"),
        ';' => delimited(";NAME="),
        '.' if !list.starts_with('.') => delimited("."),
        '+' => read_names(list).map(|names| Read::joined(names, "", ",", true)),
        _ if text.contains(',') && !text.contains([':', '=', '(', '<']) => {
            read_names(text).map(|names| Read::joined(names, "", ",", false))
        }
        _ => match read_variable(text, declared) {
            Some(Variable { name: "", .. }) => Some(Read::Nameless),
            Some(variable) => Some(Read::one(variable.name, variable.is_long)),
            None => None,
        },
    };
    read.unwrap_or(Read::Unknown)
}

/// The names in a list of RFC 6570, without their modifiers: `q,r*,s:3`.
fn read_names(list: &str) -> Option<Vec<String>> {
    let names = list.split(',').map(|name| {
        let name = name.trim().trim_end_matches('*');
        let name = name.split(':').next().unwrap_or(name);
        is_name(name).then(|| name.to_owned())
    });
    names.collect()
}

/// A name with what a router says about it: `id:\d+`, `path*`, `id?`, `id<\d+>`, `name=projects/*`, `...path`.
fn read_variable<'t>(text: &'t str, declared: &[Declared<'_>]) -> Option<Variable<'t>> {
    let bare = text.trim_start_matches("...").trim_start_matches('*');
    let starts_long = bare.len() < text.len();
    let length = bare.find(|letter| !is_letter(letter)).unwrap_or(bare.len());
    let (name, rest) = bare.split_at(length);
    let (name, ends_long) = match name.strip_suffix("...") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let rest = rest.trim();
    let is_flag = ["", "*", "**", "+", "?", "!", "+?", "*?"].contains(&rest);
    let is_long = starts_long || ends_long || is_flag && rest.contains(['*', '+']);
    let found = Variable { name, is_long };
    let Some(sign) = rest.chars().next().filter(|_| !is_flag) else {
        return Some(found);
    };
    let rule = rest[sign.len_utf8()..].trim();
    let is_declared = |name: &str| declared.iter().any(|known| known.name == name);
    match sign {
        // some write the kind of value first
        ':' if !is_declared(name) && is_declared(rule) => Some(Variable {
            name: rule,
            is_long: is_long || is_path(name),
        }),
        ':' if name.is_empty() && is_name(rule) => Some(Variable {
            name: rule,
            is_long,
        }),
        ':' | '=' | '<' | '(' | '|' | '?' => Some(Variable {
            name,
            is_long: is_long || is_path(rule) || sign != '?' && takes_slash(rule),
        }),
        _ => None,
    }
}

/// Reads an expression without braces: its length, and what it stands for. Names that are not declared are read
/// only where they take up a whole segment.
pub(super) fn read_plain(
    text: &str,
    is_at_start: bool,
    declared: &[Declared<'_>],
) -> Option<(usize, Read)> {
    let segment = &text[..segment_length(text)];
    let is_declared = |name: &str| declared.iter().any(|known| known.name == name);
    let sign = segment.chars().next()?;
    let whole = |inner: Option<&str>, is_long: bool| {
        let name = inner.filter(|name| is_name(name))?;
        Some((segment.len(), Read::one(name, is_long)))
    };
    match sign {
        ':' => read_colon(text, is_at_start, declared),
        '<' => {
            let end = find_close(text, '<', '>')?;
            let read = read_angles(&text[1..end], declared)?;
            Some((end + 1, read))
        }
        '[' if is_at_start => {
            let inner = segment.strip_prefix('[')?.strip_suffix(']')?;
            let inner = match inner.strip_prefix('[') {
                Some(optional) => optional.strip_suffix(']')?,
                None => inner,
            };
            let name = inner.strip_prefix("...");
            whole(name.or(Some(inner)), name.is_some())
        }
        '*' if is_at_start => match segment.trim_start_matches('*') {
            "" => Some((segment.len(), Read::Nameless)),
            // the braces have their own reader
            rest if rest.starts_with('{') => {
                let end = find_close(rest, '{', '}').filter(|end| end + 1 == rest.len())?;
                whole(rest.get(1..end), true)
            }
            name => whole(Some(name), true),
        },
        '$' if is_at_start => {
            let name = segment.strip_prefix('$').filter(|name| is_declared(name));
            whole(name, false)
        }
        _ => None,
    }
}

/// `:id`, `:id?`, `:path*`, `:id(\d+)`
fn read_colon(text: &str, is_at_start: bool, declared: &[Declared<'_>]) -> Option<(usize, Read)> {
    let behind = &text[1..];
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let length = behind
        .find(|letter| !is_part(letter))
        .unwrap_or(behind.len());
    let name = &behind[..length];
    let is_declared = declared.iter().any(|known| known.name == name);
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    if !begins || !is_declared && !is_at_start {
        return None;
    }
    let mut end = 1 + length;
    let mut is_long = false;
    if text[end..].starts_with('(') {
        let close = find_close(&text[end..], '(', ')')?;
        is_long = takes_slash(&text[end + 1..end + close]);
        end += close + 1;
    }
    if let Some(sign) = text[end..]
        .chars()
        .next()
        .filter(|sign| "?*+".contains(*sign))
    {
        // `?` before a pair begins a query
        let is_flag = sign != '?' || !text[end + 1..].starts_with(is_letter);
        is_long |= is_flag && sign != '?';
        end += usize::from(is_flag);
    }
    let is_whole = text[end..].is_empty() || text[end..].starts_with(['/', '?', '#', '.', '(']);
    (is_declared || is_whole).then(|| (end, Read::one(name, is_long)))
}

/// `<id>`, `<int:id>`, `<id:int>`, `<path:rest>`
fn read_angles(inner: &str, declared: &[Declared<'_>]) -> Option<Read> {
    let is_declared = |name: &str| declared.iter().any(|known| known.name == name);
    let Some((first, second)) = inner.split_once(':') else {
        let is_long = inner.starts_with(['*', '.']);
        let name = inner.trim_start_matches(['*', '.']);
        return is_name(name).then(|| Read::one(name, is_long));
    };
    let last = inner.rsplit(':').next().unwrap_or(second);
    let (name, rule) = match () {
        () if is_declared(first) => (first, second),
        () if is_name(last) => (last, first),
        () => (first, second),
    };
    is_name(name).then(|| Read::one(name, is_path(rule) || takes_slash(rule)))
}

/// The words for values with several segments.
fn is_path(rule: &str) -> bool {
    ["path", "wildcard", "splat", "**", "*"].contains(&rule)
}

/// Whether a pattern seems to accept a `/`: it mentions one, or anything may be repeated in it.
fn takes_slash(pattern: &str) -> bool {
    let is_plain = |text: &str| !text.contains("[^/");
    let repeats = [".*", ".+", ".{"].iter().any(|sign| {
        let mut places = pattern.match_indices(sign).map(|(at, _)| at);
        places.any(|at| !pattern[..at].ends_with('\\'))
    });
    repeats || is_plain(pattern) && pattern.contains('/')
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || "_-.$~@".contains(letter)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_letter) && text.contains(char::is_alphanumeric)
}
