//! Punycode (RFC 3492).

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_CODE: u32 = 128;

/// RFC 3492 §6.2. Expects lower-case text no longer than a label.
#[inline]
pub(super) fn decode_punycode(text: &str) -> Option<Vec<char>> {
    let (basic, deltas) = text.rsplit_once('-').unwrap_or(("", text));
    let mut output: Vec<char> = basic.chars().collect();
    let (mut code, mut bias, mut at) = (INITIAL_CODE, INITIAL_BIAS, 0_u32);
    let mut digits = deltas.bytes().peekable();
    while digits.peek().is_some() {
        let start = at;
        let (mut weight, mut k) = (1_u32, BASE);
        loop {
            let digit = value(digits.next()?)?;
            at = at.checked_add(digit.checked_mul(weight)?)?;
            let t = threshold(k, bias);
            if digit < t {
                break;
            }
            weight = weight.checked_mul(BASE - t)?;
            k += BASE;
        }
        let length = u32::try_from(output.len()).ok()? + 1;
        bias = adapt(at - start, length, start == 0);
        code = code.checked_add(at / length)?;
        at %= length;
        output.insert(usize::try_from(at).ok()?, char::from_u32(code)?);
        at += 1;
    }
    Some(output)
}

/// RFC 3492 §6.3. Expects a label no longer than labels may be.
#[inline]
pub(super) fn encode_punycode(label: &[char]) -> Option<String> {
    let mut output: String = label.iter().filter(|c| c.is_ascii()).collect();
    let basic = u32::try_from(output.len()).ok()?;
    if basic > 0 {
        output.push('-');
    }
    let (mut code, mut bias, mut delta, mut handled) = (INITIAL_CODE, INITIAL_BIAS, 0_u32, basic);
    let codes = || label.iter().map(|c| u32::from(*c));
    while let Some(next) = codes().filter(|c| *c >= code).min() {
        delta = delta.checked_add((next - code).checked_mul(handled + 1)?)?;
        code = next;
        for c in codes() {
            if c < code {
                delta = delta.checked_add(1)?;
            }
            if c == code {
                push_delta(&mut output, delta, bias);
                bias = adapt(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        code += 1;
    }
    Some(output)
}

#[inline]
fn push_delta(output: &mut String, delta: u32, bias: u32) {
    let (mut rest, mut k) = (delta, BASE);
    loop {
        let t = threshold(k, bias);
        if rest < t {
            break;
        }
        output.extend(digit_of(t + (rest - t) % (BASE - t)));
        rest = (rest - t) / (BASE - t);
        k += BASE;
    }
    output.extend(digit_of(rest));
}

#[inline]
fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(T_MIN, T_MAX)
}

/// RFC 3492 §6.1.
#[inline]
fn adapt(delta: u32, length: u32, is_first: bool) -> u32 {
    let mut delta = delta / if is_first { DAMP } else { 2 };
    delta += delta / length;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

/// RFC 3492 §5: letters come before decimal digits.
#[inline]
fn value(digit: u8) -> Option<u32> {
    match digit {
        b'a'..=b'z' => Some(u32::from(digit - b'a')),
        b'0'..=b'9' => Some(u32::from(digit - b'0') + 26),
        _ => None,
    }
}

#[inline]
fn digit_of(value: u32) -> Option<char> {
    match value {
        0..26 => char::from_u32(u32::from('a') + value),
        _ => char::from_digit(value.checked_sub(26)?, 10),
    }
}
