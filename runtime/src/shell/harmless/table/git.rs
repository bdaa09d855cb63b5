//! git: what reads a repository, and the options of what changes it.

use super::super::row::Operands::{No, Paths, Revisions, RevisionsAndPaths, Text, TextAndPaths};
use super::super::row::{Row, acts, reads};

/// How differences are shown. `-O`, `--output`, `--ext-diff`, `--textconv` and `--no-index` are not harmless.
const DIFF: &str = "-p -u --patch -s --no-patch -U= --unified= --raw --patch-with-raw --patch-with-stat \
         --indent-heuristic --no-indent-heuristic --minimal --patience --histogram \
         --anchored= --diff-algorithm= --stat[=] --compact-summary --numstat --shortstat \
         -X[=] --dirstat[=] --cumulative --summary -z --name-only --name-status \
         --submodule[=] --color[=] --no-color --color-moved[=] --no-color-moved \
         --color-moved-ws= --no-color-moved-ws --word-diff[=] --word-diff-regex= \
         --color-words[=] --no-renames --rename-empty --no-rename-empty --check \
         --ws-error-highlight= --full-index --binary --abbrev[=] -B[=] --break-rewrites[=] \
         -M[=] --find-renames[=] -C[=] --find-copies[=] --find-copies-harder -D \
         --irreversible-delete -l= --diff-filter= -S= -G= --find-object= --pickaxe-all \
         --pickaxe-regex --skip-to= --rotate-to= -R --relative[=] --no-relative -a --text \
         --ignore-cr-at-eol --ignore-space-at-eol -b --ignore-space-change -w \
         --ignore-all-space --ignore-blank-lines -I= --ignore-matching-lines= \
         --inter-hunk-context= -W --function-context --exit-code --quiet --no-ext-diff \
         --no-textconv --ignore-submodules[=] --src-prefix= --dst-prefix= --no-prefix \
         --default-prefix --line-prefix= --ita-invisible-in-index --output-indicator-new= \
         --output-indicator-old= --output-indicator-context=";

/// Which commits are meant. `--stdin` reads them from elsewhere.
const COMMITS: &str = "-# -n= --max-count= --skip= --since= --after= --since-as-filter= --until= --before= \
         --author= --committer= --grep-reflog= --grep= --all-match --invert-grep -i \
         --regexp-ignore-case --basic-regexp -E --extended-regexp -F --fixed-strings -P \
         --perl-regexp --remove-empty --merges --no-merges --min-parents= --max-parents= \
         --no-min-parents --no-max-parents --first-parent --exclude-first-parent-only --not \
         --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= --exclude-hidden= \
         --reflog --alternate-refs --single-worktree --ignore-missing --bisect --cherry-mark \
         --cherry-pick --left-only --right-only --cherry -g --walk-reflogs --merge --boundary \
         --simplify-by-decoration --show-pulls --full-history --dense --sparse \
         --simplify-merges --ancestry-path[=] --date-order --author-date-order --topo-order \
         --reverse --no-walk[=] --do-walk";

/// How commits are shown. `--show-signature` runs another program.
const PRETTY: &str = "--pretty[=] --format= --abbrev-commit --no-abbrev-commit --oneline --encoding= \
         --expand-tabs[=] --no-expand-tabs --notes[=] --no-notes --relative-date --date= \
         --parents --children --left-right --graph --show-linear-break[=]";

const LOG: &str = "--follow --decorate[=] --no-decorate --decorate-refs= --decorate-refs-exclude= \
         --clear-decorations --source --log-size -L= --mailmap --no-mailmap --use-mailmap \
         --full-diff -c --cc -m -t --diff-merges= --no-diff-merges --combined-all-paths \
         --remerge-diff";

const REFS: &str = "--sort= --points-at= --contains= --no-contains= --merged= --no-merged= --format= \
         --omit-empty --color[=] -i --ignore-case";

const LISTED_REFS: &str = "-l --list --column[=] --no-column";

