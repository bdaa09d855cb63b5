//! The words of names of any form, and the names of modules, which are functions of names alone.

use crate::schema::rust_path::KEYWORDS;

/// The longest identifier before a number is added.
const MAX_LENGTH: usize = 80;

/// The words of a name: runs of ASCII letters and digits, parted where case begins anew.
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

/// The words in lower case with `_` between.
pub fn join_words(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 8);
    for word in split_words(name) {
        out.push_str(if out.is_empty() { "" } else { "_" });
        out.push_str(word);
    }
    out.make_ascii_lowercase();
    out
}

/// The name, cut where it is too long. Names are ASCII.
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

/// Names that no file has on Windows, in order, and those with a number at their end.
const DEVICES: &[&str] = &["aux", "con", "nul", "prn"];
const PORTS: &[&str] = &["com", "lpt"];

/// The module of a namespace or a worker. All modules are within one that is called `tools`, beside the
/// runtime, `rt`, and each in a file that every system can have.
pub fn module_name(name: &str) -> String {
    let name = snake_case(name);
    if ["tools", "rt"].contains(&name.as_str()) || is_device(&name) {
        name + "_"
    } else {
        name
    }
}

/// Whether Windows has a device of this name, and so no file.
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
