//! A folder that alternates between a folder and a link to a secret, while files below it are opened.

use crate::support::Folder;
use files::tools::reports::ShortenArgs;
use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use toolc_runtime::Args;

/// How many times files are opened; `TOOLC_RACE` overrides it.
const OPENS: u32 = 100_000;

/// How often a file is written instead of read.
const WRITE_EVERY: u32 = 500;

/// Stops the other thread, even if an assertion fails.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_folder_that_is_swapped_for_a_link_leads_nowhere() {
    let number = std::env::var("TOOLC_RACE").ok();
    let opens = number
        .and_then(|number| number.parse().ok())
        .unwrap_or(OPENS);
    let outer = Folder::new();
    let (inner, outside) = (outer.0.join("inner"), outer.0.join("outside"));
    for folder in [&inner.join("swap"), &outside] {
        fs::create_dir_all(folder).expect("a folder");
    }
    fs::write(inner.join("swap/a.txt"), "plain").expect("a file");
    fs::write(outside.join("a.txt"), "SECRET").expect("a file");
    let workspace = toolc_runtime::fs::Workspace::open(&inner).expect("the folder");
    let args = r#"{"source":"swap/a.txt","target":"swap/new/b.txt","lines":1}"#;
    let args = ShortenArgs::from_json(args).expect("paths");
    let is_over = AtomicBool::new(false);
    let (mut read, mut refused) = (0u32, 0u32);
    thread::scope(|scope| {
        scope.spawn(|| {
            let (swap, kept) = (inner.join("swap"), inner.join("kept"));
            while !is_over.load(Ordering::Relaxed) {
                fs::rename(&swap, &kept).expect("the folder");
                // a write may recreate the folder, before the link and after it
                if symlink(&outside, &swap).is_ok() {
                    fs::remove_file(&swap).expect("the link");
                }
                while fs::rename(&kept, &swap).is_err() {
                    let _ = fs::remove_dir_all(&swap);
                }
            }
        });
        let _over = Over(&is_over);
        for number in 0..opens {
            if number % WRITE_EVERY == 0 {
                // only where it ends up matters
                let _ = args.target.write(&workspace, b"written");
                let _ = args.target.remove(&workspace);
                continue;
            }
            match args.source.read(&workspace) {
                Ok(bytes) => {
                    assert_eq!(bytes, b"plain");
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        }
    });
    assert!(opens < 1_000 || read > 0 && refused > 0, "{read} {refused}");
    let names = fs::read_dir(&outside).expect("the folder").count();
    assert_eq!(names, 1, "nothing was written outside");
    let secret = fs::read_to_string(outside.join("a.txt")).expect("the secret");
    assert_eq!(secret, "SECRET");
}
