//! Compares verdicts and counts.

use crate::arguments::breaking::Aim;
use crate::originals::Original;
use jsonschema::Validator;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Arguments with what the referee says of them.
pub struct Instance {
    /// The wire name.
    pub tool: String,
    /// The arguments.
    pub text: String,
    /// What was aimed at; nothing where the arguments should be valid.
    aim: Option<Aim>,
    valid: bool,
    errors: Errors,
}

/// Keywords and pointers.
type Errors = BTreeSet<String>;

impl Instance {
    /// Asks the referee.
    pub fn judge(tool: &Original, referee: &Validator, aim: Option<Aim>, text: String) -> Self {
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let errors = referee.iter_errors(&value).map(|error| {
            let pointer = error.instance_path().to_string();
            format!("{} {}", error.kind().keyword(), pointer.escape_default())
        });
        Instance {
            tool: tool.wire_name.clone(),
            aim,
            valid: referee.is_valid(&value),
            errors: errors.collect(),
            text,
        }
    }
}

/// What the generated code says of an instance.
pub struct Verdict {
    erased: bool,
    typed: bool,
    errors: Errors,
}

impl Verdict {
    /// Reads a line of the program.
    pub fn parse(line: &str) -> Self {
        let mut words = line.split('\t');
        let mut is_true = || words.next() == Some("true");
        Verdict {
            erased: is_true(),
            typed: is_true(),
            errors: words.map(str::to_owned).collect(),
        }
    }
}

/// All that was compared.
#[derive(Default)]
pub struct Tally {
    valid: usize,
    invalid: usize,
    nested: usize,
    referred: usize,
    same_errors: usize,
    other_errors: BTreeMap<String, usize>,
    keywords: BTreeMap<&'static str, (usize, usize)>,
    differences: Vec<String>,
}

impl Tally {
    /// Compares one instance.
    pub fn add(&mut self, instance: &Instance, verdict: &Verdict) {
        if (verdict.erased, verdict.typed) != (instance.valid, instance.valid) {
            self.differences.push(format!(
                "{} {}\n  referee: {} {:?}\n  type-erased: {} {:?}, typed: {}",
                instance.tool,
                instance.text,
                instance.valid,
                instance.errors,
                verdict.erased,
                verdict.errors,
                verdict.typed
            ));
        }
        let keyword = instance.aim.map_or("nothing", |aim| aim.keyword);
        let (valid, invalid) = self.keywords.entry(keyword).or_default();
        if instance.valid {
            *valid += 1;
            self.valid += 1;
        } else {
            *invalid += 1;
            self.invalid += 1;
            self.nested += usize::from(instance.aim.is_some_and(|aim| aim.depth > 1));
            self.referred += usize::from(instance.aim.is_some_and(|aim| aim.referred));
            self.compare_errors(&instance.errors, &verdict.errors);
        }
    }

    /// Counts in which keywords the violations differ from the referee's.
    fn compare_errors(&mut self, referee: &Errors, own: &Errors) {
        if referee == own {
            self.same_errors += 1;
            return;
        }
        let keywords = |errors: &mut dyn Iterator<Item = &String>| {
            let keywords: BTreeSet<&str> =
                errors.filter_map(|error| error.split(' ').next()).collect();
            keywords.into_iter().collect::<Vec<_>>().join(" ")
        };
        let missing = keywords(&mut referee.difference(own));
        let further = keywords(&mut own.difference(referee));
        *self
            .other_errors
            .entry(format!("[{missing}] against [{further}]"))
            .or_default() += 1;
    }

    /// Instances, how many of them are valid, and differences, for `cargo xtask differential`.
    pub fn sums(&self) -> String {
        let (all, differences) = (self.valid + self.invalid, self.differences.len());
        format!("{all}\t{}\t{differences}", self.valid)
    }

    /// Fails where the generated code and the referee differ.
    pub fn assert_equal(&self) {
        let count = self.differences.len();
        let mut shown = self.differences.clone();
        shown.sort_by_key(String::len);
        shown.truncate(10);
        assert!(
            count == 0,
            "{count} differences, the shortest:\n{}",
            shown.join("\n")
        );
        assert!(
            self.valid > self.invalid / 10,
            "too few valid arguments to say much"
        );
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} instances: {} valid, {} invalid ({} nested, {} through `$ref`); the same violations in {:.1} % of the invalid ones",
            self.valid + self.invalid,
            self.valid,
            self.invalid,
            self.nested,
            self.referred,
            100.0 * self.same_errors as f64 / self.invalid.max(1) as f64
        )?;
        for (keyword, (valid, invalid)) in &self.keywords {
            writeln!(
                f,
                "  aimed at {keyword}: {invalid} invalid, {valid} still valid"
            )?;
        }
        let mut others: Vec<_> = self.other_errors.iter().collect();
        others.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (keywords, count) in others.into_iter().take(8) {
            writeln!(f, "  other violations in {count}: the referee's {keywords}")?;
        }
        Ok(())
    }
}
