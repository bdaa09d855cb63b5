//! Emission has one direction: names, layout, text.

use super::sources::first_word;
use super::{files, report};
use std::collections::BTreeSet;

/// The modules of emission, and which of the others each of them may use. Data modules come first.
const ROOMS: &[(&str, &[&str])] = &[
    ("integers", &[]),
    ("kinds", &["integers"]),
    ("members", &["kinds"]),
    ("patterns", &[]),
    ("constants", &["kinds"]),
    ("names", &["constants", "kinds", "members", "patterns"]),
    ("layout", &["names"]),
    ("markers", &["names"]),
    (
        "naming",
        &["constants", "kinds", "members", "names", "patterns"],
    ),
    ("arrange", &["kinds", "names", "layout"]),
    (
        "text",
        &["integers", "kinds", "members", "names", "layout", "markers"],
    ),
    ("report", &["kinds", "layout", "text"]),
];

#[test]
fn emission_goes_from_names_to_layout_to_text() {
    let mut faults = Vec::new();
    let mut rooms = BTreeSet::new();
    for file in files("crates/emit/src/emit/rust", "rs") {
        let below = file
            .path
            .strip_prefix("crates/emit/src/emit/rust")
            .expect("in it");
        let own = below.iter().next().and_then(|name| name.to_str());
        let own = own.expect("a plain name").trim_end_matches(".rs");
        rooms.insert(own.to_owned());
        let allowed = ROOMS.iter().find(|(room, _)| *room == own);
        let allowed = allowed.map_or(&[][..], |(_, allowed)| allowed);
        let is_room = below.iter().count() == 1;
        let used = file.code().flat_map(|line| {
            let places = line.split("crate::emit::rust::").skip(1);
            places.chain(line.split("use super::").skip(1).filter(move |_| is_room))
        });
        for other in used.map(first_word).filter(|other| *other != own) {
            if !allowed.contains(&other) {
                faults.push(format!(
                    "{}: `{own}` must not know `{other}`",
                    file.path.display()
                ));
            }
        }
    }
    let known: BTreeSet<String> = ROOMS.iter().map(|(room, _)| (*room).to_owned()).collect();
    assert_eq!(rooms, known, "ROOMS names the rooms of emission");
    report(&faults);
}
