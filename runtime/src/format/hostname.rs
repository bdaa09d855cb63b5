//! Host names.

use super::{idna, punycode};

/// RFC 1035 §2.3.4, in octets.
const MAX_LABEL: usize = 63;

/// RFC 1035 §2.3.4: 255 octets, minus the length octets of the first label and of the root.
const MAX_NAME: usize = 253;

/// RFC 1123 §2.1, with the A-labels of RFC 5891 §4.4.
#[inline]
pub(super) fn is_hostname(text: &str) -> bool {
    is_plain_name(text) || text.is_ascii() && is_domain_name(text.split('.'))
}

/// RFC 5890 §2.3.2.3; the separators are those of RFC 3490 §3.1.
#[inline]
pub(super) fn is_internationalized_hostname(text: &str) -> bool {
    let separators = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
    is_plain_name(text) || is_domain_name(text.split(separators))
}

/// Whether a text is a name without A-labels and U-labels, as most are: nothing has to be decoded.
#[inline]
fn is_plain_name(text: &str) -> bool {
    let is_a_label = |label: &str| {
        let prefix = label.get(..4);
        prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"))
    };
    let is_plain = |label: &str| is_ldh_label(label) && !is_a_label(label);
    text.len() <= MAX_NAME && text.split('.').all(is_plain)
}

/// RFC 5890 §2.3.1, `LDH label`.
#[inline]
fn is_ldh_label(label: &str) -> bool {
    let is_ldh = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_bounded = (1..=MAX_LABEL).contains(&label.len());
    is_bounded && !label.starts_with('-') && !label.ends_with('-') && label.bytes().all(is_ldh)
}

#[inline]
fn is_domain_name<'a>(labels: impl Iterator<Item = &'a str>) -> bool {
    let mut length = 0;
    let mut unicode = Vec::new();
    for label in labels {
        let Some((u_label, octets)) = label_in_unicode(label) else {
            return false;
        };
        length += octets + 1;
        // Far beyond the limit, the rest need not be checked.
        if length > MAX_NAME + 1 {
            return false;
        }
        unicode.push(u_label);
    }
    unicode.iter().flatten().all(char::is_ascii) || idna::satisfies_bidi_rule(&unicode)
}

/// The label in Unicode and its length in ASCII, if the label is valid.
#[inline]
fn label_in_unicode(label: &str) -> Option<(Vec<char>, usize)> {
    if !label.is_ascii() {
        let u_label: Vec<char> = label.chars().take(MAX_LABEL + 1).collect();
        let octets = "xn--".len() + punycode::encode_punycode(&u_label)?.len();
        let is_valid = octets <= MAX_LABEL && idna::is_u_label(&u_label);
        return is_valid.then_some((u_label, octets));
    }
    if !is_ldh_label(label) {
        return None;
    }
    let lower = label.to_ascii_lowercase();
    let Some(encoded) = lower.strip_prefix("xn--") else {
        return Some((lower.chars().collect(), label.len()));
    };
    let u_label = punycode::decode_punycode(encoded)?;
    let is_canonical = punycode::encode_punycode(&u_label).is_some_and(|again| again == encoded);
    let is_valid =
        is_canonical && !u_label.iter().all(char::is_ascii) && idna::is_u_label(&u_label);
    is_valid.then_some((u_label, label.len()))
}
