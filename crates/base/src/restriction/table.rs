//! The tables of restrictions, by where a key is written.

use super::{Counts, Restriction};

const fn row(keys: &'static [&'static str], help: &'static str) -> Restriction {
    Restriction {
        keys,
        idle: &[],
        counts: None,
        help,
    }
}

const fn counts(mut row: Restriction, counts: Counts) -> Restriction {
    row.counts = Some(counts);
    row
}

const fn idle(mut row: Restriction, idle: &'static [&'static str]) -> Restriction {
    row.idle = idle;
    row
}

/// The advice for restrictions that the program around a worker has to enforce.
const ELSEWHERE: &str =
    "the program that runs the worker must enforce it: put it under `metadata:`, or remove it";

const TOOLS_THAT_READ: &str = "write `read_only: true`, and list only tools that read";

const EXECUTION: &str = "write `execution: manual` where only people may call the tool, `execution: llm` \
                         where only models may";

const NOT_OFFERED: &str = "leave the tool off every whitelist, or write `approval: blocked`";

const CONFINEMENT: &str = "set it in the toolset `filesystem`, with `root`, `mounts` and `read_only`, or mark \
                           the paths that a tool takes with `x-path`";

const TIME: &str =
    "write `timeout: 30s` in the definition of the tool, in the toolset or in the worker";

const TURNS: &str = "write `limits: { NAME: { at_most: 2 } }` in the toolset of the worker";

const DENY: &str = "write `deny: [NAME]`: what it names is blocked, whatever grants it";

const COUNT: &str = "count the calls in the handler, or in the program around the worker";

const LIST: &str = "list the tools of each namespace: `toolsets: { NAMESPACE: { tools: [NAME] } }`";

const NO_WORKER: &str =
    "remove the file, or write `toolsets: {}` for a worker that may call nothing";

const NO_TOOLSET: &str = "remove the toolset, or leave tools out of `tools:`";

const CHOOSE: &str = "choose the tools in the whitelists of the workers: `toolsets: { NAMESPACE: { tools: [NAME] } }`";

const WHITELIST: &str = "write `tools:`, without `x-`";

const NO_ENTRY: &str = "remove it here, or leave the tools off the whitelists of the workers";

/// Keys in a worker.
pub const OF_WORKER: &[Restriction] = &[
    row(
        &["sandbox", "restrict", "roots", "allowed_paths"],
        CONFINEMENT,
    ),
    idle(
        row(&["mode"], TOOLS_THAT_READ),
        &["\"single\"", "\"chat\"", "\"agent\"", "\"interactive\""],
    ),
    row(
        &["locked"],
        "commit `toolc.lock`: `toolc check` then reports every change to the worker",
    ),
    row(
        &["denied", "block", "blocked", "exclude", "disallowed_tools"],
        DENY,
    ),
    idle(row(&["allow", "allowed"], LIST), &["true"]),
    row(&["allowed_tools", "allow_tools", "include", "only"], LIST),
    idle(row(&["enabled", "enable"], NO_WORKER), &["true"]),
    row(&["disabled"], NO_WORKER),
    row(
        &["approval", "approvals", "needs_approval"],
        "write `approval:` in each toolset",
    ),
    row(
        &["server_side_tools"],
        "tools that run at a provider are out of reach of the whitelist: the program that sends the \
         request must name them, so put the list under `metadata:`, or remove it",
    ),
    row(&["timeout_ms", "deadline"], TIME),
    row(&["max_concurrency", "concurrency", "at_most"], TURNS),
    row(
        &["rate_limit", "max_calls", "quota", "budget", "max_steps"],
        COUNT,
    ),
    row(
        &[
            "attachment_policy",
            "max_context_tokens",
            "compatible_models",
            "output_schema_ref",
            "max_depth",
        ],
        ELSEWHERE,
    ),
];

/// Keys in a toolset.
pub const OF_TOOLSET: &[Restriction] = &[
    row(&["mode"], TOOLS_THAT_READ),
    row(
        &["denied", "block", "blocked", "exclude", "disallowed_tools"],
        DENY,
    ),
    row(
        &["needs_approval", "require_approval", "confirm"],
        "write `approval: { default: ask }`",
    ),
    idle(row(&["enabled", "enable"], NO_TOOLSET), &["true"]),
    // lists without `x-` are taken for a misspelt `tools`
    idle(row(&["allow", "allowed"], NO_TOOLSET), &["true"]),
    row(&["allowed_tools", "include", "only"], WHITELIST),
    row(&["whitelist", "allowlist"], WHITELIST),
    row(&["disabled", "locked"], NO_TOOLSET),
    row(&["sandbox", "allowed_paths"], CONFINEMENT),
    row(&["timeout_ms", "deadline"], TIME),
    row(&["max_concurrency", "concurrency", "at_most"], TURNS),
    row(&["rate_limit", "max_calls", "quota", "budget"], COUNT),
];

