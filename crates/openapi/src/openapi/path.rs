//! The path of an operation as it is sent: without its fragment, and without what parameters write into its query.

use toolc_model::model::http::{Parameter, Place};

/// The path without its fragment, and without those pairs of its query that a query parameter
/// covers: `/search?q={q}` becomes `/search` if `q` is one. It begins with `/` unless it is empty.
pub(super) fn bare_path(path: &str, parameters: &[Parameter]) -> String {
    let path = path.split('#').next().unwrap_or("");
    let slash = if lacks_slash(path) { "/" } else { "" };
    slash.to_owned() + &without_covered_query(path, parameters)
}

/// Whether a path lacks the `/` with which every path begins (OpenAPI 3.1, section 4.8.8.1).
pub(super) fn lacks_slash(path: &str) -> bool {
    !path.is_empty() && !path.starts_with('/')
}

fn without_covered_query(path: &str, parameters: &[Parameter]) -> String {
    let Some((path, query)) = path.split_once('?') else {
        return path.to_owned();
    };
    let carried = |pair: &&str| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let template = |text: &str| {
            let name = text.strip_prefix('{')?.strip_suffix('}')?;
            Some(name.to_owned())
        };
        let names = [Some(key.to_owned()), template(key), template(value)];
        let is_template = template(value).is_some() || template(key).is_some();
        is_template
            && parameters.iter().any(|parameter| {
                parameter.place == Place::Query
                    && names.iter().flatten().any(|name| *name == parameter.name)
            })
    };
    let kept: Vec<&str> = query.split('&').filter(|pair| !carried(pair)).collect();
    match kept.as_slice() {
        [] => path.to_owned(),
        kept => format!("{path}?{}", kept.join("&")),
    }
}
