//! A self-contained page: its style and script are inline, and nothing else may run.

use super::text::{escape_html, json_in_html};
use toolc_base::sha256::hash_bytes;
use toolc_emit::template::fill_page;

/// The contents of a page, apart from its style and script.
pub(super) struct Page<'p> {
    pub title: &'p str,
    /// Finished HTML.
    pub body: &'p str,
    pub script: &'p str,
    /// JSON for the script.
    pub data: &'p str,
}

/// The whole page. Its policy names the hashes of its own style and script, and allows no others.
pub(super) fn write_whole_page(page: &Page<'_>) -> String {
    let style = include_str!("page.css").trim_end();
    let script = page.script.trim_end();
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        source_hash(style),
        source_hash(script)
    );
    fill_page(
        include_str!("page.html"),
        &[
            ("policy", &policy),
            ("title", &escape_html(page.title)),
            ("style", style),
            ("body", page.body),
            ("data", &json_in_html(page.data)),
            ("script", script),
        ],
    )
}

/// The hash of a style or a script, as written in a policy.
fn source_hash(text: &str) -> String {
    format!("sha256-{}", write_base64(&hash_bytes(text)))
}

fn write_base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() {
                letter.into()
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::write_base64;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (text, written) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("fooba", "Zm9vYmE="),
        ] {
            assert_eq!(write_base64(text.as_bytes()), written);
        }
    }
}
