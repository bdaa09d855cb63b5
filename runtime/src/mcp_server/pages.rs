//! The tool list as it is sent, rendered once.

use super::erased::Listed;
use super::packed::Packed;
use crate::definition::Target;
use crate::json::write_string;
use hmac_sha256::Hash;
use std::borrow::Cow;
use std::ops::Range;
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
    /// The pages, rendered with the paging of the first server that needed them.
    written: OnceLock<Written>,
}

/// Pages, each for the handshake, then for discovery.
struct Written {
    paging: Paging,
    bounds: Vec<Range<usize>>,
    pages: [Vec<Page>; 2],
}

/// A page as it is sent.
struct Page {
    text: String,
    /// Compressed for the first client that asked for that.
    packed: OnceLock<Option<Packed>>,
}

/// How a list is divided into pages, and how long clients may cache it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paging {
    /// The most tools of a page.
    pub size: usize,
    /// The most bytes of the tools of a page.
    pub bytes: usize,
    pub ttl: Duration,
    /// Whether callers see different lists.
    pub private: bool,
}

/// The shortest page that is worth compressing, in bytes.
const PACKED: usize = 512;

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
    pub fn find(&self, cursor: Option<&str>, paging: Paging) -> Option<usize> {
        let Some(cursor) = cursor else {
            return Some(0);
        };
        let number = cursor.strip_suffix(&self.tag())?;
        let page: usize = number.parse().ok()?;
        // Each page has exactly one valid cursor.
        let is_it = page.to_string() == number && page > 0 && page < self.count(paging);
        is_it.then_some(page)
    }

    /// Ties cursors to one list.
    fn tag(&self) -> String {
        format!("-{}", self.digest.get(..16).unwrap_or_default())
    }

    /// How many pages there are; at least one.
    pub fn count(&self, paging: Paging) -> usize {
        let written = self.written(paging);
        match written.paging == paging {
            true => written.bounds.len(),
            false => self.divide(paging).len(),
        }
    }

    /// The result of `tools/list` for a page. It is rendered once, unless another server divides the same
    /// tools into other pages.
    pub fn page(&self, index: usize, era: Era, paging: Paging) -> Cow<'_, str> {
        match self.find_written(index, era, paging) {
            Some(page) => Cow::Borrowed(&page.text),
            None => Cow::Owned(self.compose(&self.divide(paging), index, era, paging)),
        }
    }

    /// The same compressed, if it is worth that and rendered already.
    pub fn packed(&self, index: usize, era: Era, paging: Paging) -> Option<&Packed> {
        let page = self.find_written(index, era, paging)?;
        let pack = || match page.text.len() < PACKED {
            true => None,
            false => Packed::pack(&page.text),
        };
        page.packed.get_or_init(pack).as_ref()
    }

    fn find_written(&self, index: usize, era: Era, paging: Paging) -> Option<&Page> {
        let written = self.written(paging);
        let [handshake, discovery] = &written.pages;
        let pages = match era {
            Era::Handshake => handshake,
            Era::Discovery => discovery,
        };
        pages.get(index).filter(|_| written.paging == paging)
    }

    fn written(&self, paging: Paging) -> &Written {
        self.written.get_or_init(|| {
            let bounds = self.divide(paging);
            let all = |era| {
                let indices = 0..bounds.len();
                let pages = indices.map(|index| Page {
                    text: self.compose(&bounds, index, era, paging),
                    packed: OnceLock::new(),
                });
                pages.collect()
            };
            let pages = [all(Era::Handshake), all(Era::Discovery)];
            Written {
                paging,
                bounds,
                pages,
            }
        })
    }

    /// Where each page begins and ends: a tool that is larger than a page is alone on one. Both eras have the same pages, so
    /// that a cursor means the same in both.
    fn divide(&self, paging: Paging) -> Vec<Range<usize>> {
        let mut pages = Vec::new();
        let (mut begin, mut bytes) = (0, 0_usize);
        for (index, (one, other)) in self.handshake.iter().zip(&self.discovery).enumerate() {
            let length = one.len().max(other.len()) + 1;
            let is_full = index - begin >= paging.size || bytes + length > paging.bytes;
            if is_full && index > begin {
                pages.push(begin..index);
                (begin, bytes) = (index, 0);
            }
            bytes += length;
        }
        pages.push(begin..self.discovery.len());
        pages
    }

    fn compose(&self, bounds: &[Range<usize>], index: usize, era: Era, paging: Paging) -> String {
        let texts = match era {
            Era::Handshake => &self.handshake,
            Era::Discovery => &self.discovery,
        };
        let tools = bounds.get(index).and_then(|page| texts.get(page.clone()));
        let tools = tools.unwrap_or_default();
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
        if index + 1 < bounds.len() {
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
