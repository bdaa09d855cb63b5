//! Programs that talk to others. What is sent, and to whom, is the rule's.

use super::super::row::Operands::{No, Paths, Text, Urls};
use super::super::row::{Row, acts, reads};

pub(super) const ROWS: &[Row] = &[
    acts(
        &["curl"],
        Urls,
        &[
            "-s --silent -S --show-error -f --fail --fail-with-body --fail-early -i --include \
         --show-headers -I --head -v --verbose -m= --max-time= --connect-timeout= \
         --compressed -4 --ipv4 -6 --ipv6 -0 --http1.0 --http1.1 --http2 --http3 \
         --progress-bar --no-progress-meter -N --no-buffer -g --globoff --path-as-is --retry= \
         --retry-delay= --retry-max-time= --max-filesize= -Y= --speed-limit= -y= \
         --speed-time= --limit-rate= -V --version -q --disable",
        ],
        "curl(1): methods, headers, data, redirects and files are not harmless",
    ),
    acts(
        &["wget"],
        No,
        &[
            "-q --quiet -nv --no-verbose -v --verbose -S --server-response --spider -T= \
         --timeout= -t= --tries= --connect-timeout= --read-timeout= -4 -6 -V --version -h \
         --help",
        ],
        "wget(1): it writes what it fetches",
    ),
    reads(
        &["ip"],
        No,
        &[
            "-4 -6 -br -brief -c -color -d -details -j -json -o -oneline -s -stats -p -pretty -V \
         -Version",
        ],
        "ip(8)",
    ),
    reads(
        &[
            "ip addr",
            "ip address",
            "ip a",
            "ip link",
            "ip l",
            "ip route",
            "ip r",
            "ip neigh",
            "ip rule",
        ],
        No,
        &[],
        "ip(8)",
    ),
    reads(
        &[
            "ip addr show",
            "ip address show",
            "ip a show",
            "ip link show",
            "ip route show",
            "ip neigh show",
            "ip rule show",
        ],
        Text,
        &[],
        "ip(8)",
    ),
    acts(&["gh"], No, &["--version --help"], "gh(1)"),
    acts(
        &[
            "gh pr",
            "gh issue",
            "gh run",
            "gh release",
            "gh repo",
            "gh workflow",
            "gh label",
            "gh auth",
        ],
        No,
        &["--help"],
        "gh(1)",
    ),
    reads(
        &[
            "gh pr list",
            "gh issue list",
            "gh run list",
            "gh release list",
            "gh workflow list",
            "gh label list",
            "gh pr status",
            "gh issue status",
        ],
        No,
        &[
            "-a= --assignee= -A= --author= -B= --base= -H= --head= -l= --label= -L= --limit= -s= \
         --state= -b= --branch= -u= --user= --json= -m= --milestone= -c= --commit= \
         --workflow= --event= --status=",
        ],
        "gh-pr-list(1), gh-issue-list(1)",
    ),
    reads(
        &[
            "gh pr view",
            "gh issue view",
            "gh run view",
            "gh release view",
            "gh repo view",
            "gh workflow view",
        ],
        Paths,
        &[
            "-c --comments --json= --log --log-failed -v --verbose --exit-status -j= --job= -a= \
         --attempt=",
        ],
        "gh-pr-view(1): -w opens a browser",
    ),
    reads(
        &["gh pr diff", "gh pr checks"],
        Paths,
        &["--name-only --patch --color= --required --json="],
        "gh-pr-diff(1), gh-pr-checks(1)",
    ),
    reads(
        &["gh auth status"],
        No,
        &["-a --active"],
        "gh-auth-status(1): -t shows tokens",
    ),
    acts(&["svn"], No, &["--version -q --quiet"], "svn help"),
    reads(
        &["svn info", "svn status", "svn log", "svn diff", "svn list"],
        No,
        &[
            "-q --quiet -v --verbose -l= --limit= -r= --revision= -c= --change= --summarize \
         --stop-on-copy --non-interactive",
        ],
        "svn help log",
    ),
    acts(&["hg"], No, &["--version -q --quiet -v --verbose"], "hg(1)"),
    reads(
        &[
            "hg status",
            "hg log",
            "hg summary",
            "hg branch",
            "hg branches",
            "hg tags",
            "hg heads",
            "hg id",
        ],
        No,
        &[
            "-q --quiet -v --verbose -l= --limit= -G --graph -p --patch --stat -n --num -i --id \
         -b -t",
        ],
        "hg(1)",
    ),
];
