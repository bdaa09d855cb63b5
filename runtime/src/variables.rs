//! Environment variables within a text: `Bearer ${TOKEN}`. Specs, workers and engines all write them like this.

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'t> {
    /// Literal text.
    Text(&'t str),
    /// The name of a variable.
    Variable(&'t str),
}

/// Splits a text into its parts and leaves out empty ones. `$${` is a literal `${`, and so is a `${` that is not
/// closed.
pub fn split_variables(text: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once("${") {
        if let Some(before) = before.strip_suffix('$') {
            parts.extend([Part::Text(before), Part::Text("${")]);
            rest = after;
            continue;
        }
        let Some((name, after)) = after.split_once('}') else {
            parts.extend([Part::Text(before), Part::Text("${")]);
            rest = after;
            continue;
        };
        parts.extend([Part::Text(before), Part::Variable(name)]);
        rest = after;
    }
    parts.push(Part::Text(rest));
    parts.retain(|part| *part != Part::Text(""));
    parts
}

/// The host of an address if no variable can change it: `127.0.0.1` of `http://127.0.0.1:${PORT}/mcp`, and `None` of
/// `https://${HOST}/mcp`.
pub fn find_written_host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let host = match rest.strip_prefix('[') {
        // an address of IPv6 has colons
        Some(literal) => rest.get(..literal.find(']')? + 2)?,
        None => rest.split([':', '/', '?', '#']).next()?,
    };
    let is_ended = host.len() == rest.len() || rest[host.len()..].starts_with([':', '/', '?', '#']);
    (is_ended && !host.contains(['$', '{', '}', '@'])).then_some(host)
}

/// Whether a text can be the name of a variable: letters, digits and `_`, and no digit first.
pub fn is_variable_name(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.chars().all(is_letter) && text.starts_with(|first: char| !first.is_ascii_digit())
}

/// The value of an environment variable, without surrounding white space, such as the line feed at the end of a
/// file; the error is for logs.
#[cfg(any(feature = "http", feature = "mcp-stdio"))]
pub(crate) fn read_variable(name: &str) -> Result<String, String> {
    let value = std::env::var(name).unwrap_or_default();
    match value.trim() {
        "" => Err(format!("the environment variable `{name}` is not set")),
        value => Ok(value.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_written_if_no_variable_is_a_part_of_it() {
        for (address, host) in [
            ("https://api.example/v1/${NAME}", Some("api.example")),
            ("http://127.0.0.1:${PORT}/mcp", Some("127.0.0.1")),
            ("http://[::1]:${PORT}", Some("[::1]")),
            ("https://api.example", Some("api.example")),
            ("https://api.example${REST}", None),
            ("https://${HOST}/v1", None),
            ("https://${USER}:8080/", None),
            ("https://[::1]${REST}", None),
            ("https://me@${HOST}", None),
            ("${URL}", None),
            ("${SCHEME}://api.example/", Some("api.example")),
        ] {
            assert_eq!(find_written_host(address), host, "{address}");
        }
    }

    #[test]
    fn a_text_is_split_at_its_variables() {
        use Part::{Text, Variable};
        let cases: &[(&str, &[Part])] = &[
            ("", &[]),
            ("plain", &[Text("plain")]),
            ("${A}", &[Variable("A")]),
            (
                "a ${A}${B} b",
                &[Text("a "), Variable("A"), Variable("B"), Text(" b")],
            ),
            ("$${A} ${B}", &[Text("${"), Text("A} "), Variable("B")]),
            ("$$${A}", &[Text("$"), Text("${"), Text("A}")]),
            (
                "a ${A $${",
                &[Text("a "), Text("${"), Text("A "), Text("${")],
            ),
            ("${}", &[Variable("")]),
        ];
        for (text, parts) in cases {
            assert_eq!(split_variables(text), *parts, "{text}");
        }
    }
}
