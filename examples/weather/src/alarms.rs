//! The alarms that were set.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// An alarm.
#[derive(Debug, Clone, PartialEq)]
pub struct Alarm {
    pub location: String,
    pub condition: String,
    pub notify: Vec<String>,
}

/// All alarms, in the order in which they were set.
#[derive(Debug, Default)]
pub struct Alarms(Mutex<Vec<Alarm>>);

impl Alarms {
    /// Adds an alarm and returns its number, starting with one.
    pub fn add(&self, alarm: Alarm) -> u64 {
        let mut list = self.list();
        list.push(alarm);
        list.len() as u64
    }

    pub fn all(&self) -> Vec<Alarm> {
        self.list().clone()
    }

    fn list(&self) -> MutexGuard<'_, Vec<Alarm>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
