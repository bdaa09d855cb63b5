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
    /// The text of `docs/errors/T0000.md`.
    pub page: &'static str,
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
    pub fn page(self) -> &'static str {
        self.row().map_or("", |row| row.page)
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

/// Defines the table: a constant and a row for each code, with its page from `docs/errors`.
macro_rules! codes {
    ($($name:ident = $number:literal, $severity:ident, $slug:literal, $page:literal;)*) => {
        impl Code {
            $(#[doc = $slug] pub const $name: Code = Code($number);)*
        }

        /// Every code, in order.
        pub const CODES: &[Row] = &[
            $(Row {
                code: Code::$name,
                slug: $slug,
                severity: Severity::$severity,
                page: include_str!(concat!("../../../../docs/errors/", $page, ".md")),
            },)*
        ];
    };
}

codes! {
    // load and parse
    UNREADABLE_FILE = 101, Error, "unreadable_file", "T0101";
    FILE_TOO_LARGE = 102, Error, "file_too_large", "T0102";
    NOT_UTF8 = 103, Error, "not_utf8", "T0103";
    JSON_SYNTAX = 104, Error, "json_syntax", "T0104";
    YAML_SYNTAX = 105, Error, "yaml_syntax", "T0105";
    TOO_DEEP = 106, Error, "too_deep", "T0106";
    ALIAS_BOMB = 107, Error, "alias_bomb", "T0107";
    DUPLICATE_KEY = 108, Error, "duplicate_key", "T0108";
    LINK_LOOP = 109, Warning, "link_loop", "T0109";
    NO_SUCH_PATH = 110, Error, "no_such_path", "T0110";
    SEVERAL_DOCUMENTS = 111, Error, "several_documents", "T0111";
    UNSUPPORTED_YAML = 112, Error, "unsupported_yaml", "T0112";
    UNSET_VARIABLE = 113, Error, "unset_variable", "T0113";
    NO_MATCH = 114, Error, "no_match", "T0114";
    UNLISTED_FILE = 115, Warning, "unlisted_file", "T0115";
    CONTRADICTING_CONFIGURATIONS = 116, Error, "contradicting_configurations", "T0116";
    LINK_OUT = 117, Error, "link_out", "T0117";
    FOREIGN_WORKER = 118, Warning, "foreign_worker", "T0118";
    // read
    UNKNOWN_FORMAT = 201, Warning, "unknown_format", "T0201";
    MALFORMED_TOOL = 202, Warning, "malformed_tool", "T0202";
    MISSING_NAME = 203, Warning, "missing_name", "T0203";
    NAME_MISMATCH = 204, Error, "name_mismatch", "T0204";
    NORMALIZED_TYPE = 205, Note, "normalized_type", "T0205";
    SKIPPED_OPERATION = 206, Warning, "skipped_operation", "T0206";
    UNKNOWN_KEY = 207, Error, "unknown_key", "T0207";
    WRONG_SHAPE = 208, Error, "wrong_shape", "T0208";
    EMPTY_NAMESPACE = 209, Error, "empty_namespace", "T0209";
    NO_SCHEMA = 210, Note, "no_schema", "T0210";
    MIXED_SHAPES = 211, Error, "mixed_shapes", "T0211";
    NORMALIZED_OPERATION = 212, Note, "normalized_operation", "T0212";
    FOREIGN_POLICY = 213, Warning, "foreign_policy", "T0213";
    UNKNOWN_DIALECT = 214, Warning, "unknown_dialect", "T0214";
    UNKNOWN_VOCABULARY = 215, Warning, "unknown_vocabulary", "T0215";
    TASK_ONLY = 216, Warning, "task_only", "T0216";
    NUMBER_OUT_OF_RANGE = 217, Warning, "number_out_of_range", "T0217";
    EMPTY_SNAPSHOT = 218, Warning, "empty_snapshot", "T0218";
    UNKNOWN_OPERATION = 220, Error, "unknown_operation", "T0220";
    UNREACHABLE_CHOICE = 221, Warning, "unreachable_choice", "T0221";
    UNKNOWN_ARGUMENT = 222, Error, "unknown_argument", "T0222";
    ILLEGAL_OVERRIDE = 223, Error, "illegal_override", "T0223";
    ILLEGAL_OVERLAY = 224, Error, "illegal_overlay", "T0224";
    IDLE_ACTION = 225, Warning, "idle_action", "T0225";
    UNENFORCED_RESTRICTION = 230, Error, "unenforced_restriction", "T0230";
    WRITTEN_SECRET = 231, Error, "written_secret", "T0231";
    IDLE_KEY = 232, Note, "idle_key", "T0232";
    // 233 was for engine types that did not exist yet
    UNREAD_EXTENSION = 234, Warning, "unread_extension", "T0234";
    UNREACHABLE_ENGINE = 235, Error, "unreachable_engine", "T0235";
    BARE_PROPERTIES = 236, Error, "bare_properties", "T0236";
    UNEXPANDED_HOME = 237, Warning, "unexpanded_home", "T0237";
    GLUED_KEYWORD = 238, Error, "glued_keyword", "T0238";
    // resolve
    DUPLICATE_TOOL = 301, Error, "duplicate_tool", "T0301";
    DANGLING_REFERENCE = 302, Warning, "dangling_reference", "T0302";
    // 303 was for keywords that are not enforced; none are left
    MALFORMED_SCHEMA = 304, Warning, "malformed_schema", "T0304";
    CIRCULAR_REFERENCE = 305, Warning, "circular_reference", "T0305";
    UNSUPPORTED_PATTERN = 306, Warning, "unsupported_pattern", "T0306";
    JSON_FALLBACK = 307, Note, "json_fallback", "T0307";
    RENAMED_IDENTIFIER = 308, Note, "renamed_identifier", "T0308";
    WIRE_NAME_COLLISION = 309, Error, "wire_name_collision", "T0309";
    OVERLOAD = 310, Note, "overload", "T0310";
    UNKNOWN_FORMAT_NAME = 311, Note, "unknown_format_name", "T0311";
    HIDDEN_CHARACTER = 312, Warning, "hidden_character", "T0312";
    NAME_TOO_LONG = 313, Warning, "name_too_long", "T0313";
    UNSATISFIABLE = 314, Warning, "unsatisfiable", "T0314";
    SCHEMA_TOO_LARGE = 315, Warning, "schema_too_large", "T0315";
    MISSPELT_KEYWORD = 316, Warning, "misspelt_keyword", "T0316";
    DIVIDED_NAMESPACE = 317, Error, "divided_namespace", "T0317";
    UNCHECKED_OUTPUT = 318, Warning, "unchecked_output", "T0318";
    DUPLICATE_ADDRESS = 319, Warning, "duplicate_address", "T0319";
    REFUSED_DEFAULT = 320, Warning, "refused_default", "T0320";
    REFUSED_EXAMPLE = 321, Warning, "refused_example", "T0321";
    UNDECLARED_REQUIRED = 322, Warning, "undeclared_required", "T0322";
    REPEATED_VALUE = 323, Warning, "repeated_value", "T0323";
    UNREACHABLE_VALUE = 324, Warning, "unreachable_value", "T0324";
    IDLE_KEYWORD = 325, Warning, "idle_keyword", "T0325";
    MISSING_DESCRIPTION = 326, Warning, "missing_description", "T0326";
    MISSING_PARAMETER_DESCRIPTION = 327, Warning, "missing_parameter_description", "T0327";
    DIVIDED_NAME = 332, Warning, "divided_name", "T0332";
    OPEN_ROOT = 333, Note, "open_root", "T0333";
    MARKUP_IN_TEXT = 334, Note, "markup_in_text", "T0334";
    API_SPEECH = 335, Note, "api_speech", "T0335";
    VERSION_ARGUMENT = 336, Note, "version_argument", "T0336";
    TOO_MANY_OVERLOADS = 340, Error, "too_many_overloads", "T0340";
    // check
    UNKNOWN_TOOLSET = 401, Error, "unknown_toolset", "T0401";
    UNKNOWN_TOOL = 402, Error, "unknown_tool", "T0402";
    LOOSENED_APPROVAL = 403, Error, "loosened_approval", "T0403";
    UNREACHABLE_APPROVAL = 404, Error, "unreachable_approval", "T0404";
    EMPTY_WHITELIST = 405, Error, "empty_whitelist", "T0405";
    DUPLICATE_WORKER = 406, Error, "duplicate_worker", "T0406";
    UNKNOWN_ENGINE = 407, Error, "unknown_engine", "T0407";
    ENGINE_WITHOUT_NAMESPACE = 408, Error, "engine_without_namespace", "T0408";
    SEVERAL_ENGINES = 409, Error, "several_engines", "T0409";
    UNSUPPORTED_TOOLSET = 410, Error, "unsupported_toolset", "T0410";
    ILLEGAL_ROOT = 411, Error, "illegal_root", "T0411";
    DIFFERING_RUST_OPTIONS = 412, Error, "differing_rust_options", "T0412";
    AMBIGUOUS_OVERLOAD = 413, Warning, "ambiguous_overload", "T0413";
    OVERLAPPING_OVERLOAD = 414, Note, "overlapping_overload", "T0414";
    UNDECIDED_OVERLOAD = 415, Note, "undecided_overload", "T0415";
    RESHAPED_OUTPUT = 416, Note, "reshaped_output", "T0416";
    FIELD_NOT_EXPORTED = 417, Note, "field_not_exported", "T0417";
    REFUSED_NAME = 418, Warning, "refused_name", "T0418";
    REFUSED_KEYWORD = 419, Warning, "refused_keyword", "T0419";
    MISSING_ADDRESS = 420, Error, "missing_address", "T0420";
    IDLE_SETTING = 421, Warning, "idle_setting", "T0421";
    MISSING_CREDENTIAL = 422, Warning, "missing_credential", "T0422";
    ILLEGAL_VARIABLE = 423, Error, "illegal_variable", "T0423";
    EXPOSED_CREDENTIALS = 424, Error, "exposed_credentials", "T0424";
    UNPLACED_CREDENTIAL = 425, Error, "unplaced_credential", "T0425";
    IGNORED_KEYWORD = 426, Note, "ignored_keyword", "T0426";
    LARGE_SCHEMA = 427, Warning, "large_schema", "T0427";
    CROWDED_WORKER = 428, Warning, "crowded_worker", "T0428";
    LOSSY_REWRITE = 429, Note, "lossy_rewrite", "T0429";
    REFUSED_VALUE = 430, Error, "refused_value", "T0430";
    UNATTENDED_CHANGE = 431, Warning, "unattended_change", "T0431";
    CONTRADICTING_ANNOTATIONS = 432, Warning, "contradicting_annotations", "T0432";
    UNDECLARED_REFUSAL = 433, Warning, "undeclared_refusal", "T0433";
    DEMOTED_TEXT = 434, Note, "demoted_text", "T0434";
    NOT_STRICT = 435, Warning, "not_strict", "T0435";
    ANY_OPTIONS = 436, Warning, "any_options", "T0436";
    UNSTATED_EFFECT = 437, Warning, "unstated_effect", "T0437";
    MISSING_WHITELIST = 440, Error, "missing_whitelist", "T0440";
    WHOLE_NAMESPACE = 441, Note, "whole_namespace", "T0441";
    BYPASSED_DEFAULT = 442, Warning, "bypassed_default", "T0442";
    LEFT_OUT_TOOL = 444, Error, "left_out_tool", "T0444";
    PRIVATE_ADDRESS = 445, Error, "private_address", "T0445";
    CIRCULAR_DELEGATION = 446, Error, "circular_delegation", "T0446";
    DEEP_DELEGATION = 447, Error, "deep_delegation", "T0447";
    ESCALATED_GRANT = 448, Error, "escalated_grant", "T0448";
    DEAD_RULE = 450, Error, "dead_rule", "T0450";
    IDLE_RULE = 451, Error, "idle_rule", "T0451";
    TAKEN_NAME = 452, Warning, "taken_name", "T0452";
    UNKNOWN_POINTER = 453, Error, "unknown_pointer", "T0453";
    FAILED_EXAMPLE = 454, Error, "failed_example", "T0454";
    REPEATED_APPROVAL = 455, Error, "repeated_approval", "T0455";
    POLICY_OF_BLOCKED_TOOL = 456, Error, "policy_of_blocked_tool", "T0456";
    LOOSE_PATTERN = 457, Warning, "loose_pattern", "T0457";
    LOST_TOOLSET = 458, Error, "lost_toolset", "T0458";
    UNTRIED_RULE = 459, Note, "untried_rule", "T0459";
    UNREACHABLE_LIMITS = 460, Error, "unreachable_limits", "T0460";
    UNKNOWN_PARENT = 461, Error, "unknown_parent", "T0461";
    CIRCULAR_EXTENDS = 462, Error, "circular_extends", "T0462";
    WIDER_THAN_PARENT = 463, Error, "wider_than_parent", "T0463";
    HIDDEN_BY_OTHERS = 465, Note, "hidden_by_others", "T0465";
    NOT_READ_ONLY = 470, Error, "not_read_only", "T0470";
    LEFT_OUT_BY_READ_ONLY = 471, Note, "left_out_by_read_only", "T0471";
    ILLEGAL_ERROR_CODE = 472, Error, "illegal_error_code", "T0472";
    INJECTED_ARGUMENT = 473, Error, "injected_argument", "T0473";
    REFUSED_CONFIG = 474, Error, "refused_config", "T0474";
    UNFIT_DECLARATION = 475, Error, "unfit_declaration", "T0475";
    DECLARED_TWICE = 476, Error, "declared_twice", "T0476";
    ILLEGAL_EVENT = 477, Error, "illegal_event", "T0477";
    UNKNOWN_CALLER = 478, Warning, "unknown_caller", "T0478";
    NAMELESS_CALLER = 479, Warning, "nameless_caller", "T0479";
    UNREADABLE_MODULE = 480, Error, "unreadable_module", "T0480";
    UNFIT_FUNCTION = 481, Error, "unfit_function", "T0481";
    UNDESCRIBED_TYPE = 482, Error, "undescribed_type", "T0482";
    UNHONOURED_ATTRIBUTE = 483, Error, "unhonoured_attribute", "T0483";
    DIVIDED_MODULE = 484, Error, "divided_module", "T0484";
    UNFIT_MOUNT = 485, Error, "unfit_mount", "T0485";
    UNCONFINED_PATH = 486, Error, "unconfined_path", "T0486";
    REPLACED_MODULE = 487, Note, "replaced_module", "T0487";
    MISSING_ROOT = 488, Note, "missing_root", "T0488";
    UNDESCRIBED_RESULT = 489, Note, "undescribed_result", "T0489";
    UNLISTED_FUNCTION = 490, Error, "unlisted_function", "T0490";
    REPEATED_FUNCTION = 491, Error, "repeated_function", "T0491";
    IDLE_ERRORS = 492, Warning, "idle_errors", "T0492";
    UNREACHABLE_RULE = 493, Error, "unreachable_rule", "T0493";
    BROAD_RULE = 494, Error, "broad_rule", "T0494";
    UNFIT_PATTERN = 495, Error, "unfit_pattern", "T0495";
    WRONG_EXAMPLE = 496, Error, "wrong_example", "T0496";
    UNSAFE_VARIABLE = 497, Warning, "unsafe_variable", "T0497";
    UNFIT_ANNOTATION = 498, Warning, "unfit_annotation", "T0498";
    LARGE_LIST = 499, Warning, "large_list", "T0499";
    // emit and write
    STALE_OUTPUT = 501, Error, "stale_output", "T0501";
    UNWRITABLE_OUTPUT = 502, Error, "unwritable_output", "T0502";
    FOREIGN_FILE = 503, Error, "foreign_file", "T0503";
    LINKED_OUTPUT = 504, Warning, "linked_output", "T0504";
    UNSAFE_FLOW = 505, Warning, "unsafe_flow", "T0505";
    FORBIDDEN_FLOW = 506, Error, "forbidden_flow", "T0506";
    IDLE_FLOW_RULE = 507, Warning, "idle_flow_rule", "T0507";
    OVER_TOKEN_BUDGET = 508, Warning, "over_token_budget", "T0508";
    UNREADABLE_REVISION = 512, Error, "unreadable_revision", "T0512";
    OUTPUT_AMONG_SPECS = 513, Warning, "output_among_specs", "T0513";
    // drift
    TOOL_ADDED = 601, Error, "tool_added", "T0601";
    TOOL_REMOVED = 602, Error, "tool_removed", "T0602";
    DESCRIPTION_CHANGED = 603, Error, "description_changed", "T0603";
    INPUT_CHANGED = 604, Error, "input_changed", "T0604";
    OUTPUT_CHANGED = 605, Error, "output_changed", "T0605";
    APPROVAL_LOOSENED = 606, Error, "approval_loosened", "T0606";
    APPROVAL_TIGHTENED = 607, Error, "approval_tightened", "T0607";
    WHITELIST_GROWN = 608, Error, "whitelist_grown", "T0608";
    WHITELIST_SHRUNK = 609, Error, "whitelist_shrunk", "T0609";
    MALFORMED_LOCK = 610, Error, "malformed_lock", "T0610";
    WORKER_ADDED = 611, Error, "worker_added", "T0611";
    WORKER_REMOVED = 612, Error, "worker_removed", "T0612";
    ANNOTATIONS_CHANGED = 613, Error, "annotations_changed", "T0613";
    WIRE_NAME_CHANGED = 614, Error, "wire_name_changed", "T0614";
    ENGINE_CHANGED = 615, Error, "engine_changed", "T0615";
    WORKER_CHANGED = 616, Error, "worker_changed", "T0616";
    SEVERAL_LOCKS = 617, Error, "several_locks", "T0617";
    TOOL_RENAMED = 618, Error, "tool_renamed", "T0618";
    INPUT_WIDENED = 619, Warning, "input_widened", "T0619";
    OUTPUT_NARROWED = 620, Warning, "output_narrowed", "T0620";
    SCHEMA_REWRITTEN = 621, Note, "schema_rewritten", "T0621";
    REQUEST_CHANGED = 622, Error, "request_changed", "T0622";
    MISSING_LOCK = 623, Error, "missing_lock", "T0623";
    SECRECY_CHANGED = 624, Error, "secrecy_changed", "T0624";
    // lints
    STALE_EXCEPTION = 630, Warning, "stale_exception", "T0630";
    EXPIRED_EXCEPTION = 631, Warning, "expired_exception", "T0631";
    STALE_BASELINE = 632, Warning, "stale_baseline", "T0632";
    MALFORMED_BASELINE = 633, Error, "malformed_baseline", "T0633";
    MIGRATED_LOCK = 634, Warning, "migrated_lock", "T0634";
    PERSUASIVE_TEXT = 635, Warning, "persuasive_text", "T0635";
    SHOWN_SECRET = 636, Warning, "shown_secret", "T0636";
    LOOKALIKE_NAME = 637, Warning, "lookalike_name", "T0637";
    SHARED_NAME = 638, Note, "shared_name", "T0638";
    UNCONFINED_ARGUMENT = 639, Note, "unconfined_argument", "T0639";
    DEAD_GRANT = 640, Warning, "dead_grant", "T0640";
    // snapshot
    OUT_OF_REACH = 700, Error, "out_of_reach", "T0700";
    REFUSED_SNAPSHOT = 701, Error, "refused_snapshot", "T0701";
    ENDED_SERVER = 702, Error, "ended_server", "T0702";
    NOT_A_SERVER = 703, Error, "not_a_server", "T0703";
    ENDLESS_ANSWER = 704, Error, "endless_answer", "T0704";
    LATE_ANSWER = 705, Error, "late_answer", "T0705";
    UNFIT_CONNECTION = 706, Error, "unfit_connection", "T0706";
    NOTHING_TO_FETCH = 707, Error, "nothing_to_fetch", "T0707";
    NOT_A_DESCRIPTION = 708, Error, "not_a_description", "T0708";
    UNFIT_HEADER = 709, Warning, "unfit_header", "T0709";
    SECRET_IN_HEADER = 710, Warning, "secret_in_header", "T0710";
    // serve
    HANDLER_NEEDED = 720, Warning, "handler_needed", "T0720";
    VALUE_NEEDED = 721, Warning, "value_needed", "T0721";
    NOTHING_TO_SERVE = 722, Error, "nothing_to_serve", "T0722";
    FOLDER_NEEDED = 723, Warning, "folder_needed", "T0723";
}
