//! From generated Rust to the specs that it was made from.

use crate::analysis::Analysis;
use crate::documents::Document;
use crate::generated::{Field, Generated, Subject};
use crate::names::find_definition;
use crate::requests::Asked;
use crate::tree::{StepName, visit_texts};
use std::path::Path;
use toolc_base::source::{SourceId, Span};
use toolc_model::model::Tool;
use toolc_read::load::Files;

/// How many files may lead from one to the next.
const FILES: usize = 4;

/// The largest generated file that is looked at.
const LARGEST: u64 = 64 * 1024 * 1024;

/// The place of what is at a byte of a generated file, with the check that knows it; `None` if toolc has not written it.
pub(super) fn find_origin<'a>(
    asked: Asked<'a>,
    document: &Document,
    byte: usize,
) -> Option<Option<(&'a Analysis, Span)>> {
    let generated = Generated::of_text(&document.text)?;
    let subject = generated.find_subject(byte);
    let files = generated.list_files();
    let path = document.path.as_deref();
    let found = subject.and_then(|subject| find_place(asked, path, &files, &subject, FILES));
    Some(found.or_else(|| {
        let (analysis, source) = find_project(asked, &files)?;
        Some((analysis, Span::file(source)))
    }))
}

/// The project that has one of these files, with the first of them that it has.
fn find_project<'a>(asked: Asked<'a>, files: &[&str]) -> Option<(&'a Analysis, SourceId)> {
    let mut all = list_analyses(asked);
    all.find_map(|analysis| {
        let mut found = files.iter().filter_map(|file| find_file(analysis, file));
        found.next().map(|source| (analysis, source))
    })
}

fn list_analyses<'a>(asked: Asked<'a>) -> impl Iterator<Item = &'a Analysis> {
    let all = asked.projects.iter();
    all.filter_map(|(_, project)| project.analysis.as_deref())
}

/// The source that a generated file calls by this name. A build script and a command may have read it from another folder.
fn find_file(analysis: &Analysis, name: &str) -> Option<SourceId> {
    let sources = &analysis.loaded.sources;
    let wanted = Path::new(name);
    let mut close = None;
    for (id, _) in sources.iter() {
        let known = Path::new(sources.origin(id));
        if known == wanted {
            return Some(id);
        }
        if known.ends_with(wanted) || wanted.ends_with(known) {
            close = close.or(Some(id));
        }
    }
    close
}

fn find_place<'a>(
    asked: Asked<'a>,
    path: Option<&Path>,
    files: &[&str],
    subject: &Subject<'_>,
    depth: usize,
) -> Option<(&'a Analysis, Span)> {
    match subject {
        Subject::Line(file, line) => {
            let (analysis, source) = find_project(asked, &[file])?;
            let text = &analysis.loaded.sources.get(source).text;
            let start: usize = text
                .split_inclusive('\n')
                .take(line - 1)
                .map(str::len)
                .sum();
            Some((analysis, Span::new(source, start..start)))
        }
        Subject::Tool(name, field) => {
            // another project may have a tool of the same name
            let own = find_project(asked, files).map(|(analysis, _)| analysis);
            let mut all = own.into_iter().chain(list_analyses(asked));
            all.find_map(|analysis| Some((analysis, find_tool(analysis, name, *field)?)))
        }
        Subject::Definition(name) => find_project(asked, files).and_then(|(analysis, _)| {
            let mut sources = files.iter().filter_map(|file| find_file(analysis, file));
            let span = sources.find_map(|source| find_schema(analysis, source, name))?;
            Some((analysis, span))
        }),
        Subject::Worker(name) => list_analyses(asked).find_map(|analysis| {
            let mut workers = analysis.catalog()?.workers.iter();
            let span = workers.find(|worker| worker.name == *name)?.span?;
            Some((analysis, span))
        }),
        Subject::Elsewhere(module, name) => {
            let path = path?;
            let file = format!("{module}.rs");
            let below = path.with_extension("").join(&file);
            let beside = path.with_file_name(&file);
            let mut texts = [below, beside].into_iter();
            let files = asked.documents.lay_over_disk();
            let (path, text) = texts.find_map(|path| {
                let text = String::from_utf8(files.read(&path, LARGEST).ok()?).ok()?;
                Some((path, text))
            })?;
            let generated = Generated::of_text(&text)?;
            let subject = generated.find_declared(name)?;
            let files = generated.list_files();
            find_place(asked, Some(&path), &files, &subject, depth.checked_sub(1)?)
        }
    }
}

/// The place of a tool, or of the property of a field.
fn find_tool(analysis: &Analysis, name: &str, field: Option<Field<'_>>) -> Option<Span> {
    let mut tools = analysis.catalog()?.numbered();
    let (_, tool) = tools.find(|(_, tool)| tool.qualified() == name)?;
    let property = field.and_then(|field| find_property(analysis, tool, field));
    let span = property.or_else(|| find_definition(analysis, tool));
    let span = span.unwrap_or(tool.span);
    analysis.path(span.source).map(|_| span)
}

/// The property of a tool's schema, if exactly one is called so in Rust, or the outermost of several.
fn find_property(analysis: &Analysis, tool: &Tool, field: Field<'_>) -> Option<Span> {
    let root = analysis.tree(tool.span.source)?;
    let written = tool.written.span;
    let mut found: Vec<(usize, Span)> = Vec::new();
    visit_texts(root, &mut |way| {
        let is_property = way.on_key && way.keys().iter().rev().nth(1) == Some(&Some("properties"));
        let Some(last) = way.steps.last().filter(|_| is_property) else {
            return;
        };
        let is_argument = written.source == last.span.source
            && (written.start..written.end).contains(&last.span.start);
        let StepName::Key(key) = last.name else {
            return;
        };
        let is_it = tool.contains_place(last.span) && in_rust(key) == in_rust(field.name);
        if is_it && is_argument == field.of_arguments {
            found.push((way.steps.len(), last.span));
        }
    });
    found.sort_by_key(|(depth, _)| *depth);
    match found.as_slice() {
        [(_, span)] => Some(*span),
        [(outer, span), (inner, _), ..] if outer < inner => Some(*span),
        _ => None,
    }
}

/// The letters of a name that Rust keeps.
fn in_rust(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The place of a schema that others refer to by this name.
fn find_schema(analysis: &Analysis, source: SourceId, name: &str) -> Option<Span> {
    let mut found = None;
    visit_texts(analysis.tree(source)?, &mut |way| {
        let around = way.keys().iter().rev().nth(1).copied().flatten();
        let is_schema = matches!(around, Some("$defs" | "definitions" | "schemas"));
        if let Some((key, span)) = way.text().filter(|_| way.on_key && is_schema)
            && key == name
            && found.is_none()
        {
            found = Some(span);
        }
    });
    found
}
