//! Noun: the folders in which `toolc check` is run, and what became of it.

use crate::analysis::Analysis;
use crate::commands::Commands;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toolc_compile::kept::Kept;
use toolc_read::load::Files;

/// A folder in which specs are checked.
#[derive(Default)]
pub struct Project {
    /// Counts what may change the result of a check.
    pub generation: u64,
    /// The generation that was checked last, if any was.
    pub checked: Option<u64>,
    /// What the last check knows, perhaps of an earlier text.
    pub analysis: Option<Arc<Analysis>>,
    /// What the last check has left for the next one.
    pub kept: Kept,
    /// The findings of the last check, by the address of their file.
    pub findings: BTreeMap<String, Vec<Value>>,
}

impl Project {
    /// Whether something changed since the last check.
    pub fn is_dirty(&self) -> bool {
        self.checked != Some(self.generation)
    }
}

/// All projects, by folder.
#[derive(Default)]
pub struct Projects {
    /// The folders that are open in the editor.
    roots: Vec<PathBuf>,
    known: BTreeMap<PathBuf, Project>,
}

impl Projects {
    /// Opens a folder. It is a project if `toolc check` would read configured specs there; others are found when one of
    /// their files is opened.
    pub fn add_root(&mut self, commands: &dyn Commands, files: &dyn Files, root: PathBuf) {
        if commands.is_project(files, &root) {
            self.known.entry(root.clone()).or_default();
        }
        if !self.roots.contains(&root) {
            self.roots.push(root);
        }
    }

    /// Adds a folder that the user names, whatever is in it.
    pub fn add_named(&mut self, folder: PathBuf) {
        self.known.entry(folder).or_default();
    }

    /// Closes a folder with its projects, which are returned.
    pub fn remove_root(&mut self, root: &Path) -> Vec<Project> {
        self.roots.retain(|known| known != root);
        let roots = &self.roots;
        let is_left = |folder: &Path| roots.iter().any(|root| folder.starts_with(root));
        let folders: Vec<PathBuf> = self.known.keys().cloned().collect();
        let gone = folders
            .into_iter()
            .filter(|folder| folder.starts_with(root) && !is_left(folder));
        gone.filter_map(|folder| self.known.remove(&folder))
            .collect()
    }

    /// Finds the project of a file: the nearest folder above it that is one, but none above a folder that is open in the
    /// editor; without such a folder, any.
    pub fn find_around(&mut self, commands: &dyn Commands, files: &dyn Files, path: &Path) {
        let root = self.roots.iter().find(|root| path.starts_with(root));
        let within = |folder: &&Path| root.is_none_or(|root| folder.starts_with(root));
        let mut above = path.ancestors().skip(1).take_while(within);
        let Some(nearest) = above.find(|folder| commands.is_project(files, folder)) else {
            return;
        };
        // the folder `specs` of a project is that project
        let outer = nearest.parent().filter(|outer| within(outer));
        let outer = outer.filter(|outer| {
            nearest.file_name().is_some_and(|name| name == "specs")
                && commands.is_project(files, outer)
        });
        let folder = outer.unwrap_or(nearest).to_owned();
        self.known.entry(folder).or_default();
    }

    /// Notes that a file may have changed: what reads it, or may read it, is checked again.
    pub fn touch(&mut self, path: &Path, place: &Path) {
        for (folder, project) in &mut self.known {
            let reads = |analysis: &Arc<Analysis>| analysis.reads(place);
            let has_read = project.analysis.as_ref().is_some_and(reads);
            if has_read || path.starts_with(folder) {
                project.generation += 1;
            }
        }
    }

    /// Notes that anything may have changed.
    pub fn touch_all(&mut self) {
        for project in self.known.values_mut() {
            project.generation += 1;
        }
    }

    /// The project in a folder.
    pub fn get_mut(&mut self, folder: &Path) -> Option<&mut Project> {
        self.known.get_mut(folder)
    }

    /// A project that has changed since its last check.
    pub fn find_dirty(&mut self) -> Option<(&PathBuf, &mut Project)> {
        let mut all = self.known.iter_mut();
        all.find(|(_, project)| project.is_dirty())
    }

    /// All projects with their folders.
    pub fn iter(&self) -> impl Iterator<Item = (&PathBuf, &Project)> {
        self.known.iter()
    }

    /// The analysis of the project that reads a file, or may read it if it is new.
    pub fn analysis_around(&self, place: &Path) -> Option<&Arc<Analysis>> {
        let mut all = self.known.iter();
        let around =
            all.find(|(folder, _)| place.starts_with(crate::documents::find_place(folder)));
        let own = self.analysis_of(place);
        own.or_else(|| around?.1.analysis.as_ref())
    }

    /// The analysis that has a file among its sources.
    pub fn analysis_of(&self, place: &Path) -> Option<&Arc<Analysis>> {
        let all = self.known.values();
        let mut all = all.filter_map(|project| project.analysis.as_ref());
        all.find(|analysis| analysis.source_at(place).is_some())
    }
}
