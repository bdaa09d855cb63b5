//! Rules as static data: the fields of a struct of the runtime, of which those without a rule are left out.

use super::row::{Rule, RuleValue};
use super::{NUMBER, Number, count_fields, fill_table};
use crate::data::{Data, Maybe, Ref};
use crate::rust::{Escaped, Ident, Rust, Tokens, Variant, put, rust, write_snippet};
use crate::schema::pattern::Pattern;
use toolc_runtime::v1 as rt;

/// A rule set of the runtime: a struct with parts, and with this many fields for rules. If some
/// have no value, the rest comes from the default `ANY`.
pub fn write_rule_set(name: &str, rules: usize, fields: impl Fn(&mut RuleSet<'_>)) -> impl Rust {
    let name = Ident(name);
    let body = write_snippet(move |out| {
        let mut set = RuleSet {
            out,
            all: rules,
            given: 0,
        };
        fields(&mut set);
        if set.given < set.all {
            put!(set.out, ..rt::#name::ANY);
        }
    });
    rust!(rt::#name { #body })
}

/// The fields of a rule set while it is written.
pub struct RuleSet<'t> {
    out: &'t mut Tokens,
    /// How many fields the struct has.
    all: usize,
    /// How many of them are written.
    given: usize,
}

impl RuleSet<'_> {
    /// Writes a field that is not a rule's, if it has a value.
    pub fn put_part(&mut self, name: &str, value: Option<impl Rust>) {
        self.all += 1;
        self.put_field(name, value);
    }

    /// Writes the fields of rules that have a value. Patterns are written as a function says, since they share their sets.
    pub fn put_rules<'s, S, T, P: Rust>(
        &mut self,
        rules: &[Rule<S, T>],
        said: &'s S,
        write_pattern: impl Fn(&'s Pattern) -> P,
    ) {
        for rule in rules {
            match (rule.says)(said) {
                Some(RuleValue::Pattern(pattern)) => {
                    let pattern = write_pattern(pattern);
                    self.put_field(rule.field, Some(rust!(Some(#pattern))));
                }
                Some(value) => self.put_rule(rule.field, value),
                None => {}
            }
        }
    }

    fn put_field(&mut self, name: &str, value: Option<impl Rust>) {
        if let Some(value) = value {
            put!(self.out, #(Ident(name)): #value,);
            self.given += 1;
        }
    }

    fn put_rule(&mut self, field: &str, value: RuleValue<'_>) {
        match value {
            RuleValue::AtLeast(0) | RuleValue::Flag(false, _) | RuleValue::Pattern(_) => {}
            RuleValue::AtLeast(count) | RuleValue::AtMost(count) => {
                self.put_field(field, Some(count));
            }
            RuleValue::Flag(true, write) => self.put_field(field, Some(write_snippet(write))),
            RuleValue::Limit(bound) | RuleValue::Beyond(bound) => {
                self.put_field(field, Some(Maybe(Some(bound))));
            }
            RuleValue::Divisor(text) => {
                self.put_field(field, Some(rust!(Some(rt::Divisor::new(#(Escaped(text)))))));
            }
            RuleValue::Format(format) => {
                self.put_field(field, Some(rust!(Some(rt::Format::#(Variant(format))))));
            }
            RuleValue::NumberFormat(format) => {
                let format = rust!(Some(rt::NumberFormat::#(Variant(format))));
                self.put_field(field, Some(format));
            }
            RuleValue::Path(rule) => {
                self.put_field(field, Some(rust!(Some(rt::Format::Path(#(Ref(rule)))))));
            }
        }
    }
}

impl Rust for Number {
    fn put(&self, out: &mut Tokens) {
        let number = &self.without_type();
        if *number == Number::default() {
            return put!(out, rt::Number::ANY);
        }
        if let Some(format) = number.format
            && number.without_format() == Number::default()
        {
            return put!(out, rt::Number::#(Ident(&format.name().to_uppercase())));
        }
        let set = write_rule_set("Number", count_fields(NUMBER), |set| {
            set.put_rules(NUMBER, number, |_| None::<Ident<'_>>);
        });
        set.put(out);
    }
}

impl Data for Number {
    type Value = rt::Number;

    fn build(&self) -> rt::Number {
        fill_table(NUMBER, self, rt::Number::ANY)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LIST, ListLimits};
    use super::*;
    use crate::rust::write_line;

    #[test]
    fn a_flag_is_written_as_its_row_says() {
        let said = ListLimits {
            unique: true,
            ..ListLimits::NONE
        };
        let list = write_rule_set("List", 3, |set| {
            set.put_rules(LIST, &said, |_| None::<Ident<'_>>);
            set.put_rule("sorted", RuleValue::Flag(true, |out| put!(out, true)));
            set.put_rule("open", RuleValue::Flag(false, |out| put!(out, true)));
        });
        assert_eq!(
            write_line(list),
            "rt::List { unique: Some(rt::Unique::ITEMS), sorted: true, ..rt::List::ANY }"
        );
    }
}
