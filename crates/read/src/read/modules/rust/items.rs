//! Splits a file into items, by tokens alone. Only the requested items are parsed. Function bodies are kept apart and
//! are not, unless one makes a default, so that neither macros nor anything else in them needs to be understood.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use std::collections::HashMap;
use std::ops::Range;
use std::str::FromStr;

/// The largest file that is read.
pub(super) const MAX_BYTES: usize = 2 << 20;

/// How deeply brackets may nest in an item that is parsed.
const MAX_DEPTH: usize = 32;

/// How deeply types may nest.
const MAX_ANGLES: usize = 24;

/// How many tokens a part between commas or semicolons may have, including those of enclosing
/// parts.
const MAX_PART: usize = 320;

/// The kind of an item, by its keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Function,
    Struct,
    Enum,
    Alias,
    Use,
    Impl,
    Const,
    Module,
    Other,
}

/// One item.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) keyword: Keyword,
    /// Its name, without `r#`.
    pub(super) name: String,
    /// The place of its name, or else of its first token.
    pub(super) span: proc_macro2::Span,
    /// Its tokens, with empty function bodies.
    pub(super) tokens: Vec<TokenTree>,
    /// The body of a function.
    pub(super) body: Option<Group>,
}

/// All items in a file or an impl block.
#[derive(Debug, Default)]
pub(super) struct Items {
    items: Vec<Item>,
    names: HashMap<String, Vec<usize>>,
}

/// The reason for a text that is too large.
pub(super) const TOO_LARGE: &str = "it is larger than 2 MiB";

/// Why a text cannot be read.
pub(super) struct Fault {
    pub(super) range: Range<usize>,
    pub(super) reason: &'static str,
}

impl Items {
    /// Splits a text into items.
    pub(super) fn of(text: &str) -> Result<Self, Fault> {
        if text.len() > MAX_BYTES {
            return Err(Fault {
                range: 0..0,
                reason: TOO_LARGE,
            });
        }
        match TokenStream::from_str(text) {
            Ok(tokens) => Ok(Items::of_tokens(tokens)),
            Err(error) => Err(Fault {
                range: error.span().byte_range(),
                reason: "its brackets, strings or comments are not balanced",
            }),
        }
    }

    pub(super) fn of_tokens(tokens: TokenStream) -> Self {
        let mut found = Items::default();
        let mut part = Vec::new();
        for token in tokens {
            part.push(token);
            if is_inner_attribute(&part) {
                part.clear();
            }
            if is_end(&part) {
                found.add(std::mem::take(&mut part));
            }
        }
        found.add(part);
        found
    }

    fn add(&mut self, tokens: Vec<TokenTree>) {
        let Some(item) = item(tokens) else {
            return;
        };
        let places = self.names.entry(item.name.clone()).or_default();
        places.push(self.items.len());
        self.items.push(item);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Item> {
        self.items.iter()
    }

    /// The items with a name and one of some kinds.
    pub(super) fn named<'i>(&'i self, name: &str, kinds: &'i [Keyword]) -> Vec<&'i Item> {
        let places = self.names.get(name).map_or(&[][..], Vec::as_slice);
        let items = places.iter().map(|place| &self.items[*place]);
        items.filter(|item| kinds.contains(&item.keyword)).collect()
    }
}

/// `#![…]`, also as `//! …`: it belongs to the file and not to its first item.
fn is_inner_attribute(tokens: &[TokenTree]) -> bool {
    let is_sign = |token: &TokenTree, sign| matches!(token, TokenTree::Punct(found) if found.as_char() == sign);
    match tokens {
        [hash, bang, TokenTree::Group(group)] => {
            is_sign(hash, '#') && is_sign(bang, '!') && group.delimiter() == Delimiter::Bracket
        }
        _ => false,
    }
}

/// Whether tokens form a complete item: after a semicolon, or after braces that are a body.
fn is_end(tokens: &[TokenTree]) -> bool {
    match tokens.last() {
        Some(TokenTree::Punct(sign)) => sign.as_char() == ';',
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            let (keyword, _) = keyword(tokens);
            !matches!(keyword, Keyword::Use | Keyword::Const | Keyword::Alias)
        }
        _ => false,
    }
}

fn is_word(token: Option<&TokenTree>, words: &[&str]) -> bool {
    matches!(token, Some(TokenTree::Ident(word)) if words.iter().any(|known| word == known))
}

