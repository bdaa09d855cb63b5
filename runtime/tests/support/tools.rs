//! A few tools as the compiler would generate them.

use toolc_runtime::v1 as rt;

/// A schema table with fields.
macro_rules! object {
    ($($name:literal $required:literal $schema:expr),*) => {
        &rt::Schema::Object(&rt::Object {
            fields: &[$(rt::Field {
                name: $name,
                spelled: concat!("\"", $name, "\":"),
                required: $required,
                schema: $schema,
            }),*],
            ..rt::Object::ANY
        })
    };
}

/// The effect of a tool: reading, unless given.
macro_rules! effect {
    () => {
        rt::Effect::Read
    };
    ($effect:ident) => {
        rt::Effect::$effect
    };
}

/// A tool, its arguments and its entry.
macro_rules! tool {
    ($tool:ident $args:ident { $($field:ident: $type:ty),* } -> $output:ty,
     $name:literal $wire:literal, $input:expr, $text:expr, $print:literal $(, $effect:ident)?) => {
        #[allow(dead_code, reason = "not every test needs every tool")]
        pub struct $tool;

        #[allow(dead_code, reason = "not every test needs every tool")]
        #[derive(Debug)]
        pub struct $args { $(pub $field: $type),* }

        impl<'a> rt::Part<'a> for $args {
            fn empty() -> Self {
                $args { $($field: toolc_runtime::slot::Value::empty()),* }
            }

            #[allow(unused_assignments, unused_mut, reason = "a struct may have one field or none")]
            fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {
                let mut at = 0;
                $(
                    if index == at {
                        return &mut self.$field;
                    }
                    at += 1;
                )*
                unreachable!()
            }
        }

        impl rt::Args<'_> for $args {
            const SCHEMA: &'static rt::Schema = $input;
        }

        impl rt::Tool for $tool {
            const ENTRY: &'static rt::ToolEntry = &rt::ToolEntry {
                name: $name,
                wire_name: $wire,
                title: Some("A \"title\""),
                description: concat!("What ", $name, " does"),
                input: $input,
                output: Some(&rt::Schema::Text(&rt::Text::ANY)),
                input_text: &$text,
                output_text: None,
                raw_fingerprint: $print,
                structural_fingerprint: $print,
                structured: rt::Structured::Unknown,
                effect: effect!($($effect)?),
                open_world: false,
                untrusted: false,
                injected: &[],
                annotations: r#"{"readOnlyHint":true}"#,
                extras: &[],
                digest: concat!("digest of ", $print),
            };
            type Args<'a> = $args;
            type Output = $output;
            type Failure = rt::ToolFailure;
            type Key = ();
        }
    };
}

const TEXT: &rt::Schema = &rt::Schema::Text(&rt::Text::ANY);
const INTEGER: &rt::Schema = &rt::Schema::Integer(&rt::Number::ANY);
const PLACE: rt::Definition = rt::Definition {
    name: "place",
    schema: rt::SchemaText {
        text: r#"{"type":"string"}"#,
        uses: &[],
    },
};

tool!(GetWeather GetWeatherArgs { location: String, days: Option<i64> } -> rt::Json,
    "weather::get" "weather__get",
    object!("location" true TEXT, "days" false INTEGER),
    rt::SchemaText {
        text: r##"{"type":"object","properties":{"location":{"$ref":"#/$defs/place"}}}"##,
        uses: &[&PLACE],
    },
    "f1");

tool!(AddText AddTextArgs { text: String } -> String,
    "notes::add" "notes__add_1",
    object!("text" true TEXT), rt::SchemaText { text: "{}", uses: &[] }, "f2");

tool!(AddNumbered AddNumberedArgs { text: String, number: i64 } -> String,
    "notes::add" "notes__add_2",
    object!("text" true TEXT, "number" true INTEGER), rt::SchemaText { text: "{}", uses: &[&PLACE] }, "f3");

tool!(Delete DeleteArgs { path: String } -> (),
    "files::delete" "files__delete",
    object!("path" true TEXT), rt::SchemaText { text: "{}", uses: &[] }, "f4", Destructive);

tool!(Ping PingArgs { note: Option<String> } -> String,
    "net::ping" "net__ping",
    object!("note" false TEXT), rt::SchemaText { text: "{}", uses: &[] }, "f5");