pub(super) const ROWS: &[Row] = &[
    reads(
        &["git"],
        No,
        &[
            "-v --version -h --no-pager -P --no-replace-objects --no-optional-locks \
         --no-lazy-fetch --literal-pathspecs --glob-pathspecs --noglob-pathspecs \
         --icase-pathspecs -C=ask -c=ask --git-dir=ask --work-tree=ask --namespace=ask \
         --config-env=ask --super-prefix=ask",
        ],
        "git(1)",
    ),
    reads(
        &["git status"],
        Paths,
        &[
            "-s --short -b --branch --show-stash --porcelain[=] --long -v --verbose -u[=] \
         --untracked-files[=] --ignore-submodules[=] --ignored[=] -z --column[=] --no-column \
         --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=]",
        ],
        "git-status(1)",
    ),
    reads(
        &["git log", "git whatchanged", "git show"],
        RevisionsAndPaths,
        &[DIFF, COMMITS, PRETTY, LOG],
        "git-log(1), git-show(1)",
    ),
    reads(
        &["git shortlog"],
        RevisionsAndPaths,
        &[
            "-n --numbered -s --summary -e --email -c --committer --group= --format= --date= \
         -w[=] --since= --after= --until= --before= --author= --grep= --merges --no-merges \
         --all --branches[=] --tags[=] --first-parent --max-count=",
        ],
        "git-shortlog(1)",
    ),
    reads(
        &["git diff"],
        Revisions,
        &[
            DIFF,
            "--cached --staged --merge-base -# --base --ours --theirs -c --cc \
         --combined-all-paths",
        ],
        "git-diff(1): paths outside of the repository imply --no-index",
    ),
    reads(
        &["git diff-tree", "git diff-index", "git range-diff"],
        Revisions,
        &[
            DIFF,
            "--cached --merge-base -r -t --root -m -c --cc --no-commit-id --always --pretty[=] \
         --format= --creation-factor= --left-only --right-only --no-dual-color",
        ],
        "git-diff-tree(1), git-diff-index(1), git-range-diff(1)",
    ),
    reads(
        &["git blame", "git annotate"],
        RevisionsAndPaths,
        &[
            "-b --root --show-stats -L= -l -t --reverse= -p --porcelain --line-porcelain \
         --incremental --encoding= --date= -c --score-debug -f --show-name -n --show-number \
         -s -e --show-email -w --abbrev= --color-lines --color-by-age --ignore-rev= -M[=] \
         -C[=] --progress --no-progress --first-parent -S=ask --contents=ask \
         --ignore-revs-file=ask",
        ],
        "git-blame(1): -S, --contents and --ignore-revs-file read files",
    ),
    reads(
        &["git branch"],
        Text,
        &[
            REFS,
            LISTED_REFS,
            "-a --all -r --remotes -v --verbose -q --quiet --show-current --no-color --abbrev= \
         --no-abbrev",
        ],
        "git-branch(1): without --list, it creates what an operand names",
    )
    .only_with("-l --list"),
    reads(
        &["git tag"],
        Text,
        &[REFS, LISTED_REFS, "-n[=]"],
        "git-tag(1): without --list, it creates what an operand names",
    )
    .only_with("-l --list"),
    reads(
        &["git for-each-ref"],
        Text,
        &[REFS, "--count= --exclude= --include-root-refs"],
        "git-for-each-ref(1)",
    ),
    reads(
        &["git show-ref"],
        Text,
        &[
            "--head --heads --branches --tags -d --dereference -s --hash[=] --verify --exists \
         --abbrev[=] -q --quiet",
        ],
        "git-show-ref(1)",
    ),
    reads(&["git remote"], No, &["-v --verbose"], "git-remote(1)"),
    reads(
        &["git remote get-url"],
        Text,
        &["--push --all"],
        "git-remote(1)",
    ),
    reads(
        &["git reflog"],
        No,
        &[DIFF, COMMITS, PRETTY, LOG],
        "git-reflog(1)",
    ),
    reads(
        &["git reflog show"],
        RevisionsAndPaths,
        &[DIFF, COMMITS, PRETTY, LOG],
        "git-reflog(1)",
    ),
    reads(
        &["git ls-files"],
        Paths,
        &[
            "-c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -u \
         --unmerged -k --killed -t -v -f -z --directory --no-empty-directory --eol \
         --deduplicate -x= --exclude= -X=path --exclude-from=path --exclude-standard \
         --full-name --error-unmatch --with-tree= --abbrev[=] --format= --recurse-submodules \
         --debug",
        ],
        "git-ls-files(1)",
    ),
    reads(
        &["git ls-tree"],
        RevisionsAndPaths,
        &[
            "-d -r -t -l --long -z --name-only --name-status --object-only --full-name \
         --full-tree --abbrev[=] --format=",
        ],
        "git-ls-tree(1)",
    ),
    reads(
        &["git grep"],
        TextAndPaths("-e -f"),
        &[
            "-a --text -i --ignore-case -I -r --recursive --no-recursive --max-depth= -w \
         --word-regexp -v --invert-match -h -H --full-name -E --extended-regexp -G \
         --basic-regexp -P --perl-regexp -F --fixed-strings -n --line-number --column -l \
         --files-with-matches --name-only -L --files-without-match -z --null -o \
         --only-matching -c --count --color[=] --no-color --break --heading -p \
         --show-function -# -A= -B= -C= --after-context= --before-context= --context= -W \
         --function-context -m= --max-count= --threads= -f=path -e= --and --or --not ( ) \
         --all-match -q --quiet --cached --untracked --no-exclude-standard --exclude-standard \
         --recurse-submodules",
        ],
        "git-grep(1): -O, --no-index and --textconv are not harmless",
    ),
    reads(
        &["git rev-parse"],
        RevisionsAndPaths,
        &[
            "-q --quiet --verify --short[=] --not --abbrev-ref[=] --symbolic --symbolic-full-name \
         --default= --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= \
         --disambiguate= --git-dir --git-common-dir --absolute-git-dir --is-inside-git-dir \
         --is-inside-work-tree --is-bare-repository --is-shallow-repository --show-cdup \
         --show-prefix --show-toplevel --show-object-format[=] \
         --show-superproject-working-tree --since= --after= --until= --before=",
        ],
        "git-rev-parse(1)",
    ),
    reads(
        &["git rev-list"],
        RevisionsAndPaths,
        &[
            COMMITS,
            PRETTY,
            "--count --timestamp --header --objects --disk-usage[=] --quiet --no-commit-header",
        ],
        "git-rev-list(1)",
    ),
    reads(
        &["git merge-base"],
        RevisionsAndPaths,
        &["-a --all --octopus --independent --is-ancestor --fork-point"],
        "git-merge-base(1)",
    ),
    reads(
        &["git describe"],
        RevisionsAndPaths,
        &[
            "--all --tags --contains --abbrev= --candidates= --exact-match --debug --long \
         --match= --exclude= --always --first-parent --dirty[=] --broken[=]",
        ],
        "git-describe(1)",
    ),
    reads(
        &["git cat-file"],
        RevisionsAndPaths,
        &["-t -s -p -e"],
        "git-cat-file(1): --textconv and --filters run programs",
    ),
    reads(
        &["git name-rev", "git cherry"],
        RevisionsAndPaths,
        &["--tags --refs= --exclude= --all --name-only --no-undefined --always -v --abbrev[=]"],
        "git-name-rev(1), git-cherry(1)",
    ),
    reads(
        &["git check-ignore"],
        Paths,
        &["-q --quiet -v --verbose -z -n --non-matching"],
        "git-check-ignore(1)",
    ),
    reads(
        &["git count-objects", "git version"],
        No,
        &["-v --verbose -H --human-readable --build-options"],
        "git-count-objects(1), git-version(1)",
    ),
    acts(
        &["git stash", "git worktree", "git submodule"],
        No,
        &["-q --quiet"],
        "git-stash(1), git-worktree(1), git-submodule(1)",
    ),
    reads(
        &["git stash list"],
        No,
        &[DIFF, COMMITS, PRETTY, LOG],
        "git-stash(1)",
    ),
    reads(
        &["git stash show"],
        RevisionsAndPaths,
        &[
            DIFF,
            "--include-untracked --only-untracked --no-include-untracked",
        ],
        "git-stash(1)",
    ),
    reads(
        &["git worktree list"],
        No,
        &["-v --verbose --porcelain -z"],
        "git-worktree(1)",
    ),
    reads(
        &["git submodule status"],
        Paths,
        &["-q --quiet --cached --recursive"],
        "git-submodule(1)",
    ),
    acts(
        &["git config"],
        No,
        &[
            "--get= --get-all= --get-regexp= -l --list --show-origin --show-scope --name-only -z \
         --null --local --worktree --type= --bool --int --path --includes --no-includes",
        ],
        "git-config(1): a name and a value as operands write",
    ),
    acts(
        &["git add"],
        Paths,
        &[
            "-n --dry-run -v --verbose -u --update -A --all --no-all --ignore-removal -N \
         --intent-to-add --refresh --ignore-errors --ignore-missing --renormalize --sparse",
        ],
        "git-add(1): -e, -i and -p start an editor, -f adds what is ignored",
    ),
    acts(
        &["git commit"],
        Paths,
        &[
            "-m= --message= -F=path --file=path -a --all -q --quiet -v --verbose -s --signoff \
         --no-signoff --dry-run --short --branch --porcelain --long -z --null --status \
         --no-status -u[=] --untracked-files[=] -o --only -i --include --trailer= --fixup= \
         --squash= --no-gpg-sign",
        ],
        "git-commit(1): --amend rewrites, --no-verify leaves out hooks, --author names \
         somebody else",
    ),
    acts(
        &["git fetch"],
        No,
        &[
            "-q --quiet -v --verbose --all --no-all -t --tags --no-tags --dry-run --porcelain \
         --progress -j= --jobs= -4 --ipv4 -6 --ipv6",
        ],
        "git-fetch(1): --upload-pack runs a program",
    ),
    acts(
        &["git pull"],
        No,
        &[
            "-q --quiet -v --verbose --ff-only --no-rebase --stat --no-stat --progress -4 --ipv4 \
         -6 --ipv6",
        ],
        "git-pull(1)",
    ),
];
