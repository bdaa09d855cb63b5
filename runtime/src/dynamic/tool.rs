//! The description of a tool for its registration.

#[cfg(feature = "enforce")]
use super::enforced::{compile_schema, find_violations};
use super::register_error::{LONGEST, RegisterError};
use crate::approve::Approval;
use crate::definition::{Structured, TOOL_SEARCH};
use crate::effect::Effect;
use crate::entry::{SchemaText, ToolEntry};
use crate::json::canonical_json;
use crate::meta_schema::find_unfit_place;
use crate::schema::{Object, Schema};
use crate::violation::Violations;
use serde_json::{Value, json};
use std::fmt;

/// What the arguments of every tool must be, whatever else its schema says.
static OBJECT: Schema = Schema::Object(&Object::ANY);

/// A tool without the closure that runs it.
pub struct DynamicTool {
    definition: Definition,
    approval: Approval,
    check: Check,
    effect: Effect,
    open_world: bool,
    untrusted: bool,
}

enum Definition {
    /// Compiled into the program.
    Compiled(&'static ToolEntry),
    /// Defined at run time.
    Own {
        name: String,
        wire_name: String,
        description: String,
        schema: Value,
    },
}

/// How arguments are checked, besides being an object.
pub(super) enum Check {
    /// Not stated: by the schema, with the feature `enforce`.
    Unsaid,
    /// By the tables of compiled code, or not at all.
    Done,
    By(Box<dyn Fn(&Value) -> Violations + Send + Sync>),
}

impl DynamicTool {
    /// Creates a tool with the schema of its arguments, which is shown to models. With the feature `enforce`, arguments are
    /// held to it: a schema that cannot be enforced is not registered. Without the feature, or where another validator is
    /// wanted, state how arguments are checked with [`DynamicTool::checked_by`] or [`DynamicTool::unchecked`].
    pub fn new(name: impl Into<String>, schema: Value) -> Self {
        let name = name.into();
        DynamicTool {
            definition: Definition::Own {
                wire_name: name.replacen("::", "__", 1),
                name,
                description: String::new(),
                schema,
            },
            approval: Approval::Ask,
            check: Check::Unsaid,
            effect: Effect::Unknown,
            open_world: true,
            untrusted: false,
        }
    }

    /// Creates a tool from a compiled one, as `tools::find` returns it: its name, schema and description
    /// stay, and its arguments are validated as in every worker. The approval that a worker's configuration
    /// gives it does not apply here.
    pub fn of(entry: &'static ToolEntry) -> Self {
        DynamicTool {
            definition: Definition::Compiled(entry),
            approval: Approval::Ask,
            check: Check::Done,
            effect: Effect::Unknown,
            open_world: true,
            untrusted: false,
        }
    }

