//! The programs of which something is known to be harmless, each row with the manual that says so. Last
//! reviewed in 2026-11, with git 2.47, GNU coreutils 9.5, grep 3.11, findutils 4.10, curl 8.14 and the
//! manuals of that time. To add a program, add a row: list only what neither writes, nor runs anything, nor
//! sends anything, nor reads what an operand or value of the row's kind does not name.

mod archives;
mod build;
mod containers;
mod files;
mod git;
mod network;
mod packages;
mod system;
mod text;

use super::row::Row;

const TABLE: &[&[Row]] = &[
    archives::ROWS,
    build::ROWS,
    containers::ROWS,
    files::ROWS,
    git::ROWS,
    network::ROWS,
    packages::ROWS,
    system::ROWS,
    text::ROWS,
];

/// The folders of programs that a path may name; in other folders, a name says nothing.
const FOLDERS: &[&str] = &["/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin"];

fn rows() -> impl Iterator<Item = &'static Row> {
    TABLE.iter().copied().flatten()
}

/// The row of a program, by its name or path.
pub(super) fn find_program(program: &str) -> Option<&'static Row> {
    let name = match program.rsplit_once('/') {
        None => program,
        Some((folder, name)) if FOLDERS.contains(&folder) => name,
        Some(_) => return None,
    };
    rows().find(|row| row.names.contains(&name))
}

/// The row of a subcommand of what a row is about.
pub(super) fn find_subcommand(row: &Row, word: &str) -> Option<&'static Row> {
    let is_below = |name: &&str| {
        let split = name.rsplit_once(' ');
        split.is_some_and(|(above, last)| last == word && row.names.contains(&above))
    };
    rows().find(|row| row.names.iter().any(is_below))
}

#[cfg(test)]
mod tests {
    use super::rows;
    use std::collections::HashSet;

    #[test]
    fn each_name_stands_in_one_row_below_its_program() {
        let mut known = HashSet::new();
        for name in rows().flat_map(|row| row.names) {
            assert!(known.insert(*name), "{name} twice");
        }
        for name in &known {
            if let Some((above, _)) = name.rsplit_once(' ') {
                assert!(known.contains(above), "{name} has no row above it");
            }
        }
    }

    /// What is written in a row can be read in one way only.
    #[test]
    fn options_are_written_as_the_table_of_rows_says() {
        for row in rows() {
            assert!(!row.source.is_empty(), "{:?}", row.names);
            let mut known = HashSet::new();
            for entry in row.options.iter().flat_map(|list| list.split_whitespace()) {
                let name = entry.split_once("[=]").map_or(entry, |(name, _)| name);
                let name = name.split_once('=').map_or(name, |(name, _)| name);
                assert!(known.insert(name), "{:?}: {name} twice", row.names);
                let is_word = name.starts_with('-') || name.len() == 1;
                assert!(is_word && !name.ends_with('-'), "{:?}: {entry}", row.names);
            }
            for mode in row.mode.split_whitespace() {
                assert!(
                    known.contains(mode),
                    "{:?}: {mode} is not an option",
                    row.names
                );
            }
        }
    }
}
