//! Noun: the name of a tool on a provider's wire, where `::` is never legal.

use toolc_base::sha256::{hash_parts, write_hex};

/// The longest name that every provider accepts.
pub const MAX_WIRE_NAME: usize = 64;

/// How many hex digits of a hash are appended to a name that needs them.
const HASH_DIGITS: usize = 8;

/// The wire name of a tool: `namespace__name` in letters, digits, `_` and `-` (a dot becomes `-`),
/// at most 64 characters, not starting with a digit or `-`. It depends only on the parameters, so
/// that it does not change when other tools are added or removed.
///
/// The first overload of a name has no suffix. For the others, pass the raw fingerprint of their
/// own input schema, eight digits of which are appended; a running number would not be stable.
pub fn wire_name(namespace: &str, name: &str, overload_fingerprint: Option<&str>) -> String {
    let mut wire = legal_start(namespace);
    wire.extend(namespace.chars().map(legal_character));
    wire.push_str("__");
    wire.extend(name.chars().map(legal_character));
    add_suffix(wire, namespace, name, overload_fingerprint)
}

/// Cuts a name that is too long, and distinguishes overloads.
fn add_suffix(
    mut wire: String,
    namespace: &str,
    name: &str,
    overload_fingerprint: Option<&str>,
) -> String {
    let reserved = overload_fingerprint.map_or(0, |_| HASH_DIGITS + 1);
    let suffix = if wire.len() + reserved > MAX_WIRE_NAME {
        hash_name(namespace, name, overload_fingerprint)
    } else if let Some(fingerprint) = overload_fingerprint {
        fingerprint
            .chars()
            .take(HASH_DIGITS)
            .map(legal_character)
            .collect()
    } else {
        return wire;
    };
    wire.truncate(MAX_WIRE_NAME - HASH_DIGITS - 1);
    wire.push('_');
    wire.push_str(&suffix);
    wire
}

/// The wire name of a tool whose registry entry has `prefix: false`: the name alone, made legal in the same way.
pub fn bare_wire_name(namespace: &str, name: &str, overload_fingerprint: Option<&str>) -> String {
    let mut wire = legal_start(name);
    wire.extend(name.chars().map(legal_character));
    add_suffix(wire, namespace, name, overload_fingerprint)
}

/// Whether every provider accepts a name as it is.
pub fn is_legal_wire_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= MAX_WIRE_NAME
        && legal_start(name).is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// What must precede a namespace so that the name starts as Gemini requires.
fn legal_start(namespace: &str) -> String {
    match namespace.chars().next() {
        Some('0'..='9' | '-') => "_".to_owned(),
        _ => String::new(),
    }
}

fn legal_character(character: char) -> char {
    match character {
        '-' | '.' => '-',
        _ if character.is_ascii_alphanumeric() => character,
        _ => '_',
    }
}

/// The first digits of the SHA-256 of the qualified name and an overload's fingerprint.
fn hash_name(namespace: &str, name: &str, overload_fingerprint: Option<&str>) -> String {
    let mut parts = vec![namespace, "::", name];
    if let Some(fingerprint) = overload_fingerprint {
        parts.extend(["\0", fingerprint]);
    }
    write_hex(&hash_parts(parts)[..HASH_DIGITS / 2])
}

#[cfg(test)]
mod tests {
    use super::wire_name;

    #[test]
    fn maps_what_is_illegal() {
        let rows = [
            (
                "weather_api",
                "get_weather",
                None,
                "weather_api__get_weather",
            ),
            ("hr.api", "find person/2", None, "hr-api__find_person_2"),
            ("1password", "get", None, "_1password__get"),
            ("-x", "y-z", None, "_-x__y-z"),
            ("müller", "größe", None, "m_ller__gr__e"),
            ("a", "b", Some("0123456789abcdef"), "a__b_01234567"),
        ];
        for (namespace, name, overload, expected) in rows {
            assert_eq!(wire_name(namespace, name, overload), expected);
        }
    }

    #[test]
    fn cuts_long_names_to_64() {
        let long = "n".repeat(200);
        let first = wire_name("ns", &long, None);
        let other = wire_name("ns", &format!("{long}x"), None);
        let overload = wire_name("ns", &long, Some("abc"));
        for wire in [&first, &other, &overload] {
            assert_eq!(wire.len(), 64, "{wire}");
            assert!(wire.starts_with("ns__nnn"), "{wire}");
        }
        assert!(first != other && first != overload && other != overload);
    }

    #[test]
    fn fits_exactly_without_a_hash() {
        let name = "n".repeat(64 - 4);
        assert_eq!(wire_name("ns", &name, None), format!("ns__{name}"));
        assert_eq!(wire_name("ns", &name[..51], Some("0123456789")).len(), 64);
        assert!(wire_name("ns", &name[..51], Some("0123456789")).ends_with("_01234567"));
    }
}
