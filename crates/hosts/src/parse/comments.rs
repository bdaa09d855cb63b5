//! Comments and trailing commas, which editors allow in JSON, as blanks, so that all else keeps its place.

/// The text with a blank for every byte of a comment, and for a comma that closes a list.
pub(super) fn blank_comments(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let rest = &bytes[at..];
        let end = match byte {
            b'"' => {
                let end = at + string_length(rest);
                out.extend_from_slice(&bytes[at..end]);
                at = end;
                continue;
            }
            _ if rest.starts_with(b"//") => at + line_length(rest),
            _ if rest.starts_with(b"/*") => at + block_length(rest),
            _ => {
                out.push(byte);
                at += 1;
                continue;
            }
        };
        out.extend(bytes[at..end].iter().map(|byte| blank(*byte)));
        at = end;
    }
    blank_commas(&mut out);
    // Only whole characters were replaced.
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

fn blank(byte: u8) -> u8 {
    match byte {
        b'\n' | b'\r' => byte,
        _ => b' ',
    }
}

/// The length of a string from its opening quote on; of one that does not end, all.
fn string_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    rest.len()
}

fn line_length(rest: &[u8]) -> usize {
    let end = rest.iter().position(|byte| *byte == b'\n');
    end.unwrap_or(rest.len())
}

fn block_length(rest: &[u8]) -> usize {
    let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
    end.map_or(rest.len(), |end| end + 4)
}

/// Blanks each comma after which a bracket closes.
fn blank_commas(out: &mut [u8]) {
    let mut at = 0;
    let mut comma = None;
    while let Some(byte) = out.get(at).copied() {
        match byte {
            b'"' => {
                comma = None;
                at += string_length(&out[at..]);
                continue;
            }
            b',' => comma = Some(at),
            b']' | b'}' => {
                if let Some(comma) = comma.take() {
                    out[comma] = b' ';
                }
            }
            b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => comma = None,
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::blank_comments;

    #[test]
    fn what_is_not_json_becomes_blanks_of_the_same_length() {
        let rows = [
            ("{\"a\": 1, // one\n}", "{\"a\": 1        \n}"),
            ("[1, /* é\n */ 2,]", "[1,      \n    2 ]"),
            ("{\"a//b\": \"/* \\\" */\"}", "{\"a//b\": \"/* \\\" */\"}"),
            ("[\"a,\",\n]", "[\"a,\" \n]"),
            ("\"open", "\"open"),
            ("/* open", "       "),
            ("[1,,]", "[1, ]"),
        ];
        for (text, expected) in rows {
            let blanked = blank_comments(text);
            assert_eq!(blanked, expected);
            assert_eq!(blanked.len(), text.len());
        }
    }
}
