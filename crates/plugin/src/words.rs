//! Splits a command line into words like a shell, with quotation marks and nothing else.

/// The words; `None` if a quotation mark is not closed.
pub fn split_words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(mark), _) if letter == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        let cases: [(&str, Option<&[&str]>); 6] = [
            ("node server.js", Some(&["node", "server.js"])),
            (" a  'b c' \"d e\"f ", Some(&["a", "b c", "d ef"])),
            (r#"a\ b "c\"d" 'e\f'"#, Some(&["a b", "c\"d", r"e\f"])),
            ("a '' b", Some(&["a", "", "b"])),
            ("", Some(&[])),
            ("a 'b", None),
        ];
        for (line, wanted) in cases {
            let wanted = wanted.map(|words| words.iter().map(ToString::to_string).collect());
            assert_eq!(split_words(line), wanted, "{line}");
        }
    }
}
