//! Every tool, every host, 200 calls each: what the host does by the model of its documentation is never looser than what the
//! worker says, and what is stricter is told.

use crate::command::{assert_exit, stderr, stdout};
use crate::model::{HOSTS, Verdict, read, verdict};
use crate::specs::{Cell, list_cells, put_specs};

const CALLS: u32 = 200;

/// Arguments all over the bands, and at their edges.
fn list_arguments() -> impl Iterator<Item = u32> {
    let edges = [0, 99, 100, 101, 199, 200, 201, 299];
    let spread = (0..).map(|at: u32| at.wrapping_mul(2_654_435_761) % 300);
    edges.into_iter().chain(spread).take(CALLS as usize)
}

#[test]
fn no_host_is_looser_than_the_worker() {
    let cells = list_cells();
    let folder = put_specs("matrix", &cells);
    let mut compared = 0;
    for (host, _) in HOSTS {
        // VS Code cannot deny a tool, so it gets the worker that denies none, from a server that has no others.
        let (worker, more) = match *host {
            "vscode" => ("mild", ["--served"].as_slice()),
            _ => ("desk", [].as_slice()),
        };
        let arguments = [
            "export", "--host", host, "--worker", worker, "--server", "desk", "specs",
        ];
        let output = folder.toolc(&[&arguments, more].concat());
        assert_exit(&output, 0);
        let (file, said) = (read(host, &stdout(&output)), stderr(&output));
        let mut looser = Vec::new();
        let offered = |cell: &&Cell| worker == "desk" || cell.is_mild();
        for cell in cells.iter().filter(offered) {
            let is = verdict(host, &file, &cell.wire);
            let mut lost = false;
            for n in list_arguments() {
                let wanted = cell.decide(n);
                compared += 1;
                lost |= is > wanted;
                if is < wanted {
                    looser.push((&cell.wire, n, is, wanted));
                }
            }
            let name = cell.wire.replacen("m__", "m::", 1);
            assert!(
                !lost
                    || said.contains(&format!("call of `{name}`")) && said.contains("note[T0790]"),
                "{host} {name}: {said}"
            );
        }
        assert_eq!(looser.len(), 0, "{host}: {looser:?}");
        if *host != "vscode" {
            let unknown = verdict(host, &file, "m__unknown");
            assert!(unknown > Verdict::Allow, "{host}");
        }
    }
    let denying = cells.iter().filter(|cell| !cell.is_mild()).count();
    let expected = (HOSTS.len() * cells.len() - denying) as u32 * CALLS;
    assert_eq!(compared, expected);
    eprintln!(
        "{compared} calls compared at {} hosts, none looser",
        HOSTS.len()
    );
}

#[test]
fn a_host_that_cannot_deny_is_refused_what_has_to_be_denied() {
    let folder = put_specs("undeniable", &list_cells());
    let export = |worker: &str, more: &[&str]| {
        let arguments = ["export", "--host", "vscode", "--worker", worker, "specs"];
        folder.toolc(&[&arguments, more].concat())
    };
    for (worker, more, tool) in [
        ("desk", ["--served"].as_slice(), "m::t_a_b"),
        ("mild", [].as_slice(), "m::not_granted"),
    ] {
        let output = export(worker, more);
        let said = assert_exit(&output, 1);
        assert!(said.contains("error[T0792]: vscode cannot deny"), "{said}");
        assert!(said.contains(tool), "{said}");
        assert_eq!(stdout(&output), "");
    }
}
