//! What is said about a tool when it is registered.

use crate::approve::Approval;
use crate::definition::Structured;
use crate::effect::Effect;
use crate::entry::{SchemaText, ToolEntry};
use crate::json::canonical_json;
use crate::schema::{Object, Schema};
use crate::violation::Violations;
use serde_json::{Value, json};
use std::error::Error;
use std::fmt;

/// The longest name that every provider takes.
const LONGEST: usize = 64;

/// What every tool takes, whatever else its schema says.
static OBJECT: Schema = Schema::Object(&Object::ANY);

/// A tool without what runs it.
pub struct DynamicTool {
    definition: Definition,
    approval: Approval,
    check: Check,
    effect: Effect,
    open_world: bool,
    untrusted: bool,
}

enum Definition {
    /// Compiled with the program.
    Compiled(&'static ToolEntry),
    /// Made while it runs.
    Own {
        name: String,
        wire_name: String,
        description: String,
        schema: Value,
    },
}

/// How arguments are checked, beyond being an object.
pub(super) enum Check {
    /// Nothing is said about it.
    Unsaid,
    /// By the tables of compiled code, or not at all.
    Done,
    By(Box<dyn Fn(&Value) -> Violations + Send + Sync>),
}

impl DynamicTool {
    /// A tool with the schema of its arguments, which models are shown. It is not enforced by itself:
    /// schemas are compiled when a program is built, and nothing in this crate interprets them. Say
    /// how arguments are checked: [`DynamicTool::checked_by`], or [`DynamicTool::unchecked`].
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

    /// A compiled tool, as `tools::find` gives it: its name, schema and description hold, and its
    /// arguments are checked as in every worker. What a worker's configuration says of it does not
    /// count here.
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

    /// Sets what a model is told.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        if let Definition::Own { description, .. } = &mut self.definition {
            *description = text.into();
        }
        self
    }

    /// Sets the name on the wire, where `namespace__tool` is none that every provider takes.
    #[must_use]
    pub fn wire(mut self, name: impl Into<String>) -> Self {
        if let Definition::Own { wire_name, .. } = &mut self.definition {
            *wire_name = name.into();
        }
        self
    }

    /// Sets what a call does; unless that is said, it may do anything. Of a compiled tool its spec says it.
    #[must_use]
    pub fn effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// Says whether a call reaches what nobody here controls, such as the web; unless that is said, it does.
    #[must_use]
    pub fn open_world(mut self, open_world: bool) -> Self {
        self.open_world = open_world;
        self
    }

    /// Says that results come from outside: a model reads them as data alone. Of a compiled tool its spec
    /// says it.
    #[must_use]
    pub fn untrusted(mut self) -> Self {
        self.untrusted = true;
        self
    }

    /// Sets what has to happen before a call runs; unless that is said, somebody is asked.
    #[must_use]
    pub fn approval(mut self, approval: Approval) -> Self {
        self.approval = approval;
        self
    }

    /// Lets a closure check the arguments, which are an object by then: it gives what is broken. It
    /// runs before anybody is asked, and the model reads what it says, so that must not hold values.
    #[must_use]
    pub fn checked_by(
        mut self,
        check: impl Fn(&Value) -> Violations + Send + Sync + 'static,
    ) -> Self {
        self.check = Check::By(Box::new(check));
        self
    }

    /// Says that nothing checks the arguments but that they are an object.
    #[must_use]
    pub fn unchecked(mut self) -> Self {
        self.check = Check::Done;
        self
    }

    /// `namespace::tool`
    pub fn name(&self) -> &str {
        match &self.definition {
            Definition::Compiled(entry) => entry.name,
            Definition::Own { name, .. } => name,
        }
    }

    /// The name that a provider is shown.
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

    /// Whether it can be shown and called.
    pub(super) fn verify(&self) -> Result<(), RegisterError> {
        let name = || self.name().to_owned();
        if self.approval == Approval::Blocked {
            return Err(RegisterError::Blocked { name: name() });
        }
        if let Check::Unsaid = self.check {
            return Err(RegisterError::Unchecked { name: name() });
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
        if !(1..=LONGEST).contains(&wire_name.len()) || !wire_name.bytes().all(is_letter) {
            return Err(RegisterError::WireName {
                name: name(),
                wire_name: wire_name.clone(),
            });
        }
        if schema["type"] != "object" {
            return Err(RegisterError::Root { name: name() });
        }
        Ok(())
    }

    /// What is said about calls and results; `None` where that is nothing.
    fn said(&self) -> Option<Value> {
        let is_said = self.effect != Effect::Unknown || !self.open_world || self.untrusted;
        is_said.then(|| json!([self.effect.name(), self.open_world, self.untrusted]))
    }

    /// The hints of MCP; none where nothing is said.
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

    /// What workers know of it. It is never freed.
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
        // Some providers refuse an object without it.
        if schema.get("properties").is_none() {
            schema["properties"] = json!({});
        }
        let text = schema.to_string();
        // No hash is at hand, and the whole of a definition identifies it as well.
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

/// Why a tool cannot be registered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegisterError {
    /// Its name is not `namespace::tool`.
    Name {
        /// The name.
        name: String,
    },
    /// A provider would refuse its name on the wire.
    WireName {
        /// The tool.
        name: String,
        /// The name on the wire.
        wire_name: String,
    },
    /// Another tool has one of its names.
    Duplicate {
        /// The name that is taken.
        name: String,
    },
    /// Its schema does not say that arguments are an object.
    Root {
        /// The tool.
        name: String,
    },
    /// Nothing says how its arguments are checked.
    Unchecked {
        /// The tool.
        name: String,
    },
    /// It could never be called.
    Blocked {
        /// The tool.
        name: String,
    },
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { name } => {
                write!(
                    f,
                    "the name `{name}` must be a namespace and a tool, such as `notes::add`"
                )
            }
            Self::WireName { name, wire_name } => write!(
                f,
                "`{wire_name}`, the name of `{name}` on the wire, must be 1 to {LONGEST} letters, \
                 digits, `_` or `-`: choose one with `wire`"
            ),
            Self::Duplicate { name } => write!(f, "duplicate tool: {name} is registered already"),
            Self::Root { name } => {
                write!(
                    f,
                    "the schema of `{name}` must have `type: object` at its root"
                )
            }
            Self::Unchecked { name } => write!(
                f,
                "nothing says how the arguments of `{name}` are checked: call `checked_by`, or \
                 `unchecked` where the closure does it"
            ),
            Self::Blocked { name } => {
                write!(
                    f,
                    "`{name}` is blocked, so it could never be called: leave it out"
                )
            }
        }
    }
}

impl Error for RegisterError {}
