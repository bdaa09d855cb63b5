//! Files of recorded answers, one line of JSON for each.

use super::answer::Reading;
use super::recorded::read_line;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The recordings that a worker has read, by their file.
#[derive(Debug, Default)]
pub(crate) struct Recordings {
    files: Mutex<HashMap<&'static str, Recorded>>,
    /// The calls that are being asked about, by their keys.
    open: Mutex<HashMap<String, Weak<Turn>>>,
}

/// What the same call waits for that is made at the same time.
pub(super) type Turn = tokio::sync::Mutex<()>;

/// What has been read of a file.
#[derive(Debug, Default)]
struct Recorded {
    answers: HashMap<String, Reading>,
    bytes: u64,
    lines: usize,
}

impl Recordings {
    /// The answer with this key, if it was recorded, by whatever program. A file that is not there has none.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or has a line that is not a recording.
    pub(super) fn find(&self, path: &'static str, key: &str) -> io::Result<Option<Reading>> {
        let mut files = lock(&self.files);
        let recorded = files.entry(path).or_default();
        match File::open(path) {
            Ok(mut file) => recorded.read_on(&mut file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                *recorded = Recorded::default();
            }
            Err(error) => return Err(error),
        }
        Ok(recorded.answers.get(key).cloned())
    }

    /// Finds out whether lines can be added, before anybody is asked.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(super) fn prepare(&self, path: &'static str) -> io::Result<()> {
        open_to_add(path).map(drop)
    }

    /// Adds a line, as a whole: other programs may add lines at the same time.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(super) fn add(&self, path: &'static str, line: &str) -> io::Result<()> {
        // threads take turns as programs do
        let _files = lock(&self.files);
        let mut file = open_to_add(path)?;
        match file.lock() {
            // not every file system has locks
            Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
            _ => {}
        }
        drop_broken_end(&mut file)?;
        file.write_all(line.as_bytes())
    }

    /// What a call waits for, so that two that are the same are not asked about twice.
    pub(super) fn find_turn(&self, key: &str) -> Arc<Turn> {
        let mut open = lock(&self.open);
        open.retain(|_, turn| turn.strong_count() > 0);
        if let Some(turn) = open.get(key).and_then(Weak::upgrade) {
            return turn;
        }
        let turn = Arc::new(Turn::default());
        open.insert(key.to_owned(), Arc::downgrade(&turn));
        turn
    }
}

fn open_to_add(path: &str) -> io::Result<File> {
    if let Some(folder) = Path::new(path).parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true).open(path)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recorded {
    /// Reads the lines that were added; the first one counts of those with the same key. A last line without its end is
    /// being written, or its program was stopped.
    fn read_on(&mut self, file: &mut File) -> io::Result<()> {
        let length = file.metadata()?.len();
        if length < self.bytes {
            *self = Recorded::default();
        }
        if length == self.bytes {
            return Ok(());
        }
        file.seek(SeekFrom::Start(self.bytes))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            if !line.ends_with(b"\n") {
                break;
            }
            if !line.trim_ascii().is_empty() {
                let read = str::from_utf8(line).ok().and_then(read_line);
                let (key, answer) = read.ok_or_else(|| {
                    let what = format!("line {} is not a recording", self.lines + 1);
                    io::Error::new(io::ErrorKind::InvalidData, what)
                })?;
                self.answers.entry(key).or_insert(answer);
            }
            self.lines += 1;
            self.bytes += line.len() as u64;
        }
        Ok(())
    }
}

/// Removes a last line that was never finished, so that the next one does not become a part of it.
fn drop_broken_end(file: &mut File) -> io::Result<()> {
    let length = file.metadata()?.len();
    if length == 0 {
        return Ok(());
    }
    file.seek(SeekFrom::Start(length - 1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    if last == *b"\n" {
        return Ok(());
    }
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n');
    file.set_len(whole.map_or(0, |at| at as u64 + 1))
}
