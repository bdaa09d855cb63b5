//! How the words of a poisoned description are kept from those who look for them.

type Disguise = fn(&str) -> String;

pub const DISGUISES: &[(&str, Disguise)] = &[
    ("a tag that touches the words", |text| {
        format!("Adds.<IMPORTANT>{text}</IMPORTANT>")
    }),
    ("a comment", |text| format!("Adds. <!--{text}-->")),
    ("entities for the tag", |text| {
        format!("Adds. &lt;b&gt;{text}&lt;/b&gt;")
    }),
    ("entities of entities", |text| {
        format!(
            "Adds. {}",
            each_letter(text, |it| format!("&amp;#{};", u32::from(it)))
        )
    }),
    ("entities for letters", |text| {
        each_letter(text, |it| format!("&#x{:x};", u32::from(it)))
    }),
    ("tags within words", |text| within_words(text, "<b></b>")),
    ("emphasis within words", |text| within_words(text, "**")),
    ("zero-width spaces", |text| within_words(text, "\u{200b}")),
    ("soft hyphens and joiners", |text| {
        within_words(text, "\u{ad}\u{2060}")
    }),
    ("combining marks", |text| within_words(text, "\u{335}")),
    ("letters of other scripts", |text| {
        text.chars().map(of_other_script).collect()
    }),
    ("wide letters", |text| {
        text.chars().map(|it| shift(it, '!', '~', 0xfee0)).collect()
    }),
    ("bold letters", |text| {
        let bold = |it| shift(shift(it, 'A', 'Z', 0x1d400 - 65), 'a', 'z', 0x1d41a - 97);
        text.chars().map(bold).collect()
    }),
    ("letters in circles", |text| {
        let circled = |it| shift(shift(it, 'A', 'Z', 0x24b6 - 65), 'a', 'z', 0x24d0 - 97);
        text.chars().map(circled).collect()
    }),
    ("accents", |text| text.chars().map(with_accent).collect()),
    ("digits for letters", |text| {
        text.chars().map(as_digit).collect()
    }),
    ("capitals", |text| text.to_uppercase()),
    ("invisible copies of letters", |text| {
        let invisible: String = text
            .chars()
            .map(|it| shift(it, ' ', '~', 0xe_0000))
            .collect();
        format!("Adds. {invisible}")
    }),
    ("colours of a terminal", |text| {
        format!("Adds.\u{1b}[8m{text}\u{1b}[0m")
    }),
    ("Base64", |text| format!("Adds. Config: {}", base64(text))),
    ("hexadecimal digits", |text| {
        let digits: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        format!("Adds. {digits}")
    }),
    ("brackets and quotes", |text| format!("Adds.({text})")),
    ("line breaks", |text| text.replace(' ', "\n")),
];

fn each_letter(text: &str, write: impl Fn(char) -> String) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter.is_ascii_alphabetic() {
            true => out.push_str(&write(letter)),
            false => out.push(letter),
        }
    }
    out
}

/// Puts something behind the first letter of each word.
fn within_words(text: &str, what: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    let mut is_first = true;
    while let Some(letter) = letters.next() {
        out.push(letter);
        let goes_on = letters.peek().is_some_and(char::is_ascii_alphabetic);
        if letter.is_ascii_alphabetic() && is_first && goes_on {
            out.push_str(what);
        }
        is_first = !letter.is_ascii_alphabetic();
    }
    out
}

fn shift(letter: char, first: char, last: char, by: u32) -> char {
    match (first..=last).contains(&letter) {
        true => char::from_u32(u32::from(letter) + by).unwrap_or(letter),
        false => letter,
    }
}

fn of_other_script(letter: char) -> char {
    match letter {
        'a' => 'а',
        'c' => 'с',
        'e' => 'е',
        'i' => 'і',
        'o' => 'ο',
        'p' => 'р',
        's' => 'ѕ',
        'x' => 'х',
        'y' => 'у',
        'A' => 'Α',
        'I' => 'Ι',
        _ => letter,
    }
}

fn with_accent(letter: char) -> char {
    match letter {
        'a' => 'á',
        'e' => 'ê',
        'i' => 'ï',
        'o' => 'ø',
        'u' => 'ů',
        'n' => 'ñ',
        _ => letter,
    }
}

fn as_digit(letter: char) -> char {
    match letter {
        'o' => '0',
        'i' => '1',
        'e' => '3',
        'a' => '4',
        _ => letter,
    }
}

fn base64(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for bytes in text.as_bytes().chunks(3) {
        let mut bits = [0; 3];
        bits[..bytes.len()].copy_from_slice(bytes);
        let bits = u32::from_be_bytes([0, bits[0], bits[1], bits[2]]);
        for place in 0..=bytes.len() {
            let six = bits >> (18 - 6 * place) & 63;
            out.push(char::from(LETTERS[six as usize]));
        }
    }
    out
}
