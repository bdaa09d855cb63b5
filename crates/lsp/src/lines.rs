//! Noun: the lines of a text, and the places in it as editors count them: a line, and units of an encoding from its start.

/// What a client counts within a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits, which every client knows.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// Every encoding with its name, the cheapest first.
    pub const ALL: &'static [(&'static str, Encoding)] = &[
        ("utf-8", Encoding::Utf8),
        ("utf-32", Encoding::Utf32),
        ("utf-16", Encoding::Utf16),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, encoding)| *encoding == self)
            .map_or("utf-16", |(name, _)| name)
    }

    /// The one that is used with a client which offers these; UTF-16 if it offers none that is known.
    pub fn choose<'n>(offered: impl Iterator<Item = &'n str> + Clone) -> Self {
        let mut all = Self::ALL.iter();
        let is_offered = |name: &str| offered.clone().any(|offered| offered == name);
        all.find(|(name, _)| is_offered(name))
            .map_or(Encoding::Utf16, |(_, encoding)| *encoding)
    }

    fn count(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
            Encoding::Utf32 => text.chars().count(),
        }
    }

    fn width(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A place as editors count it: both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// How many units of the encoding are before it in the line.
    pub character: u32,
}

/// Where each line of a text starts, in bytes. A line ends with `\n`, `\r\n` or a lone `\r`, as in the protocol.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Measures a text.
    pub fn of_text(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(at + 1);
            }
        }
        Lines { starts }
    }

    /// The place of a byte; one beyond the text is its end, and one within a character is the start of that.
    pub fn position(&self, text: &str, byte: usize, encoding: Encoding) -> Position {
        let byte = text.floor_char_boundary(byte);
        let line = self.starts.partition_point(|start| *start <= byte).max(1) - 1;
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = text.get(start..byte).unwrap_or("");
        Position {
            line: clamp(line),
            character: clamp(encoding.count(before)),
        }
    }

    /// The byte of a place. As the protocol says, one beyond the end of its line is that end; one below the last line is the
    /// end of the text.
    pub fn byte(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else {
            return text.len();
        };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let content = text.get(start..end).unwrap_or("");
        let content = content.trim_end_matches(['\n', '\r']);
        let mut left = position.character as usize;
        for (at, letter) in content.char_indices() {
            let width = encoding.width(letter);
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + content.len()
    }
}

fn clamp(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a: ü\r\nb: 😀x\rc\n";

    #[test]
    fn a_place_is_found_again_in_every_encoding() {
        let lines = Lines::of_text(TEXT);
        for (_, encoding) in Encoding::ALL {
            for (byte, _) in TEXT.char_indices().chain([(TEXT.len(), ' ')]) {
                // a place is never between the two characters of a line break
                if TEXT[..byte].ends_with('\r') && TEXT[byte..].starts_with('\n') {
                    continue;
                }
                let position = lines.position(TEXT, byte, *encoding);
                assert_eq!(lines.byte(TEXT, position, *encoding), byte, "{position:?}");
            }
        }
    }

    #[test]
    fn units_are_those_of_the_encoding() {
        let lines = Lines::of_text(TEXT);
        let x = TEXT.find('x').expect("an x");
        let rows = [
            (Encoding::Utf8, 7),
            (Encoding::Utf16, 5),
            (Encoding::Utf32, 4),
        ];
        for (encoding, character) in rows {
            let position = lines.position(TEXT, x, encoding);
            assert_eq!(position, Position { line: 1, character });
        }
        let after = lines.position(TEXT, TEXT.find('c').expect("a c"), Encoding::Utf16);
        assert_eq!((after.line, after.character), (2, 0));
    }

    #[test]
    fn what_is_beyond_is_the_end() {
        let lines = Lines::of_text(TEXT);
        let byte = |line, character| {
            let position = Position { line, character };
            lines.byte(TEXT, position, Encoding::Utf16)
        };
        assert_eq!(byte(0, 99), 5);
        assert_eq!(byte(u32::MAX, u32::MAX), TEXT.len());
        // within a surrogate pair
        assert_eq!(byte(1, 4), TEXT.find('😀').expect("a face"));
        assert_eq!(lines.position(TEXT, usize::MAX, Encoding::Utf8).line, 3);
    }

    #[test]
    fn the_cheapest_offered_encoding_is_used() {
        let choose = |names: &[&'static str]| Encoding::choose(names.iter().copied());
        assert_eq!(choose(&["utf-16", "utf-8"]), Encoding::Utf8);
        assert_eq!(choose(&["utf-16", "utf-32"]), Encoding::Utf32);
        assert_eq!(choose(&["ebcdic"]), Encoding::Utf16);
        assert_eq!(choose(&[]), Encoding::Utf16);
    }
}
