//! A state that is compared: a lock, specs, or what was either at a revision.

use super::Exit;
use super::input::{Answer, compile_input_from};
use super::output::{print_line, refuse_with};
use super::revision::{PREFIX, Revision, open_revision};
use std::collections::HashMap;
use std::path::PathBuf;
use std::slice::from_ref;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::diagnostic::level::{Levels, Lint};
use toolc_base::node::Node;
use toolc_base::parse::parse_text;
use toolc_base::source::{Role, Source, Sources};
use toolc_compile::compare::{lock_command, read_accepted_from};
use toolc_compile::compile::Options;
use toolc_lock::lock::{self, Lock};
use toolc_read::load::{Disk, Files, lock_exists};
use toolc_resolve::check::Checked;
use toolc_resolve::resolve::file_stem;

/// The locks of two states. Findings point at the second one, whose specs become the first of `sources`; what the
/// specs say of findings holds for all that follow.
pub(super) fn read_sides(
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    [old, new]: [&str; 2],
) -> Result<[Lock; 2], Exit> {
    let old = open_side(old)?;
    let new = open_side(new)?;
    // both are read before either is reported on, so that a person sees everything that is
    // wrong
    let named = old.file_name().zip(new.file_name().and_then(file_stem));
    let new = new.read(diagnostics, sources, None, true);
    let old = old.read(diagnostics, sources, named, false);
    let (old, new) = (old?, new?);
    let lints = new.lints.or(old.lints).unwrap_or_default();
    diagnostics.set_levels(Levels::new(&lints, None));
    Ok([old.lock, new.lock])
}

/// One of the two, as the user named it, and where it is.
pub(super) struct Side<'s> {
    name: &'s str,
    path: PathBuf,
    /// The revision that it is read from; `None` for what is on disk.
    revision: Option<Revision>,
}

/// A state that was read.
pub(super) struct SideRead {
    /// Its lock, or that which its specs would have.
    pub lock: Lock,
    /// What specs say of findings: no lock does.
    pub lints: Option<Vec<Lint>>,
    /// What specs say of results, by the names of tools, also where models are not shown it.
    pub outputs: HashMap<String, Node>,
}

impl SideRead {
    /// What specs say.
    pub(super) fn of(answer: &Answer) -> Self {
        let catalog = answer.checked.catalog();
        let outputs = catalog.tools.iter().filter_map(|tool| {
            let text = catalog.compose_text(tool.output_text.as_ref()?);
            Some((tool.qualified(), parse_text(&text, tool.span)))
        });
        SideRead {
            outputs: outputs.collect(),
            lock: lock::take_lock(&answer.checked),
            lints: Some(answer.lints.clone()),
        }
    }
}

pub(super) fn open_side(name: &str) -> Result<Side<'_>, Exit> {
    let Some(place) = name.strip_prefix(PREFIX) else {
        return Ok(Side {
            name,
            path: PathBuf::from(name),
            revision: None,
        });
    };
    let (revision, path) =
        open_revision(place).map_err(|fault| refuse_with(&fault.message, &fault.help))?;
    Ok(Side {
        name,
        path,
        revision: Some(revision),
    })
}

impl Side<'_> {
    fn files(&self) -> &dyn Files {
        match &self.revision {
            Some(revision) => revision,
            None => &Disk,
        }
    }

    /// A path that leads nowhere is a wrong call; specs with errors cannot be compared.
    fn cannot_compile(&self, exit: Exit) -> Exit {
        if let Some(revision) = &self.revision {
            print_line(&format!("help: {}", revision.explain_limits()));
        }
        match exit {
            Exit::Findings => Exit::CannotCompare,
            exit => exit,
        }
    }

    /// The name of the one file that this side is; `None` for a lock or a folder.
    pub(super) fn file_name(&self) -> Option<&str> {
        let is_spec = self.files().is_file(&self.path) && !self.is_lock();
        self.path.file_name()?.to_str().filter(|_| is_spec)
    }

    /// The lock that this side is, or that its specs would have, and what they say of findings. Two files are
    /// compared as if they had the same name, because their tools are named after it: `named` is the file and the
    /// namespace. If `is_base`, findings point at the specs, whose texts become the first of `sources`.
    pub(super) fn read(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
        named: Option<(&str, &str)>,
        is_base: bool,
    ) -> Result<SideRead, Exit> {
        if self.is_lock() {
            return Ok(SideRead {
                lock: self.read_lock(diagnostics, sources)?,
                lints: None,
                outputs: HashMap::new(),
            });
        }
        let fault = || self.revision.as_ref().and_then(Revision::find_fault);
        let (paths, options) = (from_ref(&self.path), &Options::default());
        let answer = compile_input_from(self.files(), paths, options, named, fault);
        let left_out = self.revision.iter().flat_map(Revision::list_left_out);
        left_out.for_each(|line| print_line(&line));
        let answer = answer.map_err(|exit| self.cannot_compile(exit))?;
        let read = SideRead::of(&answer);
        if is_base {
            *sources = answer.sources;
            return Ok(read);
        }
        let lock = lock_side(diagnostics, sources, self.name, &answer.checked);
        let lock = lock.ok_or(Exit::CannotCompare)?;
        Ok(SideRead { lock, ..read })
    }

    fn read_lock(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
    ) -> Result<Lock, Exit> {
        let command = lock_command(&[PathBuf::from("PATH")], Some(&self.path));
        let (is_there, help) = match self.revision {
            Some(_) => (true, "name a lock, or specs".to_owned()),
            None => (
                lock_exists(&self.path),
                format!("name a lock, or specs; `{command}` writes one"),
            ),
        };
        if !is_there {
            let message = format!("there is no file `{}`", self.name);
            return Err(refuse_with(&message, &help));
        }
        let lock = read_accepted_from(self.files(), diagnostics, sources, &self.path, &command);
        lock.ok_or(Exit::CannotCompare)
    }

    /// Whether it is a lock: by its name, which a missing file has too, or by how it begins.
    fn is_lock(&self) -> bool {
        if self
            .path
            .extension()
            .is_some_and(|extension| extension == "lock")
        {
            return true;
        }
        let maximum = u64::try_from(lock::HEADER.len()).unwrap_or(u64::MAX);
        let start = self.files().read(&self.path, maximum);
        start.is_ok_and(|start| start == lock::HEADER.as_bytes())
    }
}

/// The lock that a compilation would have. Its specs are not those of the other side, so findings point at the lock.
pub(super) fn lock_side(
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    name: &str,
    checked: &Checked,
) -> Option<Lock> {
    let id = sources.add(Source {
        path: format!("{name} as a lock"),
        text: lock::write_lock(&lock::take_lock(checked)).into(),
        role: Role::Found,
    });
    lock::read_lock_file(diagnostics, sources, id)
}
