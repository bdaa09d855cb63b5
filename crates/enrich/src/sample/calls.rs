//! Calls of sampled tools: arguments that hold, and what one call returns handed on to others.

mod forms;
mod pointer;

pub use forms::{SampleForm, write_sample};
pub use pointer::write_reference;

use super::pool::{Link, Thread};
use super::{Pattern, Pool, Sample, SampleError, Uniform};
use pointer::set_at;
use serde_json::Value;
use toolc_model::model::{Catalog, Tool};
use toolc_runtime::schema::Schema;
use toolc_runtime::testing::Generator;
use toolc_runtime::validate;
use toolc_schema::schema::prove::example::{Example, Examples};
use toolc_schema::schema::shape::ShapeId;
use toolc_schema::schema::tables::Tables;

/// How often a result or arguments are made anew until a value can be handed on.
const TRIES: usize = 20;

/// From which score on a further argument is taken from a result, in addition to the best one.
const ALIKE: f64 = 0.5;

/// A call in a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct SampledCall {
    /// Its position among the tools of the catalog.
    pub tool: usize,
    /// The arguments, with the values that are handed on. The input schema accepts them.
    pub arguments: Value,
    /// Where some of them come from.
    pub references: Vec<Reference>,
    /// What it returns, if the tool has an output schema and a value of it was found.
    pub result: Option<Value>,
}

/// An argument that an earlier call returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The argument.
    pub argument: String,
    /// The position of the call that returned it.
    pub call: usize,
    /// Where in its result, as a JSON pointer.
    pub pointer: String,
}

/// Makes calls of the tools of a catalog.
pub struct Caller<'c> {
    catalog: &'c Catalog,
    tables: Tables<'c>,
    examples: Examples<'c>,
}

impl<'c> Caller<'c> {
    /// For the tools of this catalog.
    pub fn new(catalog: &'c Catalog) -> Self {
        Caller {
            catalog,
            tables: Tables::new(&catalog.shapes),
            examples: Examples::new(&catalog.shapes),
        }
    }

    /// Calls of sampled tools, in the order in which they can be made: each hands on what the pattern says. Where the
    /// schemas allow no such value that was found, arguments stand for themselves.
    ///
    /// # Errors
    ///
    /// No arguments were found that a tool accepts; with the tools before it.
    pub fn make_calls(
        &mut self,
        pool: &Pool,
        pattern: Pattern,
        sample: &Sample,
        random: &mut Uniform,
    ) -> Result<Vec<SampledCall>, SampleError> {
        let mut calls: Vec<SampledCall> = Vec::new();
        for (at, tool) in sample.tools.iter().enumerate() {
            let mut generator = Generator::new(random.draw());
            let Some(arguments) = self.make_arguments(*tool, &mut generator) else {
                let name = &pool.tools[*tool].qualified;
                let text = format!("no arguments were found that '{name}' accepts.");
                let before = sample.tools[..at].to_vec();
                return Err(SampleError::fail(text, sample.tools.len(), before));
            };
            let result = self.make_result(*tool, &mut generator);
            calls.push(SampledCall {
                tool: *tool,
                arguments,
                references: Vec::new(),
                result,
            });
            for from in list_producers(pattern, at, sample.tools.len()) {
                if let Some(link) = find_link(pool, pattern, sample.tools[from], *tool) {
                    self.hand_on(&mut calls, from, at, link, &mut generator);
                }
            }
        }
        Ok(calls)
    }

