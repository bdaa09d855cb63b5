//! The tool list as it is sent, rendered once.

use super::erased::Listed;
use crate::definition::Target;
use crate::json::write_string;
use hmac_sha256::Hash;
use std::borrow::Cow;
use std::sync::OnceLock;
use std::time::Duration;

/// Which of the two protocol styles a client uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    /// Up to 2025-11-25: it starts with a handshake.
    Handshake,
    /// From 2026-07-28: every request is self-contained.
    Discovery,
}

/// The tools of a list, each rendered for both eras, and the digest of all of them.
pub(super) struct Pages {
    handshake: Vec<String>,
    discovery: Vec<String>,
    digest: String,
    /// The pages, rendered with the paging of the first server that needed them: for the handshake, then for
    /// discovery.
    written: OnceLock<(Paging, [Vec<String>; 2])>,
}

/// How a list is divided into pages, and how long clients may cache it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paging {
    pub size: usize,
    pub ttl: Duration,
    /// Whether callers see different lists.
    pub private: bool,
}

/// A schema may be `true` or `false`; an output schema is always an object.
fn write_as_object(schema: Cow<'static, str>) -> Cow<'static, str> {
    match schema.as_ref() {
        "true" => Cow::Borrowed("{}"),
        "false" => Cow::Borrowed(r#"{"not":{}}"#),
        _ => schema,
    }
}

impl Pages {
    pub fn write<'t>(tools: impl Iterator<Item = Listed<'t>>) -> Self {
        let (mut handshake, mut discovery) = (Vec::new(), Vec::new());
        let mut hash = Hash::new();
        for Listed {
            mut shown, entry, ..
        } in tools
        {
            let mut text = String::new();
            shown.write(Target::Mcp, &mut text);
            handshake.push(text);
            // The schema of results, whether they are objects or not.
            shown.output = entry.output_schema().map(write_as_object);
            let mut text = String::new();
            shown.write(Target::Mcp, &mut text);
            hash.update(text.as_bytes());
            hash.update(b"\n");
            discovery.push(text);
        }
        let digest = hash.finalize().map(|byte| format!("{byte:02x}")).concat();
        Pages {
            handshake,
            discovery,
            digest,
            written: OnceLock::new(),
        }
    }

    /// SHA-256 of the list, in hex.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The page that a cursor refers to; the first page without a cursor.
    pub fn find(&self, cursor: Option<&str>, size: usize) -> Option<usize> {
        let Some(cursor) = cursor else {
            return Some(0);
        };
        let number = cursor.strip_suffix(&self.tag())?;
        let page: usize = number.parse().ok()?;
        // Each page has exactly one valid cursor.
        let is_it = page.to_string() == number && page > 0 && page < self.count(size);
        is_it.then_some(page)
    }

    /// Ties cursors to one list.
    fn tag(&self) -> String {
        format!("-{}", self.digest.get(..16).unwrap_or_default())
    }

    pub fn count(&self, size: usize) -> usize {
        self.discovery.len().div_ceil(size).max(1)
    }

    /// The result of `tools/list` for a page. It is rendered once, unless another server divides the same
    /// tools into other pages.
    pub fn page(&self, index: usize, era: Era, paging: Paging) -> Cow<'_, str> {
        let (known, written) = self.written.get_or_init(|| {
            let all = |era| {
                let indices = 0..self.count(paging.size);
                indices
                    .map(|index| self.compose(index, era, paging))
                    .collect()
            };
            (paging, [all(Era::Handshake), all(Era::Discovery)])
        });
        let [handshake, discovery] = written;
        let pages = match era {
            Era::Handshake => handshake,
            Era::Discovery => discovery,
        };
        match pages.get(index).filter(|_| *known == paging) {
            Some(page) => Cow::Borrowed(page),
            None => Cow::Owned(self.compose(index, era, paging)),
        }
    }

    fn compose(&self, index: usize, era: Era, paging: Paging) -> String {
        let texts = match era {
            Era::Handshake => &self.handshake,
            Era::Discovery => &self.discovery,
        };
        let from = index.saturating_mul(paging.size).min(texts.len());
        let to = from.saturating_add(paging.size).min(texts.len());
        let tools = &texts[from..to];
        let length: usize = tools.iter().map(|text| text.len() + 1).sum();
        let mut out = String::with_capacity(length + 256);
        out.push('{');
        if era == Era::Discovery {
            out.push_str("\"resultType\":\"complete\",");
        }
        out.push_str("\"tools\":[");
        for (index, text) in tools.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            out.push_str(text);
        }
        out.push(']');
        if index + 1 < self.count(paging.size) {
            out.push_str(",\"nextCursor\":");
            write_string(&format!("{}{}", index + 1, self.tag()), &mut out);
        }
        if era == Era::Discovery {
            let ttl = u64::try_from(paging.ttl.as_millis()).unwrap_or(u64::MAX);
            let scope = match paging.private {
                true => "private",
                false => "public",
            };
            out.push_str(&format!(",\"ttlMs\":{ttl},\"cacheScope\":\"{scope}\""));
        }
        out.push_str(&format!(
            ",\"_meta\":{{\"digest\":\"sha256:{}\"}}}}",
            self.digest
        ));
        out
    }
}
