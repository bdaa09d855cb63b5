//! Splits arbitrary names into words, and derives module names from nothing but the name.

use toolc_schema::schema::rust_path::KEYWORDS;

/// The longest identifier before a number is appended.
const MAX_LENGTH: usize = 80;

/// The words of a name: runs of ASCII letters and digits, split where the case indicates a new
/// word.
pub fn split_words(name: &str) -> Vec<&str> {
    let bytes = name.as_bytes();
    let mut words = Vec::new();
    let mut begin = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).unwrap_or(&b' ');
        if !byte.is_ascii_alphanumeric() {
            words.extend((begin < at).then(|| &name[begin..at]));
            begin = at + 1;
            match byte {
                b'+' if next.is_ascii_digit() => words.push("plus"),
                b'-' if next.is_ascii_digit() && at == 0 => words.push("minus"),
                _ => {}
            }
        } else if byte.is_ascii_uppercase()
            && begin < at
            && (!bytes[at - 1].is_ascii_uppercase() || next.is_ascii_lowercase())
        {
            words.push(&name[begin..at]);
            begin = at;
        }
    }
    words.extend((begin < name.len()).then(|| &name[begin..]));
    words
}

/// Joins the words in lower case with `_`.
pub fn join_words(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 8);
    for word in split_words(name) {
        out.push_str(if out.is_empty() { "" } else { "_" });
        out.push_str(word);
    }
    out.make_ascii_lowercase();
    out
}

/// Cuts a name that is too long. Names are ASCII.
pub fn cut_name(name: &str) -> &str {
    match name.get(..MAX_LENGTH) {
        Some(begin) if name.len() > MAX_LENGTH => begin.trim_end_matches('_'),
        _ => name,
    }
}

/// `get_weather`, for fields, functions and modules.
pub fn snake_case(name: &str) -> String {
    let joined = join_words(name);
    let name = cut_name(&joined);
    match name.as_bytes().first() {
        None => "unnamed".to_owned(),
        Some(b'0'..=b'9') => format!("n{name}"),
        _ if KEYWORDS.binary_search(&name).is_ok() => format!("{name}_"),
        _ => name.to_owned(),
    }
}

/// Names that no file can have on Windows, sorted, and those that are reserved with a number
/// appended.
const DEVICES: &[&str] = &["aux", "con", "nul", "prn"];
const PORTS: &[&str] = &["com", "lpt"];

/// The module of a namespace or a worker. Avoids `tools`, the module that contains all of these,
/// and `rt`, the runtime, as well as file names that some system cannot have.
pub fn module_name(name: &str) -> String {
    let name = snake_case(name);
    if ["tools", "rt"].contains(&name.as_str()) || is_device(&name) {
        name + "_"
    } else {
        name
    }
}

/// Whether Windows reserves this name for a device, so that no file can have it.
pub fn is_device(name: &str) -> bool {
    let port = PORTS.iter().find_map(|port| name.strip_prefix(port));
    let is_port = port.is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit());
    is_port || DEVICES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_is_a_file_everywhere() {
        let rows = [
            ("support", "support"),
            ("My-Worker", "my_worker"),
            ("tools", "tools_"),
            ("rt", "rt_"),
            ("type", "type_"),
            ("CON", "con_"),
            ("nul", "nul_"),
            ("aux_", "aux_"),
            ("Prn", "prn_"),
            ("COM1", "com1_"),
            ("lpt9", "lpt9_"),
            ("com", "com"),
            ("com10", "com10"),
            ("console", "console"),
        ];
        for (name, module) in rows {
            assert_eq!(module_name(name), module, "{name}");
        }
    }
}
