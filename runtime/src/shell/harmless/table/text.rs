//! Programs that work with text: what they are given, or what is in files.

use super::super::row::Operands::{CodeAndPaths, No, OnePath, Paths, Text, TextAndPaths};
use super::super::row::{Row, reads};
use super::files::GNU;

pub(super) const ROWS: &[Row] = &[
    reads(
        &["echo"],
        Text,
        &["-n -e -E"],
        "echo(1): whatever it does not know, it prints",
    ),
    reads(&["printf"], Text, &[GNU], "printf(1)"),
    reads(
        &["seq", "expr", "factor", "numfmt"],
        Text,
        &[
            GNU,
            "-# -f= --format= -s= --separator= -w --equal-width -h --exponents",
        ],
        "seq(1), expr(1), factor(1), numfmt(1)",
    ),
    reads(
        &["true", "false", "sleep"],
        Text,
        &[GNU],
        "true(1), false(1), sleep(1)",
    ),
    reads(
        &["grep", "egrep", "fgrep", "ggrep"],
        TextAndPaths("-e --regexp -f --file"),
        &[
            "--help -V --version -E --extended-regexp -F --fixed-strings -G --basic-regexp -P \
         --perl-regexp -e= --regexp= -f=path --file=path -i --ignore-case --no-ignore-case -v \
         --invert-match -w --word-regexp -x --line-regexp -y -c --count --color[=] \
         --colour[=] -L --files-without-match -l --files-with-matches -m= --max-count= -o \
         --only-matching -q --quiet --silent -s --no-messages -b --byte-offset -H \
         --with-filename -h --no-filename --label= -n --line-number -T --initial-tab -Z \
         --null -A= --after-context= -B= --before-context= -C= --context= -# \
         --group-separator= --no-group-separator -a --text --binary-files= -D= --devices= -d= \
         --directories= --exclude= --exclude-from=path --exclude-dir= -I --include= -r \
         --recursive -R --dereference-recursive --line-buffered -U --binary -z --null-data",
        ],
        "grep(1)",
    ),
    reads(
        &["rg", "ripgrep"],
        TextAndPaths("-e --regexp -f --file --files --type-list"),
        &[
            "-e= --regexp= -f=path --file=path -A= --after-context= -B= --before-context= \
         --binary --no-binary --block-buffered -b --byte-offset -s --case-sensitive --color= \
         --colors= --column --no-column -C= --context= --context-separator= \
         --no-context-separator -c --count --count-matches --crlf --debug --dfa-size-limit= \
         -E= --encoding= --engine= --field-context-separator= --field-match-separator= \
         --files -l --files-with-matches --files-without-match -F --fixed-strings -g= --glob= \
         --glob-case-insensitive --heading --no-heading -h --help -. --hidden --no-hidden \
         --iglob= -i --ignore-case --ignore-file=path --include-zero -v --invert-match --json \
         --line-buffered -n --line-number -N --no-line-number -x --line-regexp -M= \
         --max-columns= --max-columns-preview -m= --max-count= -d= --max-depth= \
         --max-filesize= --mmap --no-mmap -U --multiline --multiline-dotall --no-config \
         --no-ignore --ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files \
         --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs \
         --no-messages --no-require-git --no-unicode -0 --null --null-data --one-file-system \
         -o --only-matching --path-separator= --passthru -P --pcre2 --pcre2-version -p \
         --pretty -q --quiet --regex-size-limit= -r= --replace= -S --smart-case --sort= \
         --sortr= --stats --no-stats --stop-on-nonmatch -a --text -j= --threads= --trace \
         --trim --no-trim -t= --type= -T= --type-not= --type-add= --type-clear= --type-list \
         -u --unrestricted -V --version --vimgrep -H --with-filename -I --no-filename -w \
         --word-regexp",
        ],
        "rg(1): --pre, --hostname-bin, --hyperlink-format and -z run programs, -L follows \
         links",
    ),
    reads(
        &["sort", "gsort"],
        Paths,
        &[
            GNU,
            "-b --ignore-leading-blanks -d --dictionary-order -f --ignore-case -g \
         --general-numeric-sort -i --ignore-nonprinting -M --month-sort -h \
         --human-numeric-sort -n --numeric-sort -R --random-sort -r --reverse --sort= -V \
         --version-sort --batch-size= -c --check[=] -C --debug -k= --key= -m --merge -s \
         --stable -t= --field-separator= --parallel= -u --unique -z --zero-terminated",
        ],
        "sort(1): -o, -T, --compress-program, --files0-from and --random-source are not \
         harmless",
    ),
    reads(
        &["uniq", "guniq"],
        OnePath,
        &[
            GNU,
            "-c --count -d --repeated -D --all-repeated[=] -f= --skip-fields= --group[=] -i \
         --ignore-case -s= --skip-chars= -u --unique -z --zero-terminated -w= --check-chars=",
        ],
        "uniq(1): the second operand is written",
    ),
    reads(
        &["cut", "gcut"],
        Paths,
        &[
            GNU,
            "-b= --bytes= -c= --characters= -d= --delimiter= -f= --fields= -n --complement -s \
         --only-delimited --output-delimiter= -z --zero-terminated",
        ],
        "cut(1)",
    ),
    reads(
        &["tr", "gtr"],
        Text,
        &[
            GNU,
            "-c -C --complement -d --delete -s --squeeze-repeats -t --truncate-set1",
        ],
        "tr(1)",
    ),
    reads(
        &["comm"],
        Paths,
        &[
            GNU,
            "-1 -2 -3 -i --check-order --nocheck-order --output-delimiter= --total -z \
         --zero-terminated",
        ],
        "comm(1)",
    ),
    reads(
        &["paste"],
        Paths,
        &[GNU, "-d= --delimiters= -s --serial -z --zero-terminated"],
        "paste(1)",
    ),
    reads(
        &["join"],
        Paths,
        &[
            GNU,
            "-a= -e= -i --ignore-case -j= -o= -t= -v= -1= -2= --check-order --nocheck-order \
         --header -z --zero-terminated",
        ],
        "join(1)",
    ),
    reads(
        &["fold"],
        Paths,
        &[
            GNU,
            "-# -b --bytes -c --characters -s --spaces -w= --width=",
        ],
        "fold(1)",
    ),
    reads(
        &["fmt"],
        Paths,
        &[
            GNU,
            "-# -c --crown-margin -p= --prefix= -s --split-only -t --tagged-paragraph -u \
         --uniform-spacing -w= --width= -g= --goal=",
        ],
        "fmt(1)",
    ),
    reads(
        &["expand"],
        Paths,
        &[GNU, "-# -i --initial -t= --tabs="],
        "expand(1)",
    ),
    reads(
        &["unexpand"],
        Paths,
        &[GNU, "-# -a --all --first-only -t= --tabs="],
        "unexpand(1)",
    ),
    reads(
        &["rev"],
        Paths,
        &["-0 --zero -h --help -V --version"],
        "rev(1)",
    ),
    reads(
        &["column"],
        Paths,
        &[
            "-J --json -c= --output-width= -d --table-noheadings -e --table-header-repeat -H= \
         --table-hide= -L --keep-empty-lines -N= --table-columns= -n= --table-name= -o= \
         --output-separator= -R= --table-right= -s= --separator= -T= --table-truncate= -t \
         --table -W= --table-wrap= -x --fillrows -h --help -V --version",
        ],
        "column(1)",
    ),
    reads(
        &["od"],
        Paths,
        &[
            GNU,
            "-A= --address-radix= --endian= -j= --skip-bytes= -N= --read-bytes= -S= --strings[=] \
         -t= --format= -v --output-duplicates -w[=] --width[=] -a -b -c -d -f -i -l -o -s -x",
        ],
        "od(1)",
    ),
    reads(
        &["hexdump", "hd"],
        Paths,
        &[
            "-b -c -C --canonical -d -n= --length= -o -s= --skip= -v --no-squeezing -x -h --help \
         -V --version",
        ],
        "hexdump(1): -f reads a format",
    ),
    reads(
        &["xxd"],
        OnePath,
        &["-a -b -c= -C -d -E -e -g= -i -l= -n= -o= -p -ps -s= -u -v -h"],
        "xxd(1): the second operand is written, -r writes",
    ),
    reads(
        &["strings"],
        Paths,
        &[
            GNU,
            "-a --all -f --print-file-name -n= --bytes= -t= --radix= -o -T= --target= -e= \
         --encoding= -w -s= -v -V",
        ],
        "strings(1): @file reads options",
    ),
    reads(
        &["base64", "base32", "basenc"],
        Paths,
        &[
            GNU,
            "-d --decode -i --ignore-garbage -w= --wrap= --base64 --base64url --base32 --base16 \
         --base2lsbf --base2msbf --z85",
        ],
        "base64(1), basenc(1)",
    ),
    reads(
        &["jq", "gojq"],
        CodeAndPaths,
        &[
            "-n --null-input -R --raw-input -s --slurp -c --compact-output -r --raw-output \
         --raw-output0 -j --join-output -a --ascii-output -S --sort-keys -C --color-output -M \
         --monochrome-output --tab --indent= --unbuffered --stream --stream-errors --seq -e \
         --exit-status -h --help -V --version",
        ],
        "jq(1): a filter may read modules and variables; -f, -L and --slurpfile read files",
    ),
    reads(
        &["sed", "gsed"],
        CodeAndPaths,
        &[
            GNU,
            "-n --quiet --silent --debug --follow-symlinks -l= --line-length= --posix -E -r \
         --regexp-extended -s --separate --sandbox -u --unbuffered -z --null-data",
        ],
        "sed(1): a script may run and write; -i writes",
    ),
    reads(&["tsort", "look"], Paths, &[GNU], "tsort(1)"),
    reads(
        &["cal", "ncal"],
        Text,
        &["-# -1 -3 -y -j -m= -h -M -S -w -b"],
        "cal(1)",
    ),
    reads(&["pwd"], No, &[GNU, "-L --logical -P --physical"], "pwd(1)"),
];
