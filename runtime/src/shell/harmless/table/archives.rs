//! Programs that list archives. What extracts, writes or runs is not listed.

use super::super::row::Operands::{No, Paths};
use super::super::row::{Row, acts, reads};

pub(super) const ROWS: &[Row] = &[
    acts(
        &["tar", "gtar", "bsdtar"],
        Paths,
        &[
            "-t --list -f=path --file=path -v --verbose -z --gzip --gunzip -j --bzip2 -J --xz \
         --zstd --lzma -O --to-stdout -k -p --full-time --utc --numeric-owner --wildcards \
         --no-wildcards --exclude= --strip-components= --quoting-style= -R --block-number \
         --force-local --version --help",
        ],
        "tar(1): only -t lists; -f host:file runs rsh, --index-file writes",
    )
    .only_with("-t --list"),
    acts(
        &["unzip"],
        Paths,
        &["-l -v -Z -t -q -z -C -p -c -a -1 -2 -h"],
        "unzip(1): without one of these, it extracts",
    )
    .only_with("-l -v -Z -t -z -p -c"),
    reads(
        &["zipinfo"],
        Paths,
        &["-1 -2 -s -m -l -v -h -t -T -z -C"],
        "zipinfo(1)",
    ),
    reads(
        &["zcat", "gzcat", "bzcat", "xzcat", "zstdcat", "lzcat"],
        Paths,
        &["-f -q -v -h -V"],
        "zcat(1), xzcat(1)",
    ),
    acts(
        &[
            "gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd",
        ],
        Paths,
        &[
            "-l --list -t --test -c --stdout --to-stdout -d --decompress -q --quiet -v --verbose \
         -k --keep -# -h --help -V --version",
        ],
        "gzip(1), xz(1), zstd(1): without one of these, the file is replaced",
    )
    .only_with("-l --list -t --test -c --stdout --to-stdout"),
    acts(&["7z", "7za", "7zr"], No, &[], "7z(1)"),
    reads(
        &["7z l", "7z t", "7za l", "7za t", "7zr l", "7zr t"],
        Paths,
        &["-slt -ba"],
        "7z(1): l lists, t tests",
    ),
    acts(&["ar"], No, &["--version --help"], "ar(1)"),
    reads(
        &["ar t", "ar tv", "ar p"],
        Paths,
        &[],
        "ar(1): t lists, p prints",
    ),
    acts(
        &["cpio"],
        No,
        &["-t --list -v --verbose --quiet --version --help"],
        "cpio(1): it reads standard input",
    ),
];
