//! Specs whose workers have tools with every approval, and with rules on an argument `n` that lead from each to each.

use crate::command::Folder;
use crate::model::Verdict;
use std::fmt::Write;

/// A tool of the worker `desk`: what happens to calls whose `n` is below each limit.
pub struct Cell {
    /// Its wire name.
    pub wire: String,
    pub bands: Vec<(u32, Verdict)>,
}

impl Cell {
    /// What the worker does about a call.
    pub fn decide(&self, n: u32) -> Verdict {
        let band = self.bands.iter().find(|(limit, _)| n < *limit);
        band.map_or(Verdict::Deny, |(_, verdict)| *verdict)
    }

    fn strictest(&self) -> Verdict {
        let all = self.bands.iter().map(|(_, verdict)| *verdict);
        all.max().unwrap_or(Verdict::Deny)
    }

    /// Whether no call is denied.
    pub fn is_mild(&self) -> bool {
        self.strictest() < Verdict::Deny
    }
}

const VERDICTS: [Verdict; 3] = [Verdict::Allow, Verdict::Ask, Verdict::Deny];

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "preApproved",
        Verdict::Ask => "ask",
        Verdict::Deny => "blocked",
    }
}

/// Every sequence of up to three approvals of which neighbours differ; then tools that are not granted, and for people.
pub fn list_cells() -> Vec<Cell> {
    const END: u32 = u32::MAX;
    let mut all = Vec::new();
    for a in VERDICTS {
        all.push(vec![(END, a)]);
        for b in VERDICTS.into_iter().filter(|b| *b != a) {
            all.push(vec![(100, a), (END, b)]);
            for c in VERDICTS.into_iter().filter(|c| *c != b) {
                all.push(vec![(100, a), (200, b), (END, c)]);
            }
        }
    }
    let cells = all.into_iter().map(|bands| {
        let letters = bands.iter().map(|(_, verdict)| &word(*verdict)[..1]);
        let wire = format!("m__t_{}", letters.collect::<Vec<_>>().join("_"));
        Cell { wire, bands }
    });
    let mut cells: Vec<Cell> = cells.collect();
    for name in ["m__not_granted", "m__for_people"] {
        cells.push(Cell {
            wire: name.to_owned(),
            bands: vec![(END, Verdict::Deny)],
        });
    }
    cells
}

/// A folder with the specs, and with the workers `desk` and `mild`, which has the tools of which no call is denied.
pub fn put_specs(name: &str, cells: &[Cell]) -> Folder {
    let folder = Folder::new(&format!("hosts_{name}"));
    let mut tools = "m:\n".to_owned();
    for (at, cell) in cells.iter().enumerate() {
        let (bare, reads) = (&cell.wire[3..], at % 2 == 0);
        let people = if bare == "for_people" {
            ", execution: manual"
        } else {
            ""
        };
        let _ = writeln!(
            tools,
            "  - {{ name: {bare}, description: Does {bare}., annotations: {{ readOnlyHint: {reads} }}{people}, \
             parameters: {{ type: object, properties: {{ n: {{ type: integer }} }}, required: [n] }} }}"
        );
    }
    folder.put("specs/m.yaml", &tools);
    for (worker, is_mild) in [("desk", false), ("mild", true)] {
        let granted = cells.iter().filter(|cell| cell.wire != "m__not_granted");
        let granted: Vec<&Cell> = granted.filter(|cell| !is_mild || cell.is_mild()).collect();
        folder.put(
            &format!("specs/workers/{worker}.yaml"),
            &write_worker(worker, &granted),
        );
    }
    folder
}

fn write_worker(name: &str, cells: &[&Cell]) -> String {
    let names: Vec<&str> = cells.iter().map(|cell| &cell.wire[3..]).collect();
    let mut entries = Vec::new();
    let mut rules = String::new();
    for cell in cells.iter().filter(|cell| cell.wire != "m__for_people") {
        let bare = &cell.wire[3..];
        if let [(_, verdict)] = cell.bands.as_slice() {
            entries.push(format!("{bare}: {}", word(*verdict)));
            continue;
        }
        for (limit, verdict) in &cell.bands {
            let when = match limit {
                &u32::MAX if *verdict == Verdict::Ask => continue,
                &u32::MAX => String::new(),
                limit => format!(", when: {{ /n: {{ exclusiveMaximum: {limit} }} }}"),
            };
            let _ = writeln!(
                rules,
                "        - {{ tool: {bare}{when}, approval: {} }}",
                word(*verdict)
            );
        }
    }
    format!(
        "name: {name}\ndescription: Tries everything.\ntoolsets:\n  m:\n    tools: [{}]\n    approval:\n      default: ask\n      \
         tools: {{ {} }}\n      rules:\n{rules}",
        names.join(", "),
        entries.join(", ")
    )
}