    fn tool(&self, at: usize) -> &'c Tool {
        &self.catalog.tools[at]
    }

    fn input(&mut self, tool: usize) -> &'static Schema {
        self.tables.full_table(self.tool(tool).input)
    }

    fn output(&mut self, tool: usize) -> Option<&'static Schema> {
        Some(self.tables.full_table(self.tool(tool).output?))
    }

    fn make_arguments(&mut self, tool: usize, generator: &mut Generator) -> Option<Value> {
        let schema = self.input(tool);
        self.make_value(schema, self.tool(tool).input, generator)
    }

    fn make_result(&mut self, tool: usize, generator: &mut Generator) -> Option<Value> {
        let schema = self.output(tool)?;
        self.make_value(schema, self.tool(tool).output?, generator)
    }

    /// A value at random; if none is found so, the one that the compiler's search finds.
    fn make_value(
        &mut self,
        schema: &'static Schema,
        shape: ShapeId,
        generator: &mut Generator,
    ) -> Option<Value> {
        let text = generator
            .value(schema)
            .or_else(|| match self.examples.of(&[shape]) {
                Example::Value(text) => Some(text),
                Example::Impossible | Example::Undecided => None,
            });
        let value = serde_json::from_str(&text?).ok()?;
        holds(schema, &value).then_some(value)
    }

    /// Takes arguments of the call at `to` from the result of the one at `from`: the one that fits best, and others
    /// that are called alike.
    fn hand_on(
        &mut self,
        calls: &mut [SampledCall],
        from: usize,
        to: usize,
        link: &Link,
        generator: &mut Generator,
    ) {
        let mut is_first = true;
        for thread in &link.threads {
            let call = &calls[to];
            let is_taken = call.references.iter().any(|known| {
                known.argument == thread.argument
                    || known.call == from && known.pointer == thread.pointer
            });
            if is_taken || !is_first && thread.score < ALIKE {
                continue;
            }
            if self.hand_one(calls, from, to, thread, generator) {
                is_first = false;
            }
        }
    }

    /// Whether one value could be handed on. What was handed on before stays as it is.
    fn hand_one(
        &mut self,
        calls: &mut [SampledCall],
        from: usize,
        to: usize,
        thread: &Thread,
        generator: &mut Generator,
    ) -> bool {
        for attempt in 0..TRIES {
            let Some(result) = self.try_result(calls, from, thread, attempt, generator) else {
                continue;
            };
            let Some(value) = result.pointer(&thread.pointer).cloned() else {
                continue;
            };
            let Some(arguments) =
                self.try_arguments(&calls[to], &thread.argument, &value, generator)
            else {
                continue;
            };
            calls[from].result = Some(result);
            calls[to].arguments = arguments;
            calls[to].references.push(Reference {
                argument: thread.argument.clone(),
                call: from,
                pointer: thread.pointer.clone(),
            });
            return true;
        }
        false
    }

    /// A result to take a value from: first the one that is there, then that with a value that is known to fit, then
    /// new ones.
    fn try_result(
        &mut self,
        calls: &[SampledCall],
        from: usize,
        thread: &Thread,
        attempt: usize,
        generator: &mut Generator,
    ) -> Option<Value> {
        let tool = calls[from].tool;
        let schema = self.output(tool)?;
        let mut result = match attempt {
            0 | 1 => calls[from].result.clone()?,
            _ => self.make_result(tool, generator)?,
        };
        if attempt % 2 == 1 {
            let example = thread.example.as_ref()?;
            set_at(
                &mut result,
                &thread.pointer,
                serde_json::from_str(example).ok()?,
            )?;
        }
        let keeps = |known: &Reference| {
            let before = calls[from].result.as_ref()?.pointer(&known.pointer);
            Some(known.call != from || result.pointer(&known.pointer) == before)
        };
        let mut used = calls.iter().flat_map(|call| &call.references);
        let is_kept = used.all(|known| known.call != from || keeps(known).unwrap_or(false));
        (is_kept && holds(schema, &result)).then_some(result)
    }

    /// Arguments with one more that is given; those that were given before stay.
    fn try_arguments(
        &mut self,
        call: &SampledCall,
        argument: &str,
        value: &Value,
        generator: &mut Generator,
    ) -> Option<Value> {
        let schema = self.input(call.tool);
        for attempt in 0..TRIES {
            let mut arguments = match attempt {
                0 => call.arguments.clone(),
                _ => self.make_arguments(call.tool, generator)?,
            };
            let map = arguments.as_object_mut()?;
            for known in &call.references {
                let given = call.arguments.get(&known.argument)?;
                map.insert(known.argument.clone(), given.clone());
            }
            map.insert(argument.to_owned(), value.clone());
            if holds(schema, &arguments) {
                return Some(arguments);
            }
        }
        None
    }
}

fn holds(schema: &'static Schema, value: &Value) -> bool {
    validate(schema, &value.to_string()).is_ok()
}

/// The calls from which the one at `at` takes something.
fn list_producers(pattern: Pattern, at: usize, count: usize) -> Vec<usize> {
    match pattern {
        Pattern::Chain if at > 0 => vec![at - 1],
        Pattern::FanOut if at > 0 => vec![0],
        Pattern::FanIn if at + 1 == count => (0..at).collect(),
        _ => Vec::new(),
    }
}

fn find_link(pool: &Pool, pattern: Pattern, from: usize, to: usize) -> Option<&Link> {
    let (links, own, other) = match pattern {
        Pattern::FanIn => (pool.into.as_ref()?, to, from),
        _ => (pool.out.as_ref()?, from, to),
    };
    links.get(own)?.iter().find(|link| link.tool == other)
}
