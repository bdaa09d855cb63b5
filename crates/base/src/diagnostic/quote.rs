//! How findings quote names and other texts, and how many of them they show.

/// The names in backticks.
pub fn quote_names<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    quote_some(names, usize::MAX)
}

/// The first names in backticks, and how many more there are.
pub fn quote_some<T: AsRef<str>>(names: impl IntoIterator<Item = T>, limit: usize) -> String {
    let quoted = names.into_iter().map(|name| format!("`{}`", name.as_ref()));
    list_some(quoted, limit)
}

/// The first items, and how many more there are.
pub fn list_some(items: impl IntoIterator<Item = String>, limit: usize) -> String {
    let mut items = items.into_iter();
    let shown: Vec<String> = items.by_ref().take(limit).collect();
    let shown = shown.join(", ");
    match items.count() {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// `a, b and c`
pub fn join_names<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, before @ [_, ..])) => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

/// The first characters of a text, with `…` where it is cut.
pub fn shorten_text(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_counted() {
        assert_eq!(quote_names(["a", "b"]), "`a`, `b`");
        assert_eq!(quote_some(["a", "b"], 2), "`a`, `b`");
        assert_eq!(quote_some(["a", "b", "c", "d"], 2), "`a`, `b` and 2 more");
        assert_eq!(quote_names([""; 0]), "");
    }

    #[test]
    fn only_the_last_name_follows_an_and() {
        assert_eq!(join_names(&["a", "b", "c"]), "a, b and c");
        assert_eq!(join_names(&["a", "b"]), "a and b");
        assert_eq!(join_names(&["a"]), "a");
        assert_eq!(join_names(&[""; 0]), "");
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(shorten_text("größer", 6), "größer");
        assert_eq!(shorten_text("größer", 3), "grö…");
    }
}
