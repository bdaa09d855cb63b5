//! The table: one row per figure, one column per folder.

use super::tree::Tree;
use std::fmt;

pub struct Table {
    columns: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
}

impl Table {
    pub fn new(trees: &[Tree]) -> Self {
        Table {
            columns: trees.iter().map(|tree| tree.folder.clone()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row with a figure for each tree.
    pub fn row(&mut self, name: &str, trees: &[Tree], figure: impl Fn(&Tree) -> String) {
        self.rows
            .push((name.to_owned(), trees.iter().map(figure).collect()));
    }

    /// Adds a row with a figure in one column only.
    pub fn cell(&mut self, name: &str, column: usize, figure: String) {
        let mut cells = vec![String::new(); self.columns.len()];
        cells[column] = figure;
        self.rows.push((name.to_owned(), cells));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        writeln!(out, "| what | {} |", self.columns.join(" | "))?;
        writeln!(out, "|---{}|", "|---".repeat(self.columns.len()))?;
        for (name, cells) in &self.rows {
            writeln!(out, "| {name} | {} |", cells.join(" | "))?;
        }
        Ok(())
    }
}

pub fn percent(part: usize, whole: usize) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    format!("{share:.1} % ({part} of {whole})")
}

pub fn per_thousand(count: usize, lines: usize) -> String {
    let rate = 1000.0 * count as f64 / lines.max(1) as f64;
    format!("{rate:.1} ({count})")
}