/// The keyword of an item, and the position after it.
fn keyword(tokens: &[TokenTree]) -> (Keyword, usize) {
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Ident(word) = token else {
            continue;
        };
        let next = tokens.get(at + 1);
        let found = match word.to_string().as_str() {
            "fn" => Keyword::Function,
            "struct" => Keyword::Struct,
            "enum" => Keyword::Enum,
            "type" => Keyword::Alias,
            "use" => Keyword::Use,
            "impl" => Keyword::Impl,
            "const" if !is_word(next, &["fn", "async", "unsafe", "extern"]) => Keyword::Const,
            "static" => Keyword::Const,
            "mod" => Keyword::Module,
            "trait" | "union" | "macro_rules" => Keyword::Other,
            _ => continue,
        };
        return (found, at + 1);
    }
    (Keyword::Other, tokens.len())
}

fn item(mut tokens: Vec<TokenTree>) -> Option<Item> {
    let (keyword, behind) = keyword(&tokens);
    if keyword == Keyword::Other {
        return None;
    }
    let named = match tokens.get(behind) {
        Some(TokenTree::Ident(name)) => Some((name.to_string(), name.span())),
        _ => None,
    };
    let first = tokens.first()?.span();
    let (name, span) = named.unwrap_or((String::new(), first));
    let name = match keyword {
        Keyword::Use | Keyword::Impl => String::new(),
        _ => name.strip_prefix("r#").unwrap_or(&name).to_owned(),
    };
    let mut body = None;
    if let (Keyword::Function, Some(TokenTree::Group(group))) = (keyword, tokens.last_mut()) {
        let empty = emptied(group);
        body = Some(std::mem::replace(group, empty));
    }
    Some(Item {
        keyword,
        name,
        span,
        tokens,
        body,
    })
}

fn emptied(group: &Group) -> Group {
    let mut empty = Group::new(group.delimiter(), TokenStream::new());
    empty.set_span(group.span());
    empty
}

/// The items in an impl block, and the tokens before its braces.
pub(super) fn items_within(item: &Item) -> Option<(&[TokenTree], Items)> {
    let (last, header) = item.tokens.split_last()?;
    match last {
        TokenTree::Group(group) => Some((header, Items::of_tokens(group.stream()))),
        _ => None,
    }
}

/// Parses tokens. Tokens that nest too deeply are rejected without an attempt.
pub(super) fn parse_item<T: syn::parse::Parse>(tokens: &[TokenTree]) -> Result<T, syn::Error> {
    if let Some(deep) = too_deep(tokens) {
        return Err(syn::Error::new(deep, "it nests too deeply"));
    }
    syn::parse2(tokens.iter().cloned().collect())
}

/// The place where tokens nest more deeply than a parser should recurse, determined without
/// recursion: by brackets, by angle brackets, and by the length of a part without commas.
fn too_deep(tokens: &[TokenTree]) -> Option<proc_macro2::Span> {
    struct Level {
        rest: std::vec::IntoIter<TokenTree>,
        /// The number of tokens in the part so far, including the enclosing levels.
        part: usize,
        begun_with: usize,
        angles: usize,
        arrow: bool,
    }
    let level = |tokens: Vec<TokenTree>, part: usize, angles: usize| Level {
        rest: tokens.into_iter(),
        part,
        begun_with: part,
        angles,
        arrow: false,
    };
    let mut levels = vec![level(tokens.to_vec(), 0, 0)];
    while let Some(top) = levels.last_mut() {
        let Some(token) = top.rest.next() else {
            levels.pop();
            continue;
        };
        top.part += 1;
        let span = token.span();
        match token {
            TokenTree::Punct(sign) => {
                match sign.as_char() {
                    ',' | ';' => top.part = top.begun_with,
                    // an attribute does not count towards what it is on
                    '#' => top.part -= 1,
                    '<' => top.angles += 1,
                    '>' if !top.arrow => top.angles = top.angles.saturating_sub(1),
                    _ => {}
                }
                let joint = sign.spacing() == Spacing::Joint;
                top.arrow = joint && matches!(sign.as_char(), '-' | '=');
            }
            TokenTree::Group(group) => {
                let is_body = group.delimiter() == Delimiter::Brace;
                let is_attribute = group.delimiter() == Delimiter::Bracket;
                let (part, angles) = (top.part, top.angles);
                if is_body || is_attribute {
                    top.part = top.begun_with.max(top.part.saturating_sub(1));
                }
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                levels.push(level(inner, part, angles));
            }
            _ => {}
        }
        let top = levels.last()?;
        if levels.len() > MAX_DEPTH || top.angles > MAX_ANGLES || top.part > MAX_PART {
            return Some(span);
        }
    }
    None
}
