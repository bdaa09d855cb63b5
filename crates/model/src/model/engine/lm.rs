//! Noun: the settings of engines of type `lm`.

use super::connection::{ConnectionSettings, Connects};
use super::http::HttpEngine;
use super::setting::{LockedSetting, Recorded, Rows, Setting, SettingValue};
use super::simulation::{MockEngine, list_faults};
use crate::model::field::field;
use crate::model::http::{Body, Content, Encoding, Operation};
use std::sync::LazyLock;
use toolc_base::source::{SourceId, Span, Spanned};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Items, Maybe, data};
use toolc_schema::rust::Text;

/// The settings of an engine that asks a language model for results.
#[derive(Debug, Clone, PartialEq)]
pub struct LmEngine {
    /// Where its endpoint is and within what limits it is asked, in the terms of engines for APIs; its operation is
    /// [`MODEL_REQUEST`].
    pub api: HttpEngine,
    /// The name of the model at the endpoint.
    pub model: String,
    /// How many answers one request asks for.
    pub candidates: u32,
    /// How random the answers are; `None` leaves it to the endpoint.
    pub temperature: Option<f64>,
    /// What the endpoint is told of the form of answers.
    pub format: AnswerFormat,
    /// Where answers are kept.
    pub recording: Option<Recording>,
    /// What it has in common with engines of type `mock`.
    pub simulation: MockEngine,
}

/// Where the answers of a model are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recording {
    /// In this file. What it has is not asked again.
    Record(Spanned<String>),
    /// In this file, and nothing else is asked.
    Replay(Spanned<String>),
}

/// What an endpoint is told of the form of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerFormat {
    /// The output schema.
    Schema,
    /// That they are JSON objects.
    Object,
    /// Nothing.
    Unsaid,
}

impl AnswerFormat {
    /// Every value, by its name in the configuration.
    const ALL: [(&str, AnswerFormat); 3] = [
        ("json_schema", AnswerFormat::Schema),
        ("json_object", AnswerFormat::Object),
        ("none", AnswerFormat::Unsaid),
    ];

    /// Its name in the configuration.
    fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, format)| *format == self)
            .map_or("", |(name, _)| *name)
    }

    /// The value with a name.
    fn from_name(name: &str) -> Option<AnswerFormat> {
        let mut all = Self::ALL.iter();
        all.find(|(known, _)| *known == name)
            .map(|(_, format)| *format)
    }
}

impl LmEngine {
    /// Whether nothing is ever sent.
    pub fn is_replay(&self) -> bool {
        matches!(self.recording, Some(Recording::Replay(_)))
    }
}

impl Default for LmEngine {
    fn default() -> Self {
        LmEngine {
            api: HttpEngine {
                connection: ConnectionSettings::within(60_000, 10_000_000),
                ..HttpEngine::default()
            },
            model: String::new(),
            candidates: 1,
            temperature: None,
            format: AnswerFormat::Schema,
            recording: None,
            simulation: MockEngine::default(),
        }
    }
}

impl Connects for LmEngine {
    fn connection(&self) -> &ConnectionSettings {
        &self.api.connection
    }

    fn connection_mut(&mut self) -> &mut ConnectionSettings {
        &mut self.api.connection
    }
}

