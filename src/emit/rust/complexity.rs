//! Whether a linter finds a type hard to read. The schema has it that way, and a name for a part of
//! it would only be one more place to look.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

/// The score up to which clippy's `type_complexity` accepts a type.
const ACCEPTED: usize = 250;

/// The attribute of a field or variant of such a type.
pub fn allow(tokens: &TokenStream) -> TokenStream {
    match score(tokens.clone(), 1) > ACCEPTED {
        true => quote!(#[allow(clippy::type_complexity, reason = "the schema nests so")]),
        false => TokenStream::new(),
    }
}

/// Ten for each path and each tuple, times the depth at which it stands, as clippy counts.
fn score(tokens: TokenStream, outermost: usize) -> usize {
    let (mut score, mut depth, mut in_path) = (0, outermost, false);
    for token in tokens {
        match token {
            TokenTree::Ident(_) if !in_path => {
                score += 10 * depth;
                in_path = true;
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                score += 10 * depth + self::score(group.stream(), depth + 1);
            }
            TokenTree::Group(_) => {}
            TokenTree::Punct(punct) => match punct.as_char() {
                ':' => {}
                '<' => (depth, in_path) = (depth + 1, false),
                '>' => (depth, in_path) = (depth.saturating_sub(1), false),
                _ => in_path = false,
            },
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_count_by_their_depth() {
        assert_eq!(score(quote!(f64), 1), 10);
        assert_eq!(
            score(quote!(::std::collections::BTreeMap<String, rt::Json>), 1),
            50
        );
        assert_eq!(
            score(quote!(Option<(Option<Box<Tree>>, Option<Box<Tree>>)>), 1),
            270
        );
    }
}
