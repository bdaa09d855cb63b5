//! The table of codes. A code is never reused or renumbered; each has a page in `docs/errors` and a
//! case in `tests/ui`.

use super::Severity;
use std::fmt;

/// The stable identifier of a kind of finding, such as `T0301`.
///
/// The digits determine the [`Stage`](super::Stage) that reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u16);

/// One row in the table of codes.
#[derive(Debug)]
pub struct Row {
    /// The code.
    pub code: Code,
    /// The problem in a few words, which also name its test: `duplicate_tool`.
    pub slug: &'static str,
    /// The default severity of findings with this code.
    pub severity: Severity,
}

impl Code {
    /// The row for this code.
    fn row(self) -> Option<&'static Row> {
        CODES.iter().find(|row| row.code == self)
    }

    /// Every code, in order.
    pub fn all() -> impl Iterator<Item = Code> {
        CODES.iter().map(|row| row.code)
    }

    /// The digits.
    pub(super) fn number(self) -> u16 {
        self.0
    }

    /// The default severity.
    pub fn severity(self) -> Severity {
        self.row().map_or(Severity::Error, |row| row.severity)
    }

    /// The problem in a few words.
    pub fn slug(self) -> &'static str {
        self.row().map_or("", |row| row.slug)
    }

    /// The text of its page in `docs/errors`.
    #[cfg(feature = "cli")]
    pub fn page(self) -> &'static str {
        toolc_errors::find_page(&self.to_string()).unwrap_or_default()
    }

    /// Finds the row for a code given as text, ignoring case.
    pub fn find(text: &str) -> Option<&'static Row> {
        CODES
            .iter()
            .find(|row| row.code.to_string().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{:04}", self.0)
    }
}

