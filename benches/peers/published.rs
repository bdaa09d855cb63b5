//! The structs of the published tools.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct E {
    source_timezone: String,
    time: String,
    target_timezone: String,
}

#[derive(Deserialize)]
pub struct F {
    user_google_email: String,
    action: String,
    summary: Option<String>,
    start_time: Option<String>,
    end_time: Option<String>,
    event_id: Option<String>,
    calendar_id: Option<String>,
    description: Option<String>,
    location: Option<String>,
    attendees: Option<Vec<Attendee>>,
    timezone: Option<String>,
    attachments: Option<Vec<String>>,
    add_google_meet: Option<bool>,
    conference_data: Option<BTreeMap<String, Value>>,
    conference_provider: Option<String>,
    conference_uri: Option<String>,
    conference_passcode: Option<String>,
    conference_id: Option<String>,
    reminders: Option<Reminders>,
    use_default_reminders: Option<bool>,
    transparency: Option<String>,
    visibility: Option<String>,
    color_id: Option<String>,
    recurrence: Option<Vec<String>>,
    guests_can_modify: Option<bool>,
    guests_can_invite_others: Option<bool>,
    guests_can_see_other_guests: Option<bool>,
    response: Option<String>,
    rsvp_comment: Option<String>,
    send_updates: Option<String>,
    start_timezone: Option<String>,
    end_timezone: Option<String>,
    this_and_following: Option<bool>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Attendee {
    Text(String),
    Object(BTreeMap<String, Value>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Reminders {
    Text(String),
    List(Vec<BTreeMap<String, Value>>),
}

#[derive(Deserialize)]
pub struct H {
    bucket: String,
    fields: Vec<Field>,
}

#[derive(Deserialize)]
struct Field {
    alias: Option<String>,
    args: Option<Vec<Field>>,
    r#type: Option<FieldType>,
    value: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum FieldType {
    Func,
    Field,
    Integer,
    Number,
    Regex,
    Wildcard,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct I {
    object_type: String,
    inputs: Vec<Input>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Input {
    properties: BTreeMap<String, String>,
    associations: Option<Vec<Association>>,
    object_write_trace_id: Option<String>,
}

#[derive(Deserialize)]
struct Association {
    types: Vec<AssociationType>,
    to: To,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AssociationType {
    association_category: Category,
    association_type_id: i64,
}

#[derive(Deserialize)]
enum Category {
    #[serde(rename = "HUBSPOT_DEFINED")]
    Hubspot,
    #[serde(rename = "USER_DEFINED")]
    User,
    #[serde(rename = "INTEGRATOR_DEFINED")]
    Integrator,
}

#[derive(Deserialize)]
struct To {
    id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct J {
    endpoint: Endpoint,
    job_id: String,
    rating: Rating,
    issues: Option<Vec<String>>,
    tags: Option<Vec<String>>,
    note: Option<String>,
    valuable_sources: Option<Vec<Source>>,
    missing_content: Option<Vec<Missing>>,
    query_suggestions: Option<String>,
    url: Option<String>,
    page_numbers: Option<Vec<i64>>,
    metadata: Option<BTreeMap<String, Value>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Endpoint {
    Search,
    Scrape,
    Parse,
    Map,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rating {
    Good,
    Bad,
    Partial,
}

#[derive(Deserialize)]
struct Source {
    url: String,
    reason: Option<String>,
}

#[derive(Deserialize)]
struct Missing {
    topic: String,
    description: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct K {
    chat_bar_text: String,
    actions: Vec<MenuAction>,
}

#[derive(Deserialize)]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
enum MenuAction {
    Postback {
        label: String,
        data: String,
        display_text: Option<String>,
        input_option: Option<InputOption>,
        fill_in_text: Option<String>,
    },
    Message {
        label: String,
        text: String,
    },
    Uri {
        label: String,
        uri: String,
        alt_uri: Option<AltUri>,
    },
    DatetimePicker {
        label: String,
        data: String,
        mode: Mode,
        initial: Option<String>,
        max: Option<String>,
        min: Option<String>,
    },
    Camera {
        label: String,
    },
    #[serde(rename = "cameraRoll")]
    CameraRoll {
        label: String,
    },
    Location {
        label: String,
    },
    RichMenuSwitch {
        label: String,
        rich_menu_alias_id: String,
        data: String,
    },
    Clipboard {
        label: String,
        clipboard_text: String,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum InputOption {
    CloseRichMenu,
    OpenRichMenu,
    OpenKeyboard,
    OpenVoice,
}

#[derive(Deserialize)]
struct AltUri {
    desktop: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Date,
    Time,
    Datetime,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct L {
    project_id: String,
    username: String,
    password: Option<String>,
    roles: Vec<Role>,
    clusters: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Role {
    role_name: String,
    database_name: Option<String>,
    collection_name: Option<String>,
}

#[derive(Deserialize)]
pub struct M {
    owner: String,
    repo: String,
    branch: String,
    files: Vec<File>,
    message: String,
}

#[derive(Deserialize)]
struct File {
    path: String,
    content: String,
}

#[derive(Deserialize)]
pub struct N {
    query_vector: Vec<f64>,
    filter_expression: Option<String>,
    index_name: Option<String>,
    vector_field: Option<String>,
    k: Option<i64>,
    return_fields: Option<Vec<String>>,
}
