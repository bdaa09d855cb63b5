//! The rules of `rename_all`, as in serde.

/// A rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    /// The values of the attribute.
    pub(super) const ALL: &'static [(&'static str, Case)] = &[
        ("lowercase", Case::Lower),
        ("UPPERCASE", Case::Upper),
        ("PascalCase", Case::Pascal),
        ("camelCase", Case::Camel),
        ("snake_case", Case::Snake),
        ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
        ("kebab-case", Case::Kebab),
        ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
    ];

    /// The name of a variant, which is given in `PascalCase`.
    pub(super) fn of_variant(self, name: &str) -> String {
        let snake = || {
            let mut snake = String::new();
            for (at, letter) in name.char_indices() {
                if at > 0 && letter.is_uppercase() {
                    snake.push('_');
                }
                snake.push(letter.to_ascii_lowercase());
            }
            snake
        };
        match self {
            Case::Pascal => name.to_owned(),
            Case::Lower => name.to_ascii_lowercase(),
            Case::Upper => name.to_ascii_uppercase(),
            Case::Camel => uncapitalized(name),
            Case::Snake => snake(),
            Case::ScreamingSnake => snake().to_ascii_uppercase(),
            Case::Kebab => snake().replace('_', "-"),
            Case::ScreamingKebab => snake().to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The name of a field, which is given in `snake_case`.
    pub(super) fn of_field(self, name: &str) -> String {
        let pascal = || {
            let parts = name.split('_').map(capitalized);
            parts.collect::<String>()
        };
        match self {
            Case::Lower | Case::Snake => name.to_owned(),
            Case::Upper | Case::ScreamingSnake => name.to_ascii_uppercase(),
            Case::Pascal => pascal(),
            Case::Camel => uncapitalized(&pascal()),
            Case::Kebab => name.replace('_', "-"),
            Case::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn capitalized(part: &str) -> String {
    let mut letters = part.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn uncapitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_serde() {
        let rows = [
            (Case::Upper, "VERY_TASTY", "VERYTASTY"),
            (Case::Pascal, "VeryTasty", "VeryTasty"),
            (Case::Camel, "veryTasty", "veryTasty"),
            (Case::Snake, "very_tasty", "very_tasty"),
            (Case::ScreamingSnake, "VERY_TASTY", "VERY_TASTY"),
            (Case::Kebab, "very-tasty", "very-tasty"),
            (Case::ScreamingKebab, "VERY-TASTY", "VERY-TASTY"),
        ];
        for (case, field, variant) in rows {
            assert_eq!(case.of_field("very_tasty"), field, "{case:?}");
            assert_eq!(case.of_variant("VeryTasty"), variant, "{case:?}");
        }
        assert_eq!(Case::Lower.of_field("very_tasty"), "very_tasty");
        assert_eq!(Case::Lower.of_variant("VeryTasty"), "verytasty");
        assert_eq!(Case::Camel.of_field("_a__b"), "aB");
        assert_eq!(Case::Snake.of_variant("HTTPPort"), "h_t_t_p_port");
    }
}
