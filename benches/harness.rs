//! Runs contestants in turns, and prints a line for each: group, contestant, nanoseconds, and the ratio to
//! the first contestant of its group.
#![expect(clippy::print_stdout, reason = "the lines are what a run is for")]

use std::time::{Duration, Instant};

/// Contestants that do the same work; the others are compared with the first.
pub struct Group {
    pub name: String,
    pub contestants: Vec<Contestant>,
}

pub struct Contestant {
    pub name: &'static str,
    pub run: Box<dyn FnMut()>,
}

/// How long a contestant runs before it is the next one's turn.
const TURN: Duration = Duration::from_micros(500);
const ROUNDS: usize = 301;

impl Group {
    pub fn new(name: impl Into<String>) -> Self {
        Group {
            name: name.into(),
            contestants: Vec::new(),
        }
    }

    /// Adds a contestant.
    pub fn with<T>(mut self, name: &'static str, mut run: impl FnMut() -> T + 'static) -> Self {
        let run = Box::new(move || drop(std::hint::black_box(run())));
        self.contestants.push(Contestant { name, run });
        self
    }
}

/// Measures all groups with a contestant whose name contains `wanted`.
pub fn measure(groups: Vec<Group>, wanted: &str) {
    for mut group in groups {
        let named = |contestant: &Contestant| full_name(&group, contestant).contains(wanted);
        if group.contestants.iter().any(named) {
            measure_group(&mut group);
        }
    }
}

fn full_name(group: &Group, contestant: &Contestant) -> String {
    format!("{}/{}", group.name, contestant.name)
}

fn measure_group(group: &mut Group) {
    let times: Vec<u32> = group.contestants.iter_mut().map(calibrate).collect();
    let mut rounds = vec![Vec::with_capacity(ROUNDS); times.len()];
    for _ in 0..ROUNDS {
        for (index, contestant) in group.contestants.iter_mut().enumerate() {
            rounds[index].push(turn(contestant, times[index]));
        }
    }
    for (index, contestant) in group.contestants.iter().enumerate() {
        let ratios = rounds[index]
            .iter()
            .zip(&rounds[0])
            .map(|(time, first)| time / first);
        println!(
            "{}\t{}\t{:.1}\t{:.3}",
            group.name,
            contestant.name,
            median(rounds[index].clone()),
            median(ratios.collect()),
        );
    }
}

/// How many runs fill a turn.
fn calibrate(contestant: &mut Contestant) -> u32 {
    let mut times = 1;
    loop {
        let nanoseconds = turn(contestant, times) * f64::from(times);
        if nanoseconds >= TURN.as_nanos() as f64 || times >= 1 << 20 {
            return times;
        }
        times *= 2;
    }
}

/// The nanoseconds per run.
fn turn(contestant: &mut Contestant, times: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..times {
        (contestant.run)();
    }
    start.elapsed().as_nanos() as f64 / f64::from(times)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs one contestant without measuring anything.
pub fn count(groups: Vec<Group>, wanted: &str, times: u32) {
    for mut group in groups {
        let name = group.name.clone();
        for contestant in &mut group.contestants {
            if format!("{name}/{}", contestant.name) == wanted {
                (0..times).for_each(|_| (contestant.run)());
            }
        }
    }
}
