//! Programs that read files and folders.

use super::super::row::Operands::{Paths, Text, TextAndPaths};
use super::super::row::{Row, reads};

/// The options that every GNU program has.
pub(super) const GNU: &str = "--help --version";

pub(super) const ROWS: &[Row] = &[
    reads(
        &["ls", "gls", "dir", "vdir"],
        Paths,
        &[
            GNU,
            "-a --all -A --almost-all --author -b --escape --block-size= -B --ignore-backups -c \
         -C --color[=] -d --directory -D --dired -f -F --classify[=] --file-type --format= \
         --full-time -g --group-directories-first -G --no-group -h --human-readable --si -H \
         --dereference-command-line --dereference-command-line-symlink-to-dir --hide= \
         --hyperlink[=] --indicator-style= -i --inode -I= --ignore= -k --kibibytes -l -L \
         --dereference -m -n --numeric-uid-gid -N --literal -o -p -q --hide-control-chars \
         --show-control-chars -Q --quote-name --quoting-style= -r --reverse -R --recursive -s \
         --size -S --sort= --time= --time-style= -t -T= --tabsize= -u -U -v -w= --width= -x \
         -X -Z --context --zero -1",
        ],
        "ls(1)",
    ),
    reads(
        &["cat", "gcat"],
        Paths,
        &[
            GNU,
            "-A --show-all -b --number-nonblank -e -E --show-ends -n --number -s --squeeze-blank \
         -t -T --show-tabs -u -v --show-nonprinting",
        ],
        "cat(1)",
    ),
    reads(
        &["tac", "gtac"],
        Paths,
        &[GNU, "-b --before -r --regex -s= --separator="],
        "tac(1)",
    ),
    reads(
        &["head", "ghead"],
        Paths,
        &[
            GNU,
            "-# -c= --bytes= -n= --lines= -q --quiet --silent -v --verbose -z --zero-terminated",
        ],
        "head(1)",
    ),
    reads(
        &["tail", "gtail"],
        Paths,
        &[
            GNU,
            "-# -c= --bytes= -f --follow[=] -F -n= --lines= --max-unchanged-stats= --pid= -q \
         --quiet --silent --retry -s= --sleep-interval= -v --verbose -z --zero-terminated",
        ],
        "tail(1)",
    ),
    reads(
        &["wc", "gwc"],
        Paths,
        &[
            GNU,
            "-c --bytes -m --chars -l --lines -L --max-line-length -w --words --total=",
        ],
        "wc(1): --files0-from reads names of files",
    ),
    reads(
        &["nl"],
        Paths,
        &[
            GNU,
            "-b= --body-numbering= -d= --section-delimiter= -f= --footer-numbering= -h= \
         --header-numbering= -i= --line-increment= -l= --join-blank-lines= -n= \
         --number-format= -p --no-renumber -s= --number-separator= -v= \
         --starting-line-number= -w= --number-width=",
        ],
        "nl(1)",
    ),
    reads(
        &["stat", "gstat"],
        Paths,
        &[
            GNU,
            "-L --dereference -f --file-system --cached= -c= --format= --printf= -t --terse",
        ],
        "stat(1)",
    ),
    reads(
        &["file"],
        Paths,
        &[
            GNU,
            "-b --brief -E -h --no-dereference -i --mime --mime-type --mime-encoding -k \
         --keep-going -l --list -L --dereference -n --no-buffer -N --no-pad -0 --print0 -r \
         --raw -s --special-files -v",
        ],
        "file(1): -C, -f and -m write and read other files, -z runs programs",
    ),
    reads(
        &["du", "gdu"],
        Paths,
        &[
            GNU,
            "-0 --null -a --all --apparent-size -B= --block-size= -b --bytes -c --total -D \
         --dereference-args -d= --max-depth= -H -h --human-readable --inodes -k -L \
         --dereference -l --count-links -m -P --no-dereference -S --separate-dirs --si -s \
         --summarize -t= --threshold= --time[=] --time-style= -X=path --exclude-from=path \
         --exclude= -x --one-file-system",
        ],
        "du(1): --files0-from reads names of files",
    ),
    reads(
        &["df", "gdf"],
        Paths,
        &[
            GNU,
            "-a --all -B= --block-size= -H --si -h --human-readable -i --inodes -k -l --local \
         --no-sync --output[=] -P --portability --total -t= --type= -T --print-type -x= \
         --exclude-type=",
        ],
        "df(1): --sync writes",
    ),
    reads(
        &["find", "gfind"],
        Paths,
        &[
            "-P -L -H -daystart -depth -d -follow -ignore_readdir_race -maxdepth= -mindepth= \
         -mount -xdev -noignore_readdir_race -noleaf -nowarn -warn -regextype= -version \
         --version -help --help -amin= -atime= -cmin= -ctime= -mmin= -mtime= -empty \
         -executable -false -fstype= -gid= -group= -ilname= -iname= -inum= -ipath= -iregex= \
         -iwholename= -links= -lname= -name= -nogroup -nouser -path= -perm= -readable -regex= \
         -size= -true -type= -uid= -used= -user= -wholename= -writable -xtype= -newer=path \
         -anewer=path -cnewer=path -samefile=path -print -print0 -printf= -ls -prune -quit ( \
         ) ! -not -a -and -o -or ,",
        ],
        "find(1): -exec, -ok, -delete, -fprint and -files0-from are not harmless",
    ),
    reads(
        &["fd", "fdfind"],
        TextAndPaths(""),
        &[
            "-H --hidden -I --no-ignore -u --unrestricted --no-ignore-vcs --no-ignore-parent -s \
         --case-sensitive -i --ignore-case -g --glob --regex -F --fixed-strings --and= -l \
         --list-details -p --full-path -0 --print0 -d= --max-depth= --min-depth= \
         --exact-depth= -E= --exclude= --prune -t= --type= -e= --extension= -S= --size= \
         --changed-within= --changed-before= -o= --owner= --format= -c= --color= -j= \
         --threads= --max-results= -1 -q --quiet --show-errors --strip-cwd-prefix -h --help \
         -V --version",
        ],
        "fd(1): -x, -X and --base-directory are not harmless",
    ),
    reads(
        &["tree"],
        Paths,
        &[
            "-a -d -l -f -x -L= -P= -I= --gitignore --ignore-case --matchdirs --metafirst --prune \
         --info --noreport --charset= --filelimit= -q -N -Q -p -u -g -s -h --si --du -D \
         --timefmt= -F --inodes --device -v -t -c -U -r --dirsfirst --filesfirst --sort= -i \
         -A -S -n -C -X -J --version --help -o=ask -H=ask -T=ask",
        ],
        "tree(1): -o and -R write, --fromfile and --gitfile read other files",
    ),
    reads(
        &["basename", "dirname"],
        Text,
        &[GNU, "-a --multiple -s= --suffix= -z --zero"],
        "basename(1), dirname(1): they compute with names",
    ),
    reads(
        &["realpath", "readlink"],
        Paths,
        &[
            GNU,
            "-e --canonicalize-existing -m --canonicalize-missing -L --logical -P --physical -q \
         --quiet --relative-to=path --relative-base=path -s --strip --no-symlinks -z --zero \
         -f --canonicalize -n --no-newline --silent -v --verbose",
        ],
        "realpath(1), readlink(1)",
    ),
    reads(
        &[
            "cksum",
            "sum",
            "b2sum",
            "md5sum",
            "sha1sum",
            "sha224sum",
            "sha256sum",
            "sha384sum",
            "sha512sum",
        ],
        Paths,
        &[
            GNU,
            "-a= --algorithm= -b --binary -t --text --tag --untagged -l= --length= -z --zero -r \
         -s --sysv --base64 --raw",
        ],
        "cksum(1), md5sum(1): -c reads the files that a file names",
    ),
    reads(
        &["shasum"],
        Paths,
        &[
            "-a= --algorithm= -b --binary -t --text -U --UNIVERSAL -0 --01 --tag -h --help -v \
         --version",
        ],
        "shasum(1)",
    ),
    reads(
        &["cmp"],
        Paths,
        &[
            GNU,
            "-b --print-bytes -i= --ignore-initial= -l --verbose -n= --bytes= -s --quiet --silent \
         -v",
        ],
        "cmp(1)",
    ),
    reads(
        &["diff", "gdiff"],
        Paths,
        &[
            GNU,
            "--normal -q --brief -s --report-identical-files -c -C= --context[=] -u -U= \
         --unified[=] -e --ed -n --rcs -y --side-by-side -W= --width= --left-column \
         --suppress-common-lines -p --show-c-function -F= --show-function-line= --label= -t \
         --expand-tabs -T --initial-tab --tabsize= --suppress-blank-empty -r --recursive \
         --no-dereference -N --new-file --unidirectional-new-file --ignore-file-name-case \
         --no-ignore-file-name-case -x= --exclude= -X=path --exclude-from=path -S= \
         --starting-file= --from-file=path --to-file=path -i --ignore-case -E \
         --ignore-tab-expansion -Z --ignore-trailing-space -b --ignore-space-change -w \
         --ignore-all-space -B --ignore-blank-lines -I= --ignore-matching-lines= -a --text \
         --strip-trailing-cr -D= --ifdef= --line-format= --old-line-format= \
         --new-line-format= --unchanged-line-format= --old-group-format= --new-group-format= \
         --unchanged-group-format= --changed-group-format= -d --minimal --horizon-lines= \
         --speed-large-files --color[=] --palette= -v -#",
        ],
        "diff(1): -l runs pr",
    ),
    reads(
        &["bat", "batcat"],
        Paths,
        &[
            "-A --show-all -p --plain -l= --language= -H= --highlight-line= --file-name= -d \
         --diff --diff-context= --tabs= --wrap= -S --chop-long-lines --terminal-width= -n \
         --number --color= --italic-text= --decorations= -f --force-colorization \
         --paging=never --theme= --list-themes --style= -r= --line-range= -L --list-languages \
         -h --help -V --version",
        ],
        "bat(1): --pager runs a program",
    ),
];
