//! The roots of schemas as shown. Arguments are always an object, and providers require their
//! schema to say so at its root; so it is added there if nothing else is accepted anyway.

use toolc_model::model::{Definition, SchemaText};
use toolc_runtime::definition::Structured;
use toolc_runtime::json::write_string;
use toolc_runtime::reader::{Reader, Stop};
use toolc_schema::schema::prove::takes::Takes;
use toolc_schema::schema::vocabulary;

/// A root that accepts nothing.
const NOTHING: &str = r#"{"type":"object","properties":{},"not":{}}"#;

/// How many definitions that merely refer to another are followed.
const MAX_STEPS: usize = 16;

/// The schema of the arguments as shown; `takes` says what it accepts.
pub fn write_input(schema: &SchemaText, takes: Takes, definitions: &[Definition]) -> SchemaText {
    match takes.objects {
        true => arguments(schema, definitions),
        false => SchemaText {
            text: NOTHING.to_owned(),
            uses: Vec::new(),
        },
    }
}

/// The schema of the results as shown, and their kind.
pub fn write_output(schema: &SchemaText, takes: Takes) -> (SchemaText, Structured) {
    let structured = structured(takes);
    let mut written = schema.clone();
    if structured == Structured::Object {
        written.text = result(&schema.text);
    }
    (written, structured)
}

fn structured(results: Takes) -> Structured {
    match (results.objects, results.others) {
        (true, false) => Structured::Object,
        (false, true) => Structured::Wrapped,
        _ => Structured::Unknown,
    }
}

/// The schema of arguments with `type: object` and `properties` at its root.
fn arguments(schema: &SchemaText, definitions: &[Definition]) -> SchemaText {
    // `true` has no keywords
    let mut root = Root::read(&schema.text).unwrap_or_default();
    let mut uses = schema.uses.clone();
    for _ in 0..MAX_STEPS {
        let Some(target) = root.only_reference(&uses, definitions) else {
            break;
        };
        let Some(further) = Root::read(&target.text) else {
            break;
        };
        root.replace_reference(further);
        uses.clone_from(&target.uses);
    }
    root.write_type();
    root.write_properties();
    root.write_schemas();
    SchemaText {
        text: root.text(),
        uses,
    }
}

/// The schema of object results, with `type: object` at its root. A reference, which many tools may
/// share, is kept.
fn result(text: &str) -> String {
    let mut root = Root::read(text).unwrap_or_default();
    root.write_type();
    root.write_schemas();
    root.text()
}

/// Keywords and their values as JSON.
#[derive(Default)]
struct Root(Vec<(String, String)>);

impl Root {
    /// The keywords of a schema; `None` if it is `true` or `false`.
    fn read(text: &str) -> Option<Self> {
        let mut root = Root::default();
        root.read_keywords(&mut Reader::new(text)).ok()?;
        Some(root)
    }

    fn read_keywords(&mut self, reader: &mut Reader<'_>) -> Result<(), Stop> {
        reader.begin_object()?;
        let mut first = true;
        while reader.next_key(first)? {
            first = false;
            let key = reader.string()?.into_owned();
            reader.colon()?;
            self.0.push((key, reader.capture()?.to_owned()));
        }
        Ok(())
    }

    fn text(&self) -> String {
        let mut out = String::from("{");
        for (index, (key, value)) in self.0.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_string(key, &mut out);
            out.push(':');
            out.push_str(value);
        }
        out.push('}');
        out
    }

    fn get_mut(&mut self, keyword: &str) -> Option<&mut String> {
        let mut entries = self.0.iter_mut();
        let found = entries.find(|(key, _)| key == keyword);
        found.map(|(_, value)| value)
    }

    /// The target of the root's reference, if the root contains nothing else that restricts.
    fn only_reference<'d>(
        &self,
        uses: &[usize],
        definitions: &'d [Definition],
    ) -> Option<&'d SchemaText> {
        let mut reference = None;
        for (key, value) in &self.0 {
            match key.as_str() {
                "$ref" => reference = Some(value),
                "type" if value == "\"object\"" => {}
                key if vocabulary::is_annotation(key) => {}
                _ => return None,
            }
        }
        let name = reference?.strip_prefix("\"#/$defs/")?.strip_suffix('"')?;
        let mut reached = uses.iter().map(|index| &definitions[*index]);
        let target = reached.find(|definition| definition.name == name)?;
        Some(&target.schema)
    }

    /// Replaces a reference by the keywords of its target; the root's own annotations are kept.
    fn replace_reference(&mut self, target: Root) {
        self.0.retain(|(key, _)| key != "$ref" && key != "type");
        for (key, value) in target.0 {
            if self.get_mut(&key).is_none() {
                self.0.push((key, value));
            }
        }
    }

    fn write_type(&mut self) {
        let object = "\"object\"".to_owned();
        match self.get_mut("type") {
            Some(written) => *written = object,
            None => self.0.insert(0, ("type".to_owned(), object)),
        }
    }

    /// Adds `properties`, which some providers require even if there are none.
    fn write_properties(&mut self) {
        let place = self.0.iter().position(|(key, _)| key == "type");
        if self.get_mut("properties").is_none() {
            let entry = ("properties".to_owned(), "{}".to_owned());
            self.0.insert(place.map_or(0, |place| place + 1), entry);
        }
    }

    /// Rewrites boolean schemas under `properties`, which some clients do not support.
    fn write_schemas(&mut self) {
        let written = self.get_mut("properties");
        let Some((written, mut properties)) = written.and_then(|written| {
            let properties = Root::read(written)?;
            Some((written, properties))
        }) else {
            return;
        };
        for (_, schema) in &mut properties.0 {
            match schema.as_str() {
                "true" => *schema = "{}".to_owned(),
                "false" => *schema = r#"{"not":{}}"#.to_owned(),
                _ => {}
            }
        }
        *written = properties.text();
    }
}