    /// Sets the description for the model. Ignored for a compiled tool.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        if let Definition::Own { description, .. } = &mut self.definition {
            *description = text.into();
        }
        self
    }

    /// Sets the wire name, for when `namespace__tool` is not a name that every provider accepts. Ignored for
    /// a compiled tool.
    #[must_use]
    pub fn wire(mut self, name: impl Into<String>) -> Self {
        if let Definition::Own { wire_name, .. } = &mut self.definition {
            *wire_name = name.into();
        }
        self
    }

    /// Sets what a call does. By default it may do anything. Ignored for a compiled tool, whose spec states
    /// it.
    #[must_use]
    pub fn effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// Sets whether a call reaches things outside the program's control, such as the web. By default it does.
    /// Ignored for a compiled tool, whose spec states it.
    #[must_use]
    pub fn open_world(mut self, open_world: bool) -> Self {
        self.open_world = open_world;
        self
    }

    /// Declares that results come from outside, so that the model is told to treat them as data. Ignored for
    /// a compiled tool, whose spec states it.
    #[must_use]
    pub fn untrusted(mut self) -> Self {
        self.untrusted = true;
        self
    }

    /// Sets what has to happen before a call runs. By default it needs approval.
    #[must_use]
    pub fn approval(mut self, approval: Approval) -> Self {
        self.approval = approval;
        self
    }

    /// Sets a closure that checks the arguments in place of the schema. They are already known to be an object; it returns
    /// what is wrong with them. It runs before anybody is asked. The model reads its violations, so they must not
    /// contain values.
    #[must_use]
    pub fn checked_by(
        mut self,
        check: impl Fn(&Value) -> Violations + Send + Sync + 'static,
    ) -> Self {
        self.check = Check::By(Box::new(check));
        self
    }

    /// Declares that arguments are not checked, except for being an object: the closure of the tool checks them.
    #[must_use]
    pub fn unchecked(mut self) -> Self {
        self.check = Check::Done;
        self
    }

    /// The qualified name: `namespace::tool`.
    pub fn name(&self) -> &str {
        match &self.definition {
            Definition::Compiled(entry) => entry.name,
            Definition::Own { name, .. } => name,
        }
    }

    /// The wire name: the name that providers see.
    pub fn wire_name(&self) -> &str {
        match &self.definition {
            Definition::Compiled(entry) => entry.wire_name,
            Definition::Own { wire_name, .. } => wire_name,
        }
    }

    pub(super) fn is_called(&self, name: &str) -> bool {
        name == self.name() || name == self.wire_name()
    }

    pub(super) fn needs(&self) -> Approval {
        self.approval
    }

    pub(super) fn into_check(self) -> Check {
        self.check
    }

    /// Decides how arguments are checked, if nothing else was said: by the schema.
    #[cfg(feature = "enforce")]
    pub(super) fn settle_check(&mut self) -> Result<(), RegisterError> {
        let (Check::Unsaid, Definition::Own { schema, .. }) = (&self.check, &self.definition)
        else {
            return Ok(());
        };
        match compile_schema(schema) {
            Ok(validator) => {
                let check = move |arguments: &Value| find_violations(&validator, arguments);
                self.check = Check::By(Box::new(check));
                Ok(())
            }
            Err(unenforceable) => Err(RegisterError::Unenforceable {
                name: self.name().to_owned(),
                pointer: unenforceable.pointer,
                problem: unenforceable.problem,
            }),
        }
    }

    /// Nothing but what is said checks arguments.
    #[cfg(not(feature = "enforce"))]
    pub(super) fn settle_check(&mut self) -> Result<(), RegisterError> {
        match self.check {
            Check::Unsaid => Err(RegisterError::Unchecked {
                name: self.name().to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// Checks that the tool can be shown and called.
    pub(super) fn verify(&self) -> Result<(), RegisterError> {
        let name = || self.name().to_owned();
        if self.approval == Approval::Blocked {
            return Err(RegisterError::Blocked { name: name() });
        }
        let Definition::Own {
            wire_name, schema, ..
        } = &self.definition
        else {
            return Ok(());
        };
        let parts = self.name().split_once("::");
        if parts.is_none_or(|(namespace, tool)| namespace.is_empty() || tool.is_empty()) {
            return Err(RegisterError::Name { name: name() });
        }
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let is_legal = (1..=LONGEST).contains(&wire_name.len()) && wire_name.bytes().all(is_letter);
        if !is_legal || wire_name == TOOL_SEARCH {
            return Err(RegisterError::WireName {
                name: name(),
                wire_name: wire_name.clone(),
            });
        }
        if schema["type"] != "object" {
            return Err(RegisterError::Root { name: name() });
        }
        match find_unfit_place(schema) {
            Some(place) => Err(RegisterError::Schema {
                name: name(),
                problem: place.to_string(),
                pointer: place.pointer,
            }),
            None => Ok(()),
        }
    }

    /// What was stated about calls and results; `None` if nothing was.
    fn said(&self) -> Option<Value> {
        let is_said = self.effect != Effect::Unknown || !self.open_world || self.untrusted;
        is_said.then(|| json!([self.effect.name(), self.open_world, self.untrusted]))
    }

    /// The hints for MCP; empty if nothing was stated.
    fn hints(&self) -> &'static str {
        if self.effect == Effect::Unknown && self.open_world {
            return "";
        }
        let hints = json!({
            "readOnlyHint": self.effect.is_read(),
            "destructiveHint": self.effect.is_destructive(),
            "openWorldHint": self.open_world,
        });
        leak(hints.to_string())
    }

    /// The static entry of the tool for workers. It is leaked.
    pub(super) fn entry(&self) -> &'static ToolEntry {
        let (name, wire_name, description, schema) = match &self.definition {
            Definition::Compiled(entry) => return entry,
            Definition::Own {
                name,
                wire_name,
                description,
                schema,
            } => (name, wire_name, description, schema),
        };
        let mut schema = schema.clone();
        // Some providers reject an object schema without it.
        if schema.get("properties").is_none() {
            schema["properties"] = json!({});
        }
        let text = schema.to_string();
        // No hash function is available here, and the whole definition identifies it just as well.
        let mut whole = json!([name, wire_name, description, schema]);
        if let (Some(whole), Some(said)) = (whole.as_array_mut(), self.said()) {
            whole.push(said);
        }
        let whole = whole.to_string();
        let print = leak(canonical_json(&text).unwrap_or_else(|_| text.clone()));
        let input_text = SchemaText {
            text: leak(text),
            uses: &[],
        };
        Box::leak(Box::new(ToolEntry {
            name: leak(name.clone()),
            wire_name: leak(wire_name.clone()),
            title: None,
            description: leak(description.clone()),
            input: &OBJECT,
            output: None,
            input_text: Box::leak(Box::new(input_text)),
            output_text: None,
            raw_fingerprint: print,
            structural_fingerprint: print,
            structured: Structured::Unknown,
            effect: self.effect,
            open_world: self.open_world,
            untrusted: self.untrusted,
            injected: &[],
            annotations: self.hints(),
            extras: &[],
            digest: leak(whole),
        }))
    }
}

fn leak(text: String) -> &'static str {
    text.leak()
}

impl fmt::Debug for DynamicTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicTool")
            .field("name", &self.name())
            .field("wire_name", &self.wire_name())
            .field("approval", &self.approval)
            .finish_non_exhaustive()
    }
}
