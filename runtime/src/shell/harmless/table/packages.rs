//! Managers of packages, where they only look at what is installed. What they fetch or run is not listed.

use super::super::row::Operands::{No, Paths, Text};
use super::super::row::{Row, acts, reads};

pub(super) const ROWS: &[Row] = &[
    acts(
        &["npm", "pnpm", "yarn"],
        No,
        &["-v --version -s --silent --loglevel= --no-color"],
        "npm(1), pnpm help, yarn help",
    ),
    reads(
        &[
            "npm ls",
            "npm list",
            "npm ll",
            "npm la",
            "pnpm ls",
            "pnpm list",
            "pnpm ll",
            "pnpm la",
            "yarn list",
        ],
        Text,
        &[
            "--depth= -a --all --json -l --long --parseable --omit= --include= --link \
         --package-lock-only --no-unicode --prod --dev -r --recursive --pattern=",
        ],
        "npm-ls(1), pnpm help list",
    ),
    reads(
        &["npm explain", "npm why", "pnpm why", "yarn why"],
        Text,
        &["--json -r --recursive --depth="],
        "npm-explain(1)",
    ),
    reads(
        &[
            "npm root",
            "npm prefix",
            "npm bin",
            "pnpm root",
            "pnpm bin",
            "yarn bin",
        ],
        No,
        &["-g --global"],
        "npm-root(1), npm-prefix(1)",
    ),
    acts(
        &[
            "npm outdated",
            "npm audit",
            "pnpm outdated",
            "pnpm audit",
            "yarn outdated",
            "yarn audit",
        ],
        No,
        &["--json -l --long --omit= --audit-level= --prod --dev -r --recursive"],
        "npm-outdated(1), npm-audit(1): they send what is installed",
    ),
    acts(
        &["npm test", "npm t", "pnpm test", "yarn test"],
        No,
        &["-s --silent"],
        "npm-test(1): what is after -- goes to a script",
    ),
    acts(
        &["npm run", "pnpm run", "yarn run"],
        No,
        &["-s --silent --if-present --json"],
        "npm-run(1): the script is the rule's",
    ),
    acts(
        &["pip", "pip3"],
        No,
        &[
            "-V --version -h --help -q --quiet -v --verbose --disable-pip-version-check \
         --no-color",
        ],
        "pip --help",
    ),
    reads(
        &[
            "pip list",
            "pip3 list",
            "pip freeze",
            "pip3 freeze",
            "pip check",
            "pip3 check",
        ],
        No,
        &[
            "--format= -l --local --user --not-required --exclude= -e --editable \
         --exclude-editable -q --quiet -v --verbose --disable-pip-version-check --all",
        ],
        "pip list --help: --path and -r read other places",
    ),
    reads(
        &["pip show", "pip3 show"],
        Text,
        &["-f --files -q --quiet -v --verbose --disable-pip-version-check"],
        "pip show --help",
    ),
    acts(
        &["uv"],
        No,
        &["-V --version -h --help -q --quiet -v --verbose"],
        "uv help",
    ),
    acts(&["uv pip"], No, &[], "uv help pip"),
    reads(
        &["uv pip list", "uv pip freeze", "uv pip check"],
        No,
        &["--format= -q --quiet -v --verbose --offline"],
        "uv help pip list",
    ),
    reads(
        &["uv pip show"],
        Text,
        &["-q --quiet -v --verbose --offline"],
        "uv help pip show",
    ),
    acts(
        &["poetry"],
        No,
        &["-V --version -h --help -q --quiet -v --verbose -n --no-interaction --no-ansi"],
        "poetry list",
    ),
    reads(
        &["poetry show"],
        Text,
        &["-t --tree --no-ansi --only= --with= --without= -T --top-level"],
        "poetry show --help",
    ),
    acts(&["gem"], No, &["-v --version -h --help"], "gem help"),
    reads(
        &["gem list"],
        Text,
        &["-d --details --no-details -a --all -l --local -i --installed -e --exact"],
        "gem help list",
    ),
    acts(&["bundle"], No, &["-v --version"], "bundle help"),
    reads(
        &["bundle list", "bundle show", "bundle info"],
        Text,
        &["--name-only --paths --path"],
        "bundle-list(1)",
    ),
    acts(
        &["brew"],
        No,
        &["-v --version -q --quiet -d --debug"],
        "brew(1)",
    ),
    reads(
        &["brew list", "brew ls", "brew leaves", "brew deps"],
        Text,
        &["--formula --formulae --cask --casks --versions -1 -l -r -t --tree --full-name"],
        "brew(1)",
    ),
    acts(&["apt"], No, &["-v --version -h --help"], "apt(8)"),
    reads(
        &["apt list", "apt show", "apt search"],
        Text,
        &["--installed --upgradable -a --all-versions --manual-installed -v --verbose"],
        "apt(8)",
    ),
    acts(&["apt-get"], No, &["-v --version -h --help"], "apt-get(8)"),
    reads(
        &["apt-cache"],
        No,
        &["-v --version -h --help"],
        "apt-cache(8)",
    ),
    reads(
        &[
            "apt-cache policy",
            "apt-cache show",
            "apt-cache search",
            "apt-cache depends",
            "apt-cache rdepends",
            "apt-cache madison",
            "apt-cache pkgnames",
            "apt-cache stats",
        ],
        Text,
        &[
            "-a --all-versions -n --names-only -f --full -i --important --installed --recurse -q \
         --quiet",
        ],
        "apt-cache(8)",
    ),
    acts(
        &["dpkg", "dpkg-query"],
        Text,
        &[
            "-l --list -L --listfiles -s --status -S --search -p --print-avail -W --show \
         --get-selections --print-architecture --version --help",
        ],
        "dpkg(1), dpkg-query(1)",
    )
    .only_with("-l --list -L --listfiles -s --status -S --search -p --print-avail -W --show"),
    acts(
        &["rpm"],
        Text,
        &["-q --query -a --all -l --list --requires --provides --changelog --version"],
        "rpm(8): --eval and --pipe run",
    )
    .only_with("-q --query"),
    acts(
        &["conda", "mamba"],
        No,
        &["-V --version -h --help"],
        "conda --help",
    ),
    reads(
        &["conda list", "mamba list"],
        Text,
        &["--json -e --export --full-name --no-pip"],
        "conda list --help",
    ),
    reads(
        &["conda info", "mamba info"],
        No,
        &["--json -a --all -e --envs"],
        "conda info --help",
    ),
    acts(
        &["composer"],
        No,
        &["-V --version -h --help -q --quiet -n --no-interaction --no-ansi"],
        "composer list",
    ),
    reads(
        &["composer show"],
        Text,
        &["-i --installed -t --tree -l --latest --format= --no-ansi -D --direct"],
        "composer help show",
    ),
    reads(
        &["pkg-config"],
        Paths,
        &[
            "--version --modversion --list-all --exists --cflags --libs --variable= \
         --print-variables --print-errors --static",
        ],
        "pkg-config(1)",
    ),
    reads(
        &["ldconfig"],
        No,
        &["-p --print-cache -V --version"],
        "ldconfig(8): without -p, it writes",
    )
    .only_with("-p --print-cache"),
    acts(
        &[
            "python", "python3", "node", "nodejs", "ruby", "perl", "php", "java", "javac", "deno",
            "bun", "lua",
        ],
        No,
        &["--version"],
        "the manual of each: what it runs is the rule's",
    ),
    reads(
        &["xmllint"],
        Paths,
        &["--noout --format --version --nonet --nowarning"],
        "xmllint(1): -o writes, --noent and --xinclude read other files",
    ),
];
