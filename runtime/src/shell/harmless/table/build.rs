//! Compilers, builders and checkers of code. What they run is the code of the workspace, which is what a
//! rule for them is about; which code, and where results go, is not for a model to choose.

use super::super::row::Operands::{No, Paths, Text};
use super::super::row::{Row, acts, reads};

/// How cargo reports. `--config`, `-C`, `-Z`, `--manifest-path` and `--target-dir` are not harmless.
const CARGO: &str = "-q --quiet -v --verbose --color= --locked --offline --frozen -h --help";

/// Which part of a workspace is meant.
const PACKAGES: &str = "-p= --package= --workspace --all --exclude=";

const TARGETS: &str = "--lib --bins --bin= --examples --example= --tests --test= --benches --bench= \
         --all-targets -F= --features= --all-features --no-default-features --target=ask -r \
         --release --profile= -j= --jobs= --keep-going --message-format= --timings \
         --ignore-rust-version --manifest-path=ask --target-dir=ask";

const GO: &str = "-v -x -n -a -race -msan -asan -cover -work -p= -tags= -mod=readonly|vendor -trimpath \
         -json -modcacherw=ask -C=ask -o=ask -toolexec=ask -overlay=ask -modfile=ask \
         -ldflags=ask -gcflags=ask -asmflags=ask";

