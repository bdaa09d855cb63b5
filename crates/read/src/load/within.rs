//! Links: files must be beneath the folder through which they are reached, so that no finding
//! quotes an unintended file.

use super::glob::fixed_part;
use super::{Files, Loader};
use std::path::{Component, Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic};

impl Loader<'_> {
    /// Whether a path leads out of a folder through a link. A dangling link is reported elsewhere.
    pub(super) fn leads_out(&self, path: &Path, root: &Path) -> bool {
        let Ok(real) = self.files.resolve(path) else {
            return false;
        };
        let roots = self.folders.iter().map(|(folder, _)| folder.as_path());
        !roots.chain([root]).any(|root| real.starts_with(root))
    }
}

/// The folder that confines a path in `toolc.yaml`: that of `toolc.yaml`, or the folder outside of
/// it that the path names.
pub(super) fn root_of(files: &dyn Files, folder: &Path, path: &str) -> PathBuf {
    let is_below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if Path::new(path).components().all(is_below) {
        return files.canonical(folder);
    }
    let fixed = folder.join(fixed_part(path));
    if files.is_folder(&fixed) {
        files.canonical(&fixed)
    } else {
        files.canonical(super::folder_of(&fixed))
    }
}

/// The finding on a link that leads out.
pub(super) fn link_out(shown: &str) -> Diagnostic {
    let message = format!("the link `{shown}` leads out of the folder that is read");
    Diagnostic::placeless(Code::LINK_OUT, message)
        .help("put a copy there, or list the file itself in `toolc.yaml`")
}
