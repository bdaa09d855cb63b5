//! Patterns and texts, compared with other engines.

use super::corpus::corpus_patterns;
use serde_json::Value;
use std::thread;
use toolc_runtime::pattern::Program;
use toolc_schema::pattern::compile_pattern;

/// A small generator of pseudorandom numbers (xorshift64).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("below a usize")
    }

    pub(super) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// Returns a pattern that means the same in both dialects.
    pub(super) fn pattern(&mut self, depth: usize, references: bool) -> String {
        let atoms = ["a", "b", "[ab]", "[^a]", "[b-d]", "é", "c"];
        let tails = [
            "", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?", "{0,2}?",
        ];
        let mut text = String::new();
        for _ in 0..=self.below(4) {
            let (atom, tail) = match self.below(if depth == 0 { 5 } else { 9 }) {
                0 => (self.pick(&["^", "$", "\\b", "\\B"]).to_owned(), ""),
                1..=4 => (self.pick(&atoms).to_owned(), self.pick(&tails)),
                5 => {
                    let look = self.pick(&["(?=", "(?!"]);
                    (
                        format!("{look}{})", self.pattern(depth - 1, references)),
                        "",
                    )
                }
                6 if references => (format!("({})\\1", self.pattern(depth - 1, references)), ""),
                6 => (
                    format!("(?<={})", self.pick(&["a", "b|c", "[ab]c", "^a"])),
                    "",
                ),
                _ => {
                    let (left, right) = (
                        self.pattern(depth - 1, references),
                        self.pattern(depth - 1, references),
                    );
                    (format!("(?:{left}|{right})"), self.pick(&tails))
                }
            };
            text += &atom;
            text += tail;
        }
        text
    }

    pub(super) fn text(&mut self) -> String {
        (0..self.below(9))
            .map(|_| self.pick(&["a", "b", "c", "d", "é", " "]))
            .collect()
    }
}

#[test]
fn agrees_with_another_engine_on_random_patterns() {
    let seeds = [0x2545_F491_4F6C_DD1D, 0x94D0_49BB_1331_11EB];
    let skipped = thread::scope(|scope| {
        let compared = seeds.map(|seed| scope.spawn(move || compare_engines(seed, 3_000)));
        compared.map(|it| it.join().expect("the engines agree"))
    });
    assert!(skipped.iter().sum::<usize>() < 600);
}

/// Compares both engines on some patterns. Returns how many patterns one of the two does not support.
fn compare_engines(seed: u64, count: usize) -> usize {
    let mut random = Random(seed);
    let (mut compared, mut matched, mut skipped) = (0, 0, 0);
    for _ in 0..count {
        let source = random.pattern(2, false);
        // The word characters of the other engine are those of Unicode.
        let boundary = "(?:(?<=[a-d])(?![a-d])|(?<![a-d])(?=[a-d]))";
        let inside = "(?:(?<=[a-d])(?=[a-d])|(?<![a-d])(?![a-d]))";
        let theirs = source
            .replace("\\b", boundary)
            .replace("\\B", inside)
            .replace('$', "\\z");
        let (Ok(ours), Ok(theirs)) = (compile_pattern(&source), fancy_regex::Regex::new(&theirs))
        else {
            skipped += 1;
            continue;
        };
        let ours = ours.leak(&source);
        for _ in 0..12 {
            let text = random.text();
            let Ok(expected) = theirs.is_match(&text) else {
                continue;
            };
            assert_eq!(ours.is_match(&text), Ok(expected), "{source} on {text:?}");
            compared += 1;
            matched += usize::from(expected);
        }
    }
    eprintln!("{compared} comparisons, {matched} of them matches, {skipped} patterns skipped");
    skipped
}

/// A pattern with a back-reference that always matches decides like the pattern without it.
#[test]
fn both_engines_agree_on_random_patterns() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..6_000 {
        let source = random.pattern(2, false);
        let referring = format!("(?:{source})(z{{0,0}}|())\\2");
        let (Ok(linear), Ok(referring)) = (compile_pattern(&source), compile_pattern(&referring))
        else {
            panic!("{source} does not compile");
        };
        let (linear, referring) = (linear.leak(&source), referring.leak(&source));
        assert!(matches!(referring.program, Program::Captures(_)));
        for _ in 0..12 {
            let text = random.text();
            let Ok(expected) = referring.is_match(&text) else {
                continue;
            };
            assert_eq!(linear.is_match(&text), Ok(expected), "{source} on {text:?}");
        }
    }
}

/// Texts close to the patterns of the corpus are decided as the reference validator decides them.
#[test]
fn agrees_with_the_reference_validator_on_the_corpus() {
    let mut sources = corpus_patterns();
    sources.sort();
    sources.dedup();
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let (mut compared, mut matched) = (0, 0);
    for source in &sources {
        let (Ok(ours), Ok(theirs)) = (
            compile_pattern(source),
            jsonschema::validator_for(&serde_json::json!({ "pattern": source })),
        ) else {
            eprintln!("not compared: {source}");
            continue;
        };
        let ours = ours.leak(source);
        for _ in 0..60 {
            let text = near(source, &mut random);
            let expected = theirs.is_valid(&Value::String(text.clone()));
            assert_eq!(ours.is_match(&text), Ok(expected), "{source} on {text:?}");
            compared += 1;
            matched += usize::from(expected);
        }
    }
    eprintln!("{compared} comparisons, {matched} of them matches");
}

/// Returns a text close to one that the pattern matches.
fn near(source: &str, random: &mut Random) -> String {
    let mut text = String::new();
    let mut rest = source.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '^' | '$' | '(' | ')' | '?' => {}
            '*' | '+' => {
                let last = text.chars().next_back();
                text.extend(last.into_iter().cycle().take(random.below(3)));
            }
            '[' => {
                let inside: Vec<char> = rest.by_ref().take_while(|c| *c != ']').collect();
                text.extend(inside.get(random.below(inside.len() + 1)));
            }
            '{' => {
                let inside: String = rest.by_ref().take_while(|c| *c != '}').collect();
                let count = inside
                    .split(',')
                    .next()
                    .and_then(|n| n.parse::<usize>().ok());
                let last = text.chars().next_back();
                text.extend(
                    last.into_iter()
                        .cycle()
                        .take(count.unwrap_or(1).clamp(1, 70) - 1),
                );
            }
            '|' if random.below(2) == 0 => break,
            '|' => text.clear(),
            '\\' => match rest.next() {
                Some('d') => text += random.pick(&["0", "7", "٣"]),
                Some('w') => text += random.pick(&["w", "_", "é"]),
                Some('s') => text += random.pick(&[" ", "\u{FEFF}"]),
                other => text.extend(other),
            },
            '.' => text += random.pick(&[".", "x", "\n"]),
            _ => text.push(c),
        }
    }
    match random.below(4) {
        0 => text.pop().map(|_| text.clone()).unwrap_or_default(),
        1 => text + random.pick(&["\n", " ", "x", "-"]),
        _ => text,
    }
}
