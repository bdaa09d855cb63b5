//! Mutates texts.

/// What is inserted into texts: syntax of JSON, YAML and schemas, and things that no author would write.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud800",
    "\n",
    "\r\n",
    "\t",
    "  ",
    "- ",
    "? ",
    "&a ",
    "*a",
    "<<: *a",
    "|",
    ">",
    "#",
    "---\n",
    "!!str ",
    "null",
    "true",
    "1e400",
    "-0",
    "0.1",
    "1e-9999999999999999999",
    "99999999999999999999",
    "\u{0}",
    "\u{202e}",
    "\u{feff}",
    "é",
    "🦀",
    "\"$ref\":\"#\"",
    "\"$ref\":\"#/$defs/A\"",
    "{\"not\":{}}",
    "\"anyOf\":[{},{}]",
    "\"enum\":[1,\"1\",null]",
    "\"pattern\":\"(a*)*$\"",
    "\"type\":\"object\"",
    "\"required\":[\"x\"]",
    "\"properties\":{}",
    "\"items\":false",
    "\"const\":{}",
    "\"allOf\":[]",
    "\"if\":true",
    "\"minimum\":1e308",
    "\"multipleOf\":0",
    "\"parameters\":",
    "\"name\":\"\"",
    "toolsets:",
    "openapi: 3.0.0",
];

/// Random numbers, the same for the same seed (xorshift64*).
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    /// Creates the source with this seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 16).unwrap_or(0) % limit.max(1)
    }

    /// One of several values.
    pub fn of<'t, T: ?Sized>(&mut self, list: &[&'t T]) -> &'t T {
        list[self.below(list.len())]
    }
}

/// A text with a few changes: pieces inserted, removed, duplicated or moved.
pub fn mutate(random: &mut Random, text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(6) {
        let (start, end) = range(random, &text);
        match random.below(6) {
            0 | 1 => text.insert_str(start, random.of(PIECES)),
            2 => text.replace_range(start..end, random.of(PIECES)),
            3 => text.replace_range(start..end, ""),
            4 => {
                let again = text[start..end].to_owned();
                text.insert_str(end, &again);
            }
            _ => {
                let piece = text[start..end].repeat(1 + random.below(40));
                let (to, _) = range(random, &text);
                text.insert_str(to, &piece);
            }
        }
    }
    text
}

/// A range of a text, usually a short one, at character boundaries.
fn range(random: &mut Random, text: &str) -> (usize, usize) {
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = random.below(text.len() + 1);
    let length = 1 << random.below(8);
    let end = (start + random.below(length)).min(text.len());
    (boundary(start), boundary(end))
}