/// Keys in a tool.
pub const OF_TOOL: &[Restriction] = &[
    counts(
        idle(
            row(&["execution", "execution_mode", "invocable"], EXECUTION),
            &["\"llm\"", "\"both\"", "\"auto\""],
        ),
        Counts::AsBlocked,
    ),
    counts(
        idle(row(&["enabled", "enable"], NOT_OFFERED), &["true"]),
        Counts::AsBlocked,
    ),
    idle(row(&["allow", "allowed"], NOT_OFFERED), &["true"]),
    counts(
        row(
            &[
                "disabled",
                "deny",
                "denied",
                "blocked",
                "block",
                "forbidden",
            ],
            NOT_OFFERED,
        ),
        Counts::AsBlocked,
    ),
    row(&["restricted"], NOT_OFFERED),
    row(&["manual", "manual_only"], EXECUTION),
    row(&["hidden", "internal", "private"], NOT_OFFERED),
    idle(row(&["visibility"], NOT_OFFERED), &["\"public\""]),
    counts(
        row(
            &[
                "needs_approval",
                "require_approval",
                "requires_approval",
                "approval_required",
                "require_confirmation",
                "requires_confirmation",
                "confirm",
                "confirmation",
                "human_in_the_loop",
            ],
            "write `approval: ask`",
        ),
        Counts::AsAsk,
    ),
    row(
        &["read_only"],
        "write `effect: read`, and `read_only: true` in the worker or the toolset",
    ),
    row(
        &[
            "timeout",
            "timeout_ms",
            "timeout_seconds",
            "deadline",
            "max_duration",
        ],
        TIME,
    ),
    idle(
        row(
            &["trusted"],
            "write `untrusted: true` in the tool file; results of tools that others define are untrusted anyway",
        ),
        &["true"],
    ),
    row(
        &["inject", "injected", "context"],
        "write `inject: [NAME]` on a tool of your own, and take the value from `call.context` in its handler",
    ),
    row(
        &[
            "permissions",
            "scopes",
            "roles",
            "required_permissions",
            "required_scopes",
            "allowed_users",
            "allowed_roles",
            "allowlist",
            "whitelist",
            "denylist",
            "blacklist",
        ],
        "grant the tool in the workers of those who may call it, or check the caller in the handler",
    ),
    row(
        &[
            "rate_limit",
            "limits",
            "max_calls",
            "max_uses",
            "quota",
            "budget",
        ],
        COUNT,
    ),
    row(&["max_concurrency", "concurrency", "at_most"], TURNS),
    row(&["sandbox", "locked", "allowed_paths"], CONFINEMENT),
    row(
        &["allowed_hosts", "allowed_domains", "blocked_domains"],
        "mark the argument that names a host: `x-hosts: [api.example.com]` beside its `type: string`",
    ),
    row(
        &["max_output", "max_output_size", "max_result_size"],
        "cut the result in the handler",
    ),
    row(
        &["config"],
        "settings belong to the type that implements the handlers; what is for others belongs under \
         `metadata:`",
    ),
    row(
        &["additional_properties", "closed_objects"],
        "write `additionalProperties: false` within `parameters`",
    ),
];

/// Keys in `toolc.yaml` and its parts.
pub const OF_CONFIG: &[Restriction] = &[
    row(
        &["closed_objects", "additional_properties"],
        "write `closed_objects: true` in an entry of the registry, or `additionalProperties: false` in the schemas",
    ),
    row(
        &["approval", "approvals", "needs_approval"],
        "write `approval:` in the toolsets of the workers",
    ),
    idle(row(&["allow", "allowed"], CHOOSE), &["true"]),
    row(
        &[
            "allowed_tools",
            "only",
            "deny",
            "denied",
            "blocked",
            "read_only",
        ],
        CHOOSE,
    ),
    idle(row(&["enabled", "enable"], NO_ENTRY), &["true"]),
    row(&["disabled"], NO_ENTRY),
    row(
        &["exclude", "include"],
        "choose among the operations of an API with `operations: { include: […], exclude: […] }`, and \
         among other tools in the whitelists of the workers",
    ),
    row(&["sandbox", "locked"], CONFINEMENT),
    row(&["verify"], "remove it: certificates are always verified"),
    row(&["timeout", "timeout_ms"], TIME),
    row(&["rate_limit", "max_calls", "quota", "budget"], COUNT),
];

/// Keys beside the tools in a provider's request, or in a server's response.
pub const BESIDE_TOOLS: &[Restriction] = &[
    row(
        &[
            "approval",
            "approvals",
            "needs_approval",
            "require_approval",
            "requires_approval",
            "confirm",
        ],
        "write `approval:` in the toolsets of the workers",
    ),
    row(
        &[
            "allowed_tools",
            "deny",
            "denied",
            "blocked",
            "disabled",
            "read_only",
        ],
        CHOOSE,
    ),
    idle(row(&["enabled"], NOT_OFFERED), &["true"]),
    row(&["sandbox", "locked"], CONFINEMENT),
    row(&["timeout", "timeout_ms"], TIME),
    row(&["rate_limit", "max_calls", "quota"], COUNT),
    row(
        &["untrusted", "inject", "errors", "effect", "execution"],
        "write it for each tool, under `overrides` of the registry entry or in a tool file of your own",
    ),
];

/// Words that can only mean a restriction after `x-`.
pub(super) const EXTENSIONS: &[Restriction] = &[
    row(
        &["path"],
        "write `x-path: read` or `x-path: write` in a tool file of your own: toolc then confines the path",
    ),
    row(
        &[
            "hosts",
            "host",
            "allowed_hosts",
            "allowed_domains",
            "domains",
        ],
        "write `x-hosts: [api.example.com]` in the `parameters` of a tool file of your own: toolc then confines the argument",
    ),
    row(
        &["secret", "sensitive", "redact", "mask"],
        "write `x-secret: true` on the property: its value is then hidden from approvers and logs",
    ),
    row(&["approval", "policy"], "write `approval:`, without `x-`"),
    row(&["deny"], "write `deny:`, without `x-`"),
];

/// Restrictions that toolc reads without the `x-`; in files of others, they may mean anything.
pub(super) const WITHOUT_PREFIX: &[Restriction] = &[
    row(&["read_only"], "write `read_only: true`, without `x-`"),
    row(&["timeout"], TIME),
    row(&["limits"], TURNS),
    row(&["rules"], "write `rules:` under `approval` of the toolset"),
    row(&["untrusted"], "write `untrusted: true` in the tool file"),
    row(
        &["flow", "output_policy"],
        "write it in the worker, without `x-`",
    ),
];
