//! Duplicated runs of lines.

use super::tree::Tree;
use std::collections::HashMap;

/// How many consecutive lines have to be equal.
const LINES: usize = 8;

/// How many letters they must have: closing brackets alone are not a copy.
const LETTERS: usize = 160;

pub struct Duplicates {
    /// The number of runs that also occur earlier.
    pub blocks: usize,
    /// The number of lines in them.
    pub lines: usize,
}

pub fn find_duplicates(tree: &Tree) -> Duplicates {
    let mut seen: HashMap<Vec<&str>, ()> = HashMap::new();
    let mut found = Duplicates {
        blocks: 0,
        lines: 0,
    };
    for file in &tree.files {
        let lines: Vec<&str> = file
            .code
            .iter()
            .map(|(_, line)| &**line)
            .filter(|line| is_code(line))
            .collect();
        let mut copied_to = 0;
        for (at, window) in lines.windows(LINES).enumerate() {
            let letters: usize = window.iter().map(|line| line.len()).sum();
            if letters < LETTERS || seen.insert(window.to_vec(), ()).is_none() {
                continue;
            }
            // A window that overlaps the last copy only extends it.
            let end = at + LINES;
            if at >= copied_to {
                found.blocks += 1;
            }
            found.lines += end - copied_to.max(at);
            copied_to = end;
        }
    }
    found
}

fn is_code(line: &str) -> bool {
    let is_other = line.starts_with("//") || line.starts_with("use ") || line.starts_with("#[");
    !line.is_empty() && !is_other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::modules::tests::tree_of;

    #[test]
    fn a_copy_is_one_block_however_long() {
        let lines = |name: &str, to: usize| {
            let line = |at| format!("    call_something_with_a_name({at});\n");
            let body: String = (0..to).map(line).collect();
            format!("fn {name}() {{\n{body}}}\n")
        };
        let (one, two, short) = (lines("one", 12), lines("two", 10), lines("three", 5));
        let tree = tree_of(&[("a.rs", &one), ("b.rs", &two), ("c.rs", &short)]);
        let found = find_duplicates(&tree);
        assert_eq!((found.blocks, found.lines), (1, 10));
    }
}
