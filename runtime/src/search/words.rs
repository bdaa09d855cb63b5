//! Text to words, as people search: `get_weatherForecast.v2` has `get`, `weather` and `forecast`.

/// The words of a text, in their order, in lower case and in the singular.
///
/// Words end at everything that is neither a letter nor a digit, where a lower-case letter meets an upper-case one
/// (`getWeather`), before the last of several capitals (`HTTPServer`), and between letters and digits. A run that is
/// split only by case or digits is also a word as a whole, so that `IPv4` and `ipv4` meet. In scripts without spaces
/// between words, each pair of characters is a word.
pub fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut run: Vec<char> = Vec::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_alphanumeric() {
            run.push(letter);
        } else if !run.is_empty() {
            add_run(&run, &mut words);
            run.clear();
        }
    }
    words
}

/// What a letter is at the end of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digit,
    Upper,
    Other,
    Dense,
}

fn kind_of(letter: char) -> Kind {
    match letter {
        _ if letter.is_numeric() => Kind::Digit,
        _ if is_dense(letter) => Kind::Dense,
        _ if letter.is_uppercase() => Kind::Upper,
        _ => Kind::Other,
    }
}

/// Whether a character is of a script that has no spaces between words.
fn is_dense(letter: char) -> bool {
    matches!(letter, '\u{0E00}'..='\u{0EFF}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// Adds the parts of a run of letters and digits.
fn add_run(run: &[char], words: &mut Vec<String>) {
    let kinds: Vec<Kind> = run.iter().map(|letter| kind_of(*letter)).collect();
    let mut start = 0;
    let mut parts = 0;
    for at in 1..=run.len() {
        if at < run.len() && !is_boundary(&kinds, at) {
            continue;
        }
        let part = &run[start..at];
        if kinds[start] == Kind::Dense {
            add_dense(part, words);
        } else {
            words.push(fold(part));
        }
        parts += 1;
        start = at;
    }
    if parts > 1 && !kinds.contains(&Kind::Dense) {
        words.push(fold(run));
    }
}

fn is_boundary(kinds: &[Kind], at: usize) -> bool {
    let (before, here) = (kinds[at - 1], kinds[at]);
    match (before, here) {
        (Kind::Other, Kind::Upper) => true,
        // the last capital begins the next word
        (Kind::Upper, Kind::Upper) => kinds.get(at + 1) == Some(&Kind::Other),
        (Kind::Upper, Kind::Other) => false,
        _ => before != here,
    }
}

fn add_dense(part: &[char], words: &mut Vec<String>) {
    match part {
        [_] => words.push(part.iter().collect()),
        _ => words.extend(part.windows(2).map(|pair| pair.iter().collect::<String>())),
    }
}

/// In lower case and in the singular (Harman, "How effective is suffixing?", 1991).
fn fold(part: &[char]) -> String {
    let mut word: String = part
        .iter()
        .flat_map(|letter| letter.to_lowercase())
        .collect();
    const SHORTEST: usize = 4;
    if word.len() < SHORTEST || !word.is_ascii() {
        return word;
    }
    if word.ends_with("ies") && !word.ends_with("eies") && !word.ends_with("aies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if word.ends_with('s') && !["us", "ss", "is"].iter().any(|end| word.ends_with(end)) {
        word.pop();
    }
    word
}

#[cfg(test)]
mod tests {
    use super::split_words;

    #[test]
    fn names_are_split_as_people_search() {
        let rows: &[(&str, &[&str])] = &[
            ("get_weather", &["get", "weather"]),
            ("getWeather", &["get", "weather", "getweather"]),
            ("HTTPServer", &["http", "server", "httpserver"]),
            ("weather.get-forecast", &["weather", "get", "forecast"]),
            (
                "TwilioApiV2010--CreateCall",
                &[
                    "twilio",
                    "api",
                    "v",
                    "2010",
                    "twilioapiv2010",
                    "create",
                    "call",
                    "createcall",
                ],
            ),
            (
                "list cities of countries",
                &["list", "city", "of", "country"],
            ),
            ("status glass analysis", &["status", "glass", "analysis"]),
            ("Größe 7", &["größe", "7"]),
            ("天気予報", &["天気", "気予", "予報"]),
            ("", &[]),
        ];
        for (text, expected) in rows {
            assert_eq!(split_words(text), *expected, "{text}");
        }
    }
}