/// Defines the table: a constant and a row for each code.
macro_rules! codes {
    ($($name:ident = $number:literal, $severity:ident, $slug:literal;)*) => {
        impl Code {
            $(#[doc = $slug] pub const $name: Code = Code($number);)*
        }

        /// Every code, in order.
        pub const CODES: &[Row] = &[
            $(Row {
                code: Code::$name,
                slug: $slug,
                severity: Severity::$severity,
            },)*
        ];
    };
}

codes! {
    // load and parse
    UNREADABLE_FILE = 101, Error, "unreadable_file";
    FILE_TOO_LARGE = 102, Error, "file_too_large";
    NOT_UTF8 = 103, Error, "not_utf8";
    JSON_SYNTAX = 104, Error, "json_syntax";
    YAML_SYNTAX = 105, Error, "yaml_syntax";
    TOO_DEEP = 106, Error, "too_deep";
    ALIAS_BOMB = 107, Error, "alias_bomb";
    DUPLICATE_KEY = 108, Error, "duplicate_key";
    LINK_LOOP = 109, Warning, "link_loop";
    NO_SUCH_PATH = 110, Error, "no_such_path";
    SEVERAL_DOCUMENTS = 111, Error, "several_documents";
    UNSUPPORTED_YAML = 112, Error, "unsupported_yaml";
    UNSET_VARIABLE = 113, Error, "unset_variable";
    NO_MATCH = 114, Error, "no_match";
    UNLISTED_FILE = 115, Warning, "unlisted_file";
    CONTRADICTING_CONFIGURATIONS = 116, Error, "contradicting_configurations";
    LINK_OUT = 117, Error, "link_out";
    FOREIGN_WORKER = 118, Warning, "foreign_worker";
    // read
    UNKNOWN_FORMAT = 201, Warning, "unknown_format";
    MALFORMED_TOOL = 202, Warning, "malformed_tool";
    MISSING_NAME = 203, Warning, "missing_name";
    NAME_MISMATCH = 204, Error, "name_mismatch";
    NORMALIZED_TYPE = 205, Note, "normalized_type";
    SKIPPED_OPERATION = 206, Warning, "skipped_operation";
    UNKNOWN_KEY = 207, Error, "unknown_key";
    WRONG_SHAPE = 208, Error, "wrong_shape";
    EMPTY_NAMESPACE = 209, Error, "empty_namespace";
    NO_SCHEMA = 210, Note, "no_schema";
    MIXED_SHAPES = 211, Error, "mixed_shapes";
    NORMALIZED_OPERATION = 212, Note, "normalized_operation";
    FOREIGN_POLICY = 213, Warning, "foreign_policy";
    UNKNOWN_DIALECT = 214, Warning, "unknown_dialect";
    UNKNOWN_VOCABULARY = 215, Warning, "unknown_vocabulary";
    TASK_ONLY = 216, Warning, "task_only";
    NUMBER_OUT_OF_RANGE = 217, Warning, "number_out_of_range";
    EMPTY_SNAPSHOT = 218, Warning, "empty_snapshot";
    UNKNOWN_OPERATION = 220, Error, "unknown_operation";
    UNREACHABLE_CHOICE = 221, Warning, "unreachable_choice";
    UNKNOWN_ARGUMENT = 222, Error, "unknown_argument";
    ILLEGAL_OVERRIDE = 223, Error, "illegal_override";
    ILLEGAL_OVERLAY = 224, Error, "illegal_overlay";
    IDLE_ACTION = 225, Warning, "idle_action";
    UNENFORCED_RESTRICTION = 230, Error, "unenforced_restriction";
    WRITTEN_SECRET = 231, Error, "written_secret";
    IDLE_KEY = 232, Note, "idle_key";
    // 233 was for engine types that did not exist yet
    UNREAD_EXTENSION = 234, Warning, "unread_extension";
    UNREACHABLE_ENGINE = 235, Error, "unreachable_engine";
    BARE_PROPERTIES = 236, Error, "bare_properties";
    UNEXPANDED_HOME = 237, Warning, "unexpanded_home";
    GLUED_KEYWORD = 238, Error, "glued_keyword";
    UNKNOWN_ENRICHMENT = 240, Error, "unknown_enrichment";
    REPEATED_ARTIFACT = 241, Error, "repeated_artifact";
    MISSING_ARTIFACT = 242, Error, "missing_artifact";
    CIRCULAR_NEEDS = 243, Error, "circular_needs";
    MODEL_ENRICHMENT = 244, Error, "model_enrichment";
    ILLEGAL_WIRE_NAME = 245, Error, "illegal_wire_name";
    IDLE_OLD_ARGUMENT = 246, Error, "idle_old_argument";
    TAKEN_ARGUMENT = 247, Error, "taken_argument";
    UNCONFINED_HOST = 248, Error, "unconfined_host";
    UNLISTED_ADDRESS = 249, Error, "unlisted_address";
    // resolve
    DUPLICATE_TOOL = 301, Error, "duplicate_tool";
    DANGLING_REFERENCE = 302, Warning, "dangling_reference";
    // 303 was for keywords that are not enforced; none are left
    MALFORMED_SCHEMA = 304, Warning, "malformed_schema";
    CIRCULAR_REFERENCE = 305, Warning, "circular_reference";
    UNSUPPORTED_PATTERN = 306, Warning, "unsupported_pattern";
    JSON_FALLBACK = 307, Note, "json_fallback";
    RENAMED_IDENTIFIER = 308, Note, "renamed_identifier";
    WIRE_NAME_COLLISION = 309, Error, "wire_name_collision";
    OVERLOAD = 310, Note, "overload";
    UNKNOWN_FORMAT_NAME = 311, Note, "unknown_format_name";
    HIDDEN_CHARACTER = 312, Warning, "hidden_character";
    NAME_TOO_LONG = 313, Warning, "name_too_long";
    UNSATISFIABLE = 314, Warning, "unsatisfiable";
    SCHEMA_TOO_LARGE = 315, Warning, "schema_too_large";
    MISSPELT_KEYWORD = 316, Warning, "misspelt_keyword";
    DIVIDED_NAMESPACE = 317, Error, "divided_namespace";
    UNCHECKED_OUTPUT = 318, Warning, "unchecked_output";
    DUPLICATE_ADDRESS = 319, Warning, "duplicate_address";
    REFUSED_DEFAULT = 320, Warning, "refused_default";
    REFUSED_EXAMPLE = 321, Warning, "refused_example";
    UNDECLARED_REQUIRED = 322, Warning, "undeclared_required";
    REPEATED_VALUE = 323, Warning, "repeated_value";
    UNREACHABLE_VALUE = 324, Warning, "unreachable_value";
    IDLE_KEYWORD = 325, Warning, "idle_keyword";
    MISSING_DESCRIPTION = 326, Warning, "missing_description";
    MISSING_PARAMETER_DESCRIPTION = 327, Warning, "missing_parameter_description";
    DIVIDED_NAME = 332, Warning, "divided_name";
    OPEN_ROOT = 333, Note, "open_root";
    MARKUP_IN_TEXT = 334, Note, "markup_in_text";
    API_SPEECH = 335, Note, "api_speech";
    VERSION_ARGUMENT = 336, Note, "version_argument";
    UNDERIVED_TRAIT = 337, Note, "underived_trait";
    UNUSABLE_ATTRIBUTE = 338, Error, "unusable_attribute";
    UNFILLED_DEFAULT = 339, Warning, "unfilled_default";
    TOO_MANY_OVERLOADS = 340, Error, "too_many_overloads";
    IDLE_FILL = 341, Warning, "idle_fill";
    DELIMITED_PATTERN = 342, Warning, "delimited_pattern";
    UNANCHORED_PATTERN = 343, Note, "unanchored_pattern";
    TAKEN_OLD_NAME = 345, Error, "taken_old_name";
    UNKNOWN_SUCCESSOR = 346, Error, "unknown_successor";
    TAKEN_ANSWER_NAME = 347, Error, "taken_answer_name";
    // check
    UNKNOWN_TOOLSET = 401, Error, "unknown_toolset";
    UNKNOWN_TOOL = 402, Error, "unknown_tool";
    LOOSENED_APPROVAL = 403, Error, "loosened_approval";
    UNREACHABLE_APPROVAL = 404, Error, "unreachable_approval";
    EMPTY_WHITELIST = 405, Error, "empty_whitelist";
    DUPLICATE_WORKER = 406, Error, "duplicate_worker";
    UNKNOWN_ENGINE = 407, Error, "unknown_engine";
    ENGINE_WITHOUT_NAMESPACE = 408, Error, "engine_without_namespace";
    SEVERAL_ENGINES = 409, Error, "several_engines";
    UNSUPPORTED_TOOLSET = 410, Error, "unsupported_toolset";
    ILLEGAL_ROOT = 411, Error, "illegal_root";
    DIFFERING_RUST_OPTIONS = 412, Error, "differing_rust_options";
    AMBIGUOUS_OVERLOAD = 413, Warning, "ambiguous_overload";
    OVERLAPPING_OVERLOAD = 414, Note, "overlapping_overload";
    UNDECIDED_OVERLOAD = 415, Note, "undecided_overload";
    RESHAPED_OUTPUT = 416, Note, "reshaped_output";
    FIELD_NOT_EXPORTED = 417, Note, "field_not_exported";
    REFUSED_NAME = 418, Warning, "refused_name";
    REFUSED_KEYWORD = 419, Warning, "refused_keyword";
    MISSING_ADDRESS = 420, Error, "missing_address";
    IDLE_SETTING = 421, Warning, "idle_setting";
    MISSING_CREDENTIAL = 422, Warning, "missing_credential";
    ILLEGAL_VARIABLE = 423, Error, "illegal_variable";
    EXPOSED_CREDENTIALS = 424, Error, "exposed_credentials";
    UNPLACED_CREDENTIAL = 425, Error, "unplaced_credential";
    IGNORED_KEYWORD = 426, Note, "ignored_keyword";
    LARGE_SCHEMA = 427, Warning, "large_schema";
    CROWDED_WORKER = 428, Warning, "crowded_worker";
    LOSSY_REWRITE = 429, Note, "lossy_rewrite";
    REFUSED_VALUE = 430, Error, "refused_value";
    UNATTENDED_CHANGE = 431, Warning, "unattended_change";
    CONTRADICTING_ANNOTATIONS = 432, Warning, "contradicting_annotations";
    UNDECLARED_REFUSAL = 433, Warning, "undeclared_refusal";
    DEMOTED_TEXT = 434, Note, "demoted_text";
    NOT_STRICT = 435, Warning, "not_strict";
    ANY_OPTIONS = 436, Warning, "any_options";
    UNSTATED_EFFECT = 437, Warning, "unstated_effect";
    UNFIT_ENGINE = 438, Error, "unfit_engine";
    MISSING_WHITELIST = 440, Error, "missing_whitelist";
    WHOLE_NAMESPACE = 441, Note, "whole_namespace";
    BYPASSED_DEFAULT = 442, Warning, "bypassed_default";
    OVERLAPPING_ALTERNATIVES = 443, Warning, "overlapping_alternatives";
    LEFT_OUT_TOOL = 444, Error, "left_out_tool";
    PRIVATE_ADDRESS = 445, Error, "private_address";
    CIRCULAR_DELEGATION = 446, Error, "circular_delegation";
    DEEP_DELEGATION = 447, Error, "deep_delegation";
    ESCALATED_GRANT = 448, Error, "escalated_grant";
    DEAD_RULE = 450, Error, "dead_rule";
    IDLE_RULE = 451, Error, "idle_rule";
    TAKEN_NAME = 452, Warning, "taken_name";
    UNKNOWN_POINTER = 453, Error, "unknown_pointer";
    FAILED_EXAMPLE = 454, Error, "failed_example";
    REPEATED_APPROVAL = 455, Error, "repeated_approval";
    POLICY_OF_BLOCKED_TOOL = 456, Error, "policy_of_blocked_tool";
    LOOSE_PATTERN = 457, Warning, "loose_pattern";
    LOST_TOOLSET = 458, Error, "lost_toolset";
    UNTRIED_RULE = 459, Note, "untried_rule";
    UNREACHABLE_LIMITS = 460, Error, "unreachable_limits";
    UNKNOWN_PARENT = 461, Error, "unknown_parent";
    CIRCULAR_EXTENDS = 462, Error, "circular_extends";
    WIDER_THAN_PARENT = 463, Error, "wider_than_parent";
    AWAITED_SCHEMA = 464, Warning, "awaited_schema";
    HIDDEN_BY_OTHERS = 465, Note, "hidden_by_others";
    UNSHOWN_DEFAULT = 466, Note, "unshown_default";
    UNREACHABLE_RESULT = 467, Error, "unreachable_result";
    UNDECLARED_RESULT = 468, Note, "undeclared_result";
    ANSWER_NOT_OBJECT = 469, Error, "answer_not_object";
    NOT_READ_ONLY = 470, Error, "not_read_only";
    LEFT_OUT_BY_READ_ONLY = 471, Note, "left_out_by_read_only";
    ILLEGAL_ERROR_CODE = 472, Error, "illegal_error_code";
    INJECTED_ARGUMENT = 473, Error, "injected_argument";
    REFUSED_CONFIG = 474, Error, "refused_config";
    UNFIT_DECLARATION = 475, Error, "unfit_declaration";
    DECLARED_TWICE = 476, Error, "declared_twice";
    ILLEGAL_EVENT = 477, Error, "illegal_event";
    UNKNOWN_CALLER = 478, Warning, "unknown_caller";
    NAMELESS_CALLER = 479, Warning, "nameless_caller";
    UNREADABLE_MODULE = 480, Error, "unreadable_module";
    UNFIT_FUNCTION = 481, Error, "unfit_function";
    UNDESCRIBED_TYPE = 482, Error, "undescribed_type";
    UNHONOURED_ATTRIBUTE = 483, Error, "unhonoured_attribute";
    DIVIDED_MODULE = 484, Error, "divided_module";
    UNFIT_MOUNT = 485, Error, "unfit_mount";
    UNCONFINED_PATH = 486, Error, "unconfined_path";
    REPLACED_MODULE = 487, Note, "replaced_module";
    MISSING_ROOT = 488, Note, "missing_root";
    UNDESCRIBED_RESULT = 489, Note, "undescribed_result";
    UNLISTED_FUNCTION = 490, Error, "unlisted_function";
    REPEATED_FUNCTION = 491, Error, "repeated_function";
    IDLE_ERRORS = 492, Warning, "idle_errors";
    UNREACHABLE_RULE = 493, Error, "unreachable_rule";
    BROAD_RULE = 494, Error, "broad_rule";
    UNFIT_PATTERN = 495, Error, "unfit_pattern";
    WRONG_EXAMPLE = 496, Error, "wrong_example";
    UNSAFE_VARIABLE = 497, Warning, "unsafe_variable";
    UNFIT_ANNOTATION = 498, Warning, "unfit_annotation";
    LARGE_LIST = 499, Warning, "large_list";
    // emit and write
    STALE_OUTPUT = 501, Error, "stale_output";
    UNWRITABLE_OUTPUT = 502, Error, "unwritable_output";
    FOREIGN_FILE = 503, Error, "foreign_file";
    LINKED_OUTPUT = 504, Warning, "linked_output";
    UNSAFE_FLOW = 505, Warning, "unsafe_flow";
    FORBIDDEN_FLOW = 506, Error, "forbidden_flow";
    IDLE_FLOW_RULE = 507, Warning, "idle_flow_rule";
    OVER_TOKEN_BUDGET = 508, Warning, "over_token_budget";
    UNREADABLE_REVISION = 512, Error, "unreadable_revision";
    OUTPUT_AMONG_SPECS = 513, Warning, "output_among_specs";
    UNSHOWN_PATTERN = 514, Warning, "unshown_pattern";
    STALE_ARTIFACT = 520, Error, "stale_artifact";
    UNACCEPTED_ARTIFACT = 521, Error, "unaccepted_artifact";
    // drift
    TOOL_ADDED = 601, Error, "tool_added";
    TOOL_REMOVED = 602, Error, "tool_removed";
    DESCRIPTION_CHANGED = 603, Error, "description_changed";
    INPUT_CHANGED = 604, Error, "input_changed";
    OUTPUT_CHANGED = 605, Error, "output_changed";
    APPROVAL_LOOSENED = 606, Error, "approval_loosened";
    APPROVAL_TIGHTENED = 607, Error, "approval_tightened";
    WHITELIST_GROWN = 608, Error, "whitelist_grown";
    WHITELIST_SHRUNK = 609, Error, "whitelist_shrunk";
    MALFORMED_LOCK = 610, Error, "malformed_lock";
    WORKER_ADDED = 611, Error, "worker_added";
    WORKER_REMOVED = 612, Error, "worker_removed";
    ANNOTATIONS_CHANGED = 613, Error, "annotations_changed";
    WIRE_NAME_CHANGED = 614, Error, "wire_name_changed";
    ENGINE_CHANGED = 615, Error, "engine_changed";
    WORKER_CHANGED = 616, Error, "worker_changed";
    SEVERAL_LOCKS = 617, Error, "several_locks";
    TOOL_RENAMED = 618, Error, "tool_renamed";
    INPUT_WIDENED = 619, Warning, "input_widened";
    OUTPUT_NARROWED = 620, Warning, "output_narrowed";
    SCHEMA_REWRITTEN = 621, Note, "schema_rewritten";
    REQUEST_CHANGED = 622, Error, "request_changed";
    MISSING_LOCK = 623, Error, "missing_lock";
    SECRECY_CHANGED = 624, Error, "secrecy_changed";
    UNLIKE_LOCK = 625, Error, "unlike_lock";
    // lints
    STALE_EXCEPTION = 630, Warning, "stale_exception";
    EXPIRED_EXCEPTION = 631, Warning, "expired_exception";
    STALE_BASELINE = 632, Warning, "stale_baseline";
    MALFORMED_BASELINE = 633, Error, "malformed_baseline";
    MIGRATED_LOCK = 634, Warning, "migrated_lock";
    PERSUASIVE_TEXT = 635, Warning, "persuasive_text";
    SHOWN_SECRET = 636, Warning, "shown_secret";
    LOOKALIKE_NAME = 637, Warning, "lookalike_name";
    SHARED_NAME = 638, Note, "shared_name";
    UNCONFINED_ARGUMENT = 639, Note, "unconfined_argument";
    DEAD_GRANT = 640, Warning, "dead_grant";
    PAST_LAST_DAY = 641, Error, "past_last_day";
    OLD_NAME_DROPPED = 642, Error, "old_name_dropped";
    OLD_NAME_KEPT = 643, Warning, "old_name_kept";
    UNDECIDED_CALLER = 650, Warning, "undecided_caller";
    // snapshot
    OUT_OF_REACH = 700, Error, "out_of_reach";
    REFUSED_SNAPSHOT = 701, Error, "refused_snapshot";
    ENDED_SERVER = 702, Error, "ended_server";
    NOT_A_SERVER = 703, Error, "not_a_server";
    ENDLESS_ANSWER = 704, Error, "endless_answer";
    LATE_ANSWER = 705, Error, "late_answer";
    UNFIT_CONNECTION = 706, Error, "unfit_connection";
    NOTHING_TO_FETCH = 707, Error, "nothing_to_fetch";
    NOT_A_DESCRIPTION = 708, Error, "not_a_description";
    UNFIT_HEADER = 709, Warning, "unfit_header";
    SECRET_IN_HEADER = 710, Warning, "secret_in_header";
    // serve
    HANDLER_NEEDED = 720, Warning, "handler_needed";
    VALUE_NEEDED = 721, Warning, "value_needed";
    NOTHING_TO_SERVE = 722, Error, "nothing_to_serve";
    FOLDER_NEEDED = 723, Warning, "folder_needed";
    INVALID_ACCESS_FILE = 724, Error, "invalid_access_file";
    // enrichments that ask models
    MODEL_OUT_OF_REACH = 730, Error, "model_out_of_reach";
    MODEL_REFUSED = 731, Error, "model_refused";
    LATE_MODEL = 732, Error, "late_model";
    UNFIT_ANSWER = 733, Error, "unfit_answer";
    MODEL_LIMIT = 734, Error, "model_limit";
    UNUSABLE_PROPOSAL = 735, Warning, "unusable_proposal";
    UNASKED_MODEL = 736, Error, "unasked_model";
    // replay and semver
    UNKNOWN_RECORD = 740, Error, "unknown_record";
    UNREADABLE_ANSWER = 741, Error, "unreadable_answer";
    MALFORMED_CALL = 742, Error, "malformed_call";
    REPEATED_CALL = 743, Error, "repeated_call";
    CALL_IN_QUESTION = 744, Error, "call_in_question";
    SINGLE_CALL = 745, Error, "single_call";
    UNOFFERED_TOOL = 746, Error, "unoffered_tool";
    REFUSED_ARGUMENTS = 747, Error, "refused_arguments";
    UNDECLARED_ARGUMENT = 748, Error, "undeclared_argument";
    MISPLACED_REFERENCE = 749, Error, "misplaced_reference";
    UNFOUNDED_VALUE = 750, Error, "unfounded_value";
    BROKEN_CALL = 751, Error, "broken_call";
    LOW_VERSION = 752, Error, "low_version";
    // plug-ins and loaders
    UNSTARTED_PLUGIN = 760, Error, "unstarted_plugin";
    LATE_PLUGIN = 761, Error, "late_plugin";
    FLOODING_PLUGIN = 762, Error, "flooding_plugin";
    FAILED_PLUGIN = 763, Error, "failed_plugin";
    UNFIT_PLUGIN_ANSWER = 764, Error, "unfit_plugin_answer";
    UNFIT_PLUGIN_PATH = 765, Error, "unfit_plugin_path";
    COLLIDING_OUTPUTS = 766, Error, "colliding_outputs";
    UNREADABLE_RECORD = 767, Error, "unreadable_record";
    PLUGIN_FINDING = 768, Error, "plugin_finding";
    EDITED_LEFTOVER = 769, Warning, "edited_leftover";
    CONFLICTING_LOADER = 770, Error, "conflicting_loader";
    FAILED_LOADER = 771, Error, "failed_loader";
    FAILED_COMMAND = 772, Error, "failed_command";
    // layout
    UNFORMATTED = 780, Error, "unformatted";
    KEPT_LAYOUT = 781, Warning, "kept_layout";
    CHANGED_MEANING = 782, Error, "changed_meaning";
    // hosts
    STRICTER_HOST = 790, Note, "stricter_host";
    UNFIT_HOST_NAME = 791, Error, "unfit_host_name";
    UNDENIABLE_TOOL = 792, Error, "undeniable_tool";
    OPEN_HOST = 793, Warning, "open_host";
    TOOLC_ONLY = 794, Note, "toolc_only";
    UNFIT_HOST_FILE = 795, Error, "unfit_host_file";
    IDLE_HOST_RULE = 796, Warning, "idle_host_rule";
}
