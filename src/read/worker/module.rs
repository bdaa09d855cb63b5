//! `module` and `rust_path`: the file of Rust whose functions a toolset grants.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::draft::DraftModule;
use crate::model::native::module_path;
use crate::node::Map;
use crate::read::fields;
use crate::source::Spanned;

/// The keys of a toolset that has a module.
pub(in crate::read) const KEYS: &[&str] = &["module", "rust_path"];

/// What a toolset says of its module; `None` where it has none. What is wrong is reported.
pub(super) fn read_module(diagnostics: &mut Diagnostics, map: &Map) -> Option<DraftModule> {
    let path = fields::string_at(diagnostics, map, "module")?;
    let rust_path = match map.contains("rust_path") {
        true => read_rust_path(diagnostics, map),
        false => usual_path(diagnostics, &path),
    };
    Some(DraftModule { path, rust_path })
}

fn read_rust_path(diagnostics: &mut Diagnostics, map: &Map) -> Option<Spanned<Vec<String>>> {
    let written = fields::string_at(diagnostics, map, "rust_path")?;
    let path = module_path(&written.value);
    if path.is_none() {
        let message = format!("`{}` is not the path of a module", written.value);
        let finding = Diagnostic::new(Code::WRONG_SHAPE, written.span, message)
            .help("write the path by which your crate reaches the module: `crate::tools`");
        diagnostics.push(finding);
    }
    path.map(|path| Spanned::new(path, written.span))
}

/// `crate::tools` for `./tools.rs`.
fn usual_path(
    diagnostics: &mut Diagnostics,
    path: &Spanned<String>,
) -> Option<Spanned<Vec<String>>> {
    let file = path.value.rsplit('/').next().unwrap_or("");
    let stem = file.split('.').next().unwrap_or("");
    let found = module_path(&format!("crate::{stem}"));
    if found.is_none() {
        let message = format!("the module `{}` has no `rust_path`", path.value);
        let finding = Diagnostic::new(Code::UNREADABLE_MODULE, path.span, message)
            .label("its name is not the name of a module")
            .help("add the path by which your crate reaches it: `rust_path: \"crate::tools\"`");
        diagnostics.push(finding);
    }
    found.map(|found| Spanned::new(found, path.span))
}