// The same tool after its definition changed.
tool!(Rebuilt RebuiltArgs { path: String } -> (),
    "files::delete" "files__delete",
    object!("path" true TEXT), rt::SchemaText { text: "{}", uses: &[] }, "f4b");

tool!(LogIn LogInArgs { user: String, password: String } -> rt::Json,
    "accounts::log_in" "accounts__log_in",
    object!("user" true TEXT, "password" true TEXT), rt::SchemaText { text: "{}", uses: &[] }, "f6");

tool!(InRegion InRegionArgs { region: String } -> String,
    "db::run" "db__run",
    object!("region" true TEXT),
    rt::SchemaText {
        text: r#"{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}"#,
        uses: &[],
    },
    "f8");

const NOTE: &rt::Schema = &rt::Schema::Text(&rt::Text {
    format: Some(rt::Format::Path(&rt::PathRules {
        suffixes: Some(&["md"]),
        max_bytes: 64,
        ..rt::PathRules::READ
    })),
    ..rt::Text::ANY
});

tool!(ReadNote ReadNoteArgs { path: toolc_runtime::ConfinedPath } -> String,
    "files::read" "files__read",
    object!("path" true NOTE), rt::SchemaText { text: "{}", uses: &[] }, "f7");

/// A worker with one tool, which requires approval.
#[allow(dead_code, reason = "not every test needs it")]
pub fn small_worker<T: rt::Tool<Key = ()>>(
    name: &'static str,
    handlers: toolc_runtime::testing::Mocks,
) -> rt::Worker<toolc_runtime::testing::Mocks> {
    worker_of_row::<T>(name, handlers, |row| row.secrets(&["/password"]))
}

/// A worker with one tool, which requires approval, and what its row says of secrets.
#[allow(dead_code, reason = "not every test needs it")]
pub fn worker_of_row<T: rt::Tool<Key = ()>>(
    name: &'static str,
    handlers: toolc_runtime::testing::Mocks,
    hide: fn(rt::Row<toolc_runtime::testing::Mocks>) -> rt::Row<toolc_runtime::testing::Mocks>,
) -> rt::Worker<toolc_runtime::testing::Mocks> {
    use toolc_runtime::testing::Mocks;
    let row = hide(rt::Row::<Mocks>::of::<T>(rt::Approval::Ask, ()));
    let index: Vec<(&'static str, u32, u32)> = vec![
        (T::ENTRY.name, 0, 1),
        (T::ENTRY.wire_name, 0, 1),
        ("old::name", 0, rt::OLD_NAME | 1),
    ];
    let table = rt::WorkerTable {
        name,
        rows: Vec::leak(vec![row]),
        index: Vec::leak(index),
        output: rt::OutputPolicy::Off,
        blocked: &[],
    };
    rt::Worker::new(handlers, Box::leak(Box::new(table)))
}

/// A worker as the compiler generates it, generic over its handlers.
pub fn worker<H>(handlers: H) -> rt::Worker<H>
where
    H: rt::Handle<GetWeather>
        + rt::Handle<AddText>
        + rt::Handle<AddNumbered>
        + rt::Handle<Delete>
        + rt::Handle<Ping>
        + 'static,
{
    rt::Worker::new(
        handlers,
        const {
            &rt::WorkerTable {
                name: "support",
                rows: &[
                    rt::Row::of::<Delete>(rt::Approval::Ask, ()),
                    rt::Row::of::<AddText>(rt::Approval::PreApproved, ()),
                    rt::Row::of::<AddNumbered>(rt::Approval::PreApproved, ()),
                    rt::Row::of::<GetWeather>(rt::Approval::PreApproved, ()),
                    rt::Row::of::<Ping>(rt::Approval::Ask, ()),
                ],
                index: &[
                    ("files::delete", 0, 1),
                    ("files__delete", 0, 1),
                    ("net::ping", 4, 1),
                    ("net__ping", 4, 1),
                    ("notes::add", 1, 2),
                    ("notes__add_1", 1, 1),
                    ("notes__add_2", 2, 1),
                    ("weather::get", 3, 1),
                    ("weather__get", 3, 1),
                ],
                output: rt::OutputPolicy::Off,
                blocked: &[
                    rt::Blocked {
                        name: "files::wipe",
                        wire_name: "files__wipe",
                        reason: "it cannot be undone",
                    },
                    rt::Blocked {
                        name: "notes::add",
                        wire_name: "notes__add_3",
                        reason: "it costs too much",
                    },
                ],
            }
        },
    )
}