pub(super) const ROWS: &[Row] = &[
    reads(
        &["cargo"],
        No,
        &[CARGO, "-V --version --list --config=ask -C=ask -Z=ask"],
        "cargo(1)",
    ),
    acts(
        &[
            "cargo build",
            "cargo b",
            "cargo check",
            "cargo c",
            "cargo rustdoc",
            "cargo doc",
            "cargo d",
            "cargo run",
            "cargo r",
        ],
        No,
        &[
            CARGO,
            PACKAGES,
            TARGETS,
            "--no-deps --document-private-items",
        ],
        "cargo-build(1), cargo-check(1), cargo-doc(1), cargo-run(1): what is after -- goes to \
         the program",
    ),
    acts(
        &["cargo clippy"],
        No,
        &[CARGO, PACKAGES, TARGETS, "--no-deps"],
        "cargo clippy --help",
    )
    .then(&["-A= -W= -D= -F= --allow= --warn= --deny= --forbid="]),
    acts(
        &["cargo test", "cargo t", "cargo bench"],
        Text,
        &[CARGO, PACKAGES, TARGETS, "--no-run --no-fail-fast --doc"],
        "cargo-test(1): an operand is a part of the names of tests",
    )
    .then(&[
        "--nocapture --no-capture --show-output --test-threads= --ignored --include-ignored \
         --exact --list -q --quiet --skip= --color= --format=pretty|terse --report-time \
         --shuffle",
    ]),
    acts(&["cargo nextest"], No, &[CARGO], "cargo nextest --help"),
    acts(
        &["cargo nextest run", "cargo nextest list"],
        Text,
        &[
            CARGO,
            PACKAGES,
            TARGETS,
            "-E= --filter-expr= --filterset= --no-fail-fast --fail-fast --no-capture --nocapture \
         --retries= --test-threads= --run-ignored= --status-level= --final-status-level= \
         --failure-output= --success-output= --no-tests= --partition= --no-run -P=",
        ],
        "cargo nextest run --help: --config-file and --tool-config-file name programs",
    ),
    acts(
        &["cargo fmt"],
        No,
        &[
            "-q --quiet -v --verbose --version -p= --package= --all --check --message-format= -h \
         --help",
        ],
        "cargo fmt --help",
    ),
    reads(
        &[
            "cargo tree",
            "cargo metadata",
            "cargo pkgid",
            "cargo locate-project",
            "cargo version",
            "cargo read-manifest",
            "cargo verify-project",
        ],
        No,
        &[
            CARGO,
            PACKAGES,
            "-i= --invert= --prune= --depth= --no-dedupe -d --duplicates -e= --edges= --prefix= \
         --charset= -f= --format= -F= --features= --all-features --no-default-features \
         --format-version= --no-deps --message-format=",
        ],
        "cargo-tree(1), cargo-metadata(1)",
    ),
    acts(
        &[
            "cargo clean",
            "cargo update",
            "cargo fetch",
            "cargo generate-lockfile",
        ],
        No,
        &[CARGO, PACKAGES, "-n --dry-run"],
        "cargo-update(1)",
    ),
    reads(
        &["rustc"],
        No,
        &["-V --version -v --verbose -h --help --explain="],
        "rustc --help",
    ),
    reads(
        &["rustup"],
        No,
        &["-V --version -v --verbose -q --quiet -h --help"],
        "rustup --help",
    ),
    reads(
        &[
            "rustup show",
            "rustup check",
            "rustup show active-toolchain",
            "rustup show home",
            "rustup show profile",
        ],
        No,
        &["-v --verbose"],
        "rustup help show",
    ),
    acts(
        &["rustup toolchain", "rustup target", "rustup component"],
        No,
        &[],
        "rustup --help",
    ),
    reads(
        &[
            "rustup toolchain list",
            "rustup target list",
            "rustup component list",
        ],
        No,
        &["-v --verbose -q --quiet --installed --toolchain="],
        "rustup help toolchain",
    ),
    acts(
        &["rustfmt"],
        Paths,
        &[
            "--check -l --files-with-diff -q --quiet -v --verbose -V --version --edition= \
         --color=",
        ],
        "rustfmt --help: --config, --config-path and --emit name files",
    )
    .only_with("--check"),
    reads(&["go"], No, &[], "go help"),
    acts(
        &["go build", "go vet"],
        Paths,
        &[GO],
        "go help build: -exec, -toolexec, -ldflags and -overlay run or read other things",
    ),
    acts(
        &["go test"],
        Paths,
        &[
            GO,
            "-run= -skip= -count= -timeout= -short -failfast -list= -parallel= -cpu= -shuffle= \
         -bench= -benchtime= -benchmem -covermode= -coverpkg= -fullpath -coverprofile=ask \
         -exec=ask",
        ],
        "go help testflag: profiles are written",
    ),
    reads(
        &["go list"],
        Paths,
        &["-deps -e -f= -find -json[=] -test -tags= -compiled -export"],
        "go help list",
    ),
    acts(
        &["go install", "go run"],
        No,
        &[GO],
        "go help run: what is after a package goes to the program",
    ),
    reads(&["go version"], Paths, &["-m -v"], "go help version"),
    reads(
        &["go doc", "go help"],
        Text,
        &["-all -short -src -u -c -cmd"],
        "go help doc",
    ),
    acts(
        &["go env"],
        Text,
        &["-json -changed"],
        "go help env: -w and -u write",
    ),
    acts(&["go fmt"], Paths, &["-n -x"], "go help fmt"),
    acts(&["go mod"], No, &[], "go help mod"),
    reads(
        &["go mod graph", "go mod verify"],
        No,
        &["-x"],
        "go help mod",
    ),
    reads(&["go mod why"], Text, &["-m -vendor"], "go help mod why"),
    acts(
        &["gofmt"],
        Paths,
        &["-d -e -l -s"],
        "gofmt(1): -w writes, -cpuprofile too",
    )
    .only_with("-l -d"),
    acts(
        &["make", "gmake", "ninja"],
        No,
        &["-j[=] --jobs[=] -k -s -n -v --version --no-print-directory -C=ask -f=ask"],
        "make(1), ninja(1): the target is the rule's",
    ),
    acts(
        &["pytest", "py.test"],
        Paths,
        &[
            "-q --quiet -v --verbose -x --exitfirst --maxfail= -k= -m= --lf --last-failed --ff \
         --failed-first --nf --sw --stepwise -s --capture= --tb= -l --showlocals --durations= \
         -r= --no-header --no-summary --co --collect-only --color= --strict-markers -V \
         --version -h --help",
        ],
        "pytest --help: -p, -c, -o and --rootdir load other code",
    ),
    acts(
        &[
            "mypy",
            "pyright",
            "flake8",
            "pylint",
            "pyflakes",
            "pycodestyle",
        ],
        Paths,
        &["-V --version --strict -q --quiet -v --verbose"],
        "mypy --help: --config-file and --python-executable run other code",
    ),
    acts(&["ruff"], No, &["-V --version -h --help"], "ruff help"),
    acts(
        &["ruff check"],
        Paths,
        &[
            "--select= --ignore= --extend-select= --no-fix --diff --statistics --output-format= \
         -q --quiet -v --verbose --show-files --show-settings -n --no-cache -e --exit-zero",
        ],
        "ruff help check: --fix and --output-file write",
    ),
    acts(
        &["black", "isort"],
        Paths,
        &["--check --diff -q --quiet -v --verbose --version"],
        "black --help",
    )
    .only_with("--check"),
    acts(
        &["eslint"],
        Paths,
        &[
            "--ext= --quiet --max-warnings= --color --no-color --no-inline-config \
         --no-error-on-unmatched-pattern -v --version -h --help",
        ],
        "eslint --help: -c, --rulesdir, --parser and --format run other code",
    ),
    acts(
        &["prettier"],
        Paths,
        &["-c --check -l --list-different --no-color --version"],
        "prettier --help: --config and --plugin run other code",
    )
    .only_with("-c --check -l --list-different"),
    acts(
        &["tsc"],
        No,
        &[
            "--noEmit --pretty --strict --skipLibCheck --listFiles --showConfig -v --version -h \
         --help",
        ],
        "tsc --help: -p, --outDir and --build choose files",
    ),
    acts(
        &["shellcheck"],
        Paths,
        &[
            "-a -C[=] --color[=] -e= --exclude= -f= --format= -i= --include= -s= --shell= -S= \
         --severity= -V --version -W= --wiki-link-count=",
        ],
        "shellcheck(1)",
    ),
    reads(
        &["tokei", "cloc", "scc"],
        Paths,
        &["-V --version -h --help --no-ignore --hidden --by-file"],
        "tokei --help, cloc --help",
    ),
];
