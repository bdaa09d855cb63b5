//! Compares verdicts and counts.

use crate::arguments::breaking::Aim;
use crate::explained::{Errors, explain};
use crate::originals::Original;
use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// Arguments with the verdict of the reference validator.
pub struct Instance {
    /// The wire name.
    pub tool: String,
    /// The arguments.
    pub text: String,
    /// The keyword that was targeted; `None` if the arguments should be valid.
    aim: Option<Aim>,
    valid: bool,
    /// What the reference validator says; `None` if only the verdict counts.
    errors: Option<Errors>,
}

impl Instance {
    /// A text that is no JSON that anybody accepts.
    pub fn unreadable(tool: &Original, text: String) -> Self {
        Instance {
            tool: tool.wire_name.clone(),
            text,
            aim: None,
            valid: false,
            errors: None,
        }
    }

    /// The same, of which only the verdict counts.
    pub fn of_verdict(mut self) -> Self {
        self.errors = None;
        self
    }

    /// Asks the reference validator.
    pub fn judge(tool: &Original, referee: &Validator, aim: Option<Aim>, text: String) -> Self {
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let errors = referee.iter_errors(&value).map(|error| {
            let pointer = error.instance_path().to_string();
            let keyword = error.kind().keyword().replace(' ', "_");
            (keyword, pointer.escape_default().to_string())
        });
        Instance {
            tool: tool.wire_name.clone(),
            aim,
            valid: referee.is_valid(&value),
            errors: Some(errors.collect()),
            text,
        }
    }
}

/// The verdict of the generated code on an instance.
pub struct Verdict {
    erased: bool,
    typed: bool,
    /// The other doors, if some differ from the type-erased interface.
    differing: String,
    errors: Errors,
}

impl Verdict {
    /// Parses a line of the program.
    pub fn parse(line: &str) -> Self {
        let mut words = line.split('\t');
        let mut is_true = || words.next() == Some("true");
        Verdict {
            erased: is_true(),
            typed: is_true(),
            differing: words.next().unwrap_or("no answer").to_owned(),
            errors: words.filter_map(error).collect(),
        }
    }
}

/// Parses a keyword and a pointer, separated by a space.
fn error(text: &str) -> Option<(String, String)> {
    let (keyword, pointer) = text.split_once(' ')?;
    Some((keyword.to_owned(), pointer.to_owned()))
}

/// Everything that was compared.
#[derive(Default)]
pub struct Tally {
    valid: usize,
    invalid: usize,
    nested: usize,
    referred: usize,
    same_errors: usize,
    explained: BTreeMap<String, usize>,
    unexplained: Vec<String>,
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
        if !verdict.differing.is_empty() {
            self.differences.push(format!(
                "{} {}\n  type-erased: {}, differently: {}",
                instance.tool, instance.text, verdict.erased, verdict.differing
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
            if let Some(errors) = &instance.errors {
                self.compare_errors(instance, errors, &verdict.errors);
            }
        }
    }

    /// Counts why the violations differ from those of the reference validator.
    fn compare_errors(&mut self, instance: &Instance, referee: &Errors, own: &Errors) {
        if referee == own {
            self.same_errors += 1;
            return;
        }
        match explain(referee, own) {
            Ok(classes) => {
                let classes: Vec<&str> = classes.into_iter().collect();
                *self.explained.entry(classes.join(", and ")).or_default() += 1;
            }
            Err([missing, further]) => self.unexplained.push(format!(
                "{} {}\n  the referee alone: {missing}\n  toolc alone: {further}",
                instance.tool, instance.text
            )),
        }
    }

    /// Returns the number of instances, of valid ones, and of differences, for `cargo xtask differential`.
    pub fn sums(&self) -> String {
        let (all, differences) = (self.valid + self.invalid, self.differences.len());
        format!("{all}\t{}\t{differences}", self.valid)
    }

    /// Panics if the generated code and the reference validator differ.
    pub fn assert_equal(&self) {
        let lists = [
            ("differences", &self.differences),
            ("unexplained violations", &self.unexplained),
        ];
        for (name, list) in lists {
            let mut shown = list.clone();
            shown.sort_by_key(String::len);
            shown.truncate(10);
            assert!(
                list.is_empty(),
                "{} {name}, the shortest:\n{}",
                list.len(),
                shown.join("\n")
            );
        }
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
        for (classes, count) in &self.explained {
            writeln!(f, "  other violations in {count}: {classes}")?;
        }
        Ok(())
    }
}
