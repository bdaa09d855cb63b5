//! What identifies a finding across edits elsewhere in the file: not where it is, but what is there.

use super::Diagnostic;
use crate::sha256::hash_parts;
use crate::sha256::write_hex;
use crate::source::{Sources, Span};
use std::collections::HashMap;

/// How much of the text at a place counts: the rest can be edited without affecting the finding.
const MAX_QUOTED: usize = 160;

/// How many bytes of a digest are shown.
const SHOWN: usize = 16;

/// The fingerprint of each finding, made from its code, the tool and worker it is about, the name
/// of its file and the text at its place. It is independent of preceding lines and of the file's
/// folder. Findings that are otherwise equal are numbered, so that their fingerprints differ.
pub fn fingerprint_findings(sources: &Sources, findings: &[Diagnostic]) -> Vec<String> {
    let mut seen: HashMap<Vec<String>, usize> = HashMap::new();
    let fingerprint = |found: &Diagnostic| {
        let mut parts = parts(sources, found);
        let before = seen.entry(parts.clone()).or_insert(0);
        parts.push(before.to_string());
        *before += 1;
        // length prefixes keep the parts apart
        let lengths: Vec<String> = parts
            .iter()
            .map(|part| format!("{} ", part.len()))
            .collect();
        let digest = hash_parts(lengths.iter().chain(&parts));
        write_hex(&digest[..SHOWN])
    };
    findings.iter().map(fingerprint).collect()
}

fn parts(sources: &Sources, found: &Diagnostic) -> Vec<String> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (file, quoted) = match found.span() {
        Some(span) => (file_name(sources, span), quoted(sources, found, span)),
        None => (String::new(), found.message.clone()),
    };
    vec![
        found.code.to_string(),
        text(&found.about.tool),
        text(&found.about.worker),
        file,
        quoted,
    ]
}

fn file_name(sources: &Sources, span: Span) -> String {
    let path = &sources.get(span.source).path;
    let name = path.rsplit('/').next().unwrap_or(path);
    name.to_owned()
}

/// The first line of the text at the place; empty if that touches a secret.
fn quoted(sources: &Sources, found: &Diagnostic, span: Span) -> String {
    let touches = |secret: &Span| {
        secret.source == span.source && secret.start < span.end && span.start < secret.end
    };
    if found.secrets.iter().any(touches) {
        return String::new();
    }
    let text = &sources.get(span.source).text;
    let start = text.floor_char_boundary(span.start as usize);
    let end = text.floor_char_boundary(span.end as usize).max(start);
    let line = text[start..end].lines().next().unwrap_or("");
    let words: Vec<&str> = line.split_whitespace().collect();
    words.join(" ").chars().take(MAX_QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{About, Code};
    use crate::source::{Role, Source, SourceId};

    fn fingerprints(path: &str, text: &str, of: &str) -> Vec<String> {
        let mut sources = Sources::default();
        sources.add(Source {
            path: path.to_owned(),
            text: text.into(),
            role: Role::Found,
        });
        let narrow = |at: usize| u32::try_from(at).expect("small");
        let findings = text.match_indices(of).map(|(at, part)| {
            let span = Span {
                source: SourceId(0),
                start: narrow(at),
                end: narrow(at + part.len()),
            };
            Diagnostic::new(Code::IDLE_KEYWORD, span, "words").about(About::tool("a::b"))
        });
        let findings: Vec<Diagnostic> = findings.collect();
        fingerprint_findings(&sources, &findings)
    }

    #[test]
    fn lines_and_folders_may_move_and_what_is_there_counts() {
        let before = fingerprints("specs/a.yaml", "x: minLength\n", "minLength");
        assert_eq!(before[0].len(), 2 * SHOWN);
        let moved = fingerprints("a.yaml", "\n\n# more\ny:\n  x: minLength\n", "minLength");
        assert_eq!(before, moved);
        assert_ne!(
            before,
            fingerprints("b.yaml", "x: minLength\n", "minLength")
        );
        assert_ne!(
            before,
            fingerprints("a.yaml", "x: maxLength\n", "maxLength")
        );
    }

    #[test]
    fn of_equal_ones_each_has_its_own() {
        let twice = fingerprints("a.yaml", "- minLength\n- minLength\n", "minLength");
        assert_eq!(twice.len(), 2);
        assert_ne!(twice[0], twice[1]);
        let once = fingerprints("a.yaml", "- minLength\n", "minLength");
        assert_eq!(once[0], twice[0]);
    }
}