/// A row for each setting.
pub const LM_SETTINGS: Rows<LmEngine> = &[
    &[
        Setting::read_elsewhere("base_url"),
        Setting {
            key: "model",
            value: SettingValue::Text(|engine| engine.model.clone()),
            recorded: Recorded::Always(&LockedSetting::MODEL),
        },
        Setting::read_elsewhere("auth"),
        Setting {
            key: "retries",
            value: SettingValue::Count(0, 10, field!(api.retries)),
            recorded: Recorded::Always(&LockedSetting::RETRIES),
        },
        Setting {
            key: "candidates",
            value: SettingValue::Count(1, 100, field!(candidates)),
            recorded: Recorded::IfSet(&LockedSetting::CANDIDATES),
        },
        Setting {
            key: "temperature",
            value: SettingValue::Text(|engine| {
                let temperature = engine.temperature;
                temperature.map_or_else(String::new, |number| number.to_string())
            }),
            recorded: Recorded::IfSet(&LockedSetting::TEMPERATURE),
        },
        Setting {
            key: "response_format",
            value: SettingValue::Word(
                &["json_schema", "json_object", "none"],
                |engine| engine.format.name(),
                |engine, word| {
                    engine.format = AnswerFormat::from_name(word).unwrap_or(engine.format)
                },
            ),
            recorded: Recorded::IfSet(&LockedSetting::RESPONSE_FORMAT),
        },
        Setting {
            key: "seed",
            value: SettingValue::Count(0, u32::MAX, field!(simulation.seed)),
            recorded: Recorded::Always(&LockedSetting::SEED),
        },
        Setting {
            key: "faults",
            value: SettingValue::Parts(|engine| list_faults(&engine.simulation.faults)),
            recorded: Recorded::IfSet(&LockedSetting::FAULTS),
        },
        Setting {
            key: "record",
            value: SettingValue::Text(|engine| match &engine.recording {
                Some(Recording::Record(path)) => path.value.clone(),
                Some(Recording::Replay(_)) | None => String::new(),
            }),
            recorded: Recorded::IfSet(&LockedSetting::RECORD),
        },
        Setting {
            key: "replay",
            value: SettingValue::Text(|engine| match &engine.recording {
                Some(Recording::Replay(path)) => path.value.clone(),
                Some(Recording::Record(_)) | None => String::new(),
            }),
            recorded: Recorded::IfSet(&LockedSetting::REPLAY),
        },
    ],
    LmEngine::ACCESS,
    LmEngine::LIMITS,
];

/// What every such engine sends: its body is what the runtime asks.
pub static MODEL_REQUEST: LazyLock<Operation> = LazyLock::new(|| {
    // no description has it
    let nowhere = Span::file(SourceId(0));
    Operation {
        method: "POST".to_owned(),
        path: "/chat/completions".to_owned(),
        parameters: Vec::new(),
        body: Some(Body {
            media_type: "application/json".to_owned(),
            encoding: Encoding::Json,
            content: Content::Argument("body".to_owned()),
            required: true,
            within: Vec::new(),
            fields: Vec::new(),
            names: Vec::new(),
            headers: Vec::new(),
        }),
        servers: Vec::new(),
        security: None,
        accepts: vec!["application/json".to_owned()],
        span: nowhere,
        extent: nowhere,
    }
});

/// A model, and the items that it refers to.
pub struct ModelData<'c, I: Items> {
    /// The settings of its engine.
    pub settings: &'c LmEngine,
    /// What it has in common with other engines that simulate.
    pub simulator: I::Item<&'static rt::simulate::Simulator>,
    /// The request.
    pub operation: I::Item<&'static rt::http::Operation>,
}

data! {
    ModelData<'_, Items> as [rt::simulate::Model] =>
    ModelData {
        settings: LmEngine {
            // the operation and the simulator have them
            api: _,
            simulation: _,
            model,
            candidates,
            temperature,
            format,
            recording,
        },
        simulator,
        operation,
    } => {
        simulator: simulator,
        operation: operation,
        name: Text(model),
        candidates: candidates,
        temperature: Maybe(*temperature),
        format: format,
        recording: recording.as_ref().map_or(Kept::Off, Kept::In),
    },
}

/// Where answers are kept, if anywhere.
enum Kept<'r> {
    Off,
    In(&'r Recording),
}

data! {
    Kept<'_> as [rt::simulate::Recording] =>
    Kept::Off => Off,
    Kept::In(Recording::Record(path)) => Record(Text(&path.value)),
    Kept::In(Recording::Replay(path)) => Replay(Text(&path.value)),
}

data! {
    AnswerFormat as [rt::simulate::AnswerFormat] =>
    AnswerFormat::Schema => Schema,
    AnswerFormat::Object => Object,
    AnswerFormat::Unsaid => Unsaid,
}
