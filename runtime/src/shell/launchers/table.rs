//! The programs that some arguments make run others, each row with the manual that documents it. Last
//! reviewed in 2026-11.

use super::{Launch, Launcher};

const fn by(
    names: &'static str,
    first: &'static str,
    any: &'static str,
    source: &'static str,
) -> Launcher {
    Launcher {
        names,
        subcommand: "",
        launch: Launch::Options {
            first,
            any,
            dashless: false,
        },
        source,
    }
}

/// What arguments of a subcommand run, wherever it stands.
const fn below(
    names: &'static str,
    subcommand: &'static str,
    any: &'static str,
    source: &'static str,
) -> Launcher {
    Launcher {
        subcommand,
        ..by(names, "", any, source)
    }
}

/// The programs.
pub(super) const OPTIONS: &[Launcher] = &[
    by(
        "git",
        "-c -C -p --paginate --exec-path --config-env --git-dir --work-tree config bisect \
         submodule filter-branch difftool mergetool hook credential remote-ext daemon help p4 \
         for-each-repo maintenance send-email instaweb web--browse gui citool",
        "-c -u -x -O -o --config --upload-pack --receive-pack --exec --ext-diff --textconv \
         --output --open-files-in-pager --template --extcmd --separate-git-dir --no-index \
         --contents --ignore-revs-file --exclude-from --pathspec-from-file --show-signature \
         --edit --filters ext:",
        "git(1): -c, --exec-path; git-clone(1): -u, -c, --template; git-grep(1): -O; \
         git-rebase(1): -x; git-diff(1): --ext-diff, --output, --no-index; git-blame(1): \
         --contents, --ignore-revs-file",
    ),
    below("git", "bisect", "run", "git-bisect(1): run"),
    below("git", "submodule", "foreach", "git-submodule(1): foreach"),
    below("git", "rebase", "-i --interactive", "git-rebase(1): -x, -i"),
    below(
        "git",
        "archive",
        "--remote",
        "git-archive(1): --exec, --remote",
    ),
    below("git", "stash", "-p --patch", "git-stash(1): an editor"),
    by(
        "find gfind",
        "",
        "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from",
        "find(1): actions",
    ),
    by("fd fdfind", "", "-x -X --exec --exec-batch", "fd(1)"),
    Launcher {
        names: "tar gtar bsdtar",
        subcommand: "",
        launch: Launch::Options {
            first: "",
            any: "-I -F -C -P -f -T -X --to-command --use-compress-program --checkpoint-action \
         --info-script --new-volume-script --rsh-command --rmt-command --absolute-names \
         --directory --file --files-from --transform --xform --index-file --exclude-from \
         --volno-file --listed-incremental --one-top-level --remove-files -g",
            dashless: true,
        },
        source: "tar(1): --to-command, --checkpoint-action, -I, -F, --rsh-command",
    },
    by(
        "zip unzip 7z 7za rar cpio",
        "",
        "-T -TT --unzip-command -I -F -d --rsh-command",
        "zip(1): -TT; cpio(1): --rsh-command",
    ),
    by(
        "scp rcp ssh-keygen ssh-add ssh-keyscan sshfs",
        "",
        "-o -S -D -F -f -s",
        "scp(1): -o, -S, -D; ssh-keygen(1): -D",
    ),
    by(
        "rsync",
        "",
        "-e --rsh --rsync-path --daemon --config --password-file --files-from --log-file \
         --write-batch --only-write-batch --read-batch --temp-dir --partial-dir --backup-dir \
         --include-from --exclude-from --remote-option -M",
        "rsync(1): -e, --rsync-path",
    ),
    by(
        "curl",
        "",
        "-o -O -K -T -d -F -D -c -b -w -E --output --remote-name --config --upload-file \
         --data --form --dump-header --cookie --cookie-jar --trace --write-out --engine \
         --proxy --socks4 --socks5 --preproxy --unix-socket --abstract-unix-socket --netrc \
         --libcurl --stderr --json --create-dirs --etag-save --etag-compare --hsts --alt-svc \
         --url --url-query --variable --expand --key --cert --cacert --capath --crlfile \
         --pubkey --random-file --egd-file --ssl-sessions --output-dir --remote-header-name \
         --remote-time --xattr --quote --prequote --postquote --mail-from --dns-servers \
         --resolve --connect-to --doh-url --interface -J -x -Q -H@* --header=@* @ file:",
        "curl(1): -K, -o, -T, -d @file, -H @file, --engine",
    ),
    by(
        "wget",
        "",
        "-O -o -a -e -i -P --output-document --output-file --append-output --execute \
         --input-file --use-askpass --post-file --body-file --config --directory-prefix \
         --save-cookies --load-cookies --warc-file --warc-dedup --warc-tempdir --rejected-log \
         --hsts-file --certificate --private-key --ca-certificate --ca-directory --crl-file \
         --random-file --egd-file --default-page --background --post-data --body-data \
         --method --recursive --mirror -r -m -b",
        "wget(1): -e, --use-askpass, -O, --post-file",
    ),
    by(
        "nc ncat netcat",
        "",
        "-e -c --exec --sh-exec --lua-exec",
        "ncat(1): -e, -c",
    ),
    by(
        "nmap",
        "",
        "-oN -oX -oG -oA -iL --script --datadir --interactive --servicedb --versiondb",
        "nmap(1): --script",
    ),
    by(
        "tcpdump tshark",
        "",
        "-z -w -W -X -G --postrotate-command",
        "tcpdump(8): -z",
    ),
    by(
        "fzf",
        "",
        "--preview --bind --with-shell --listen --listen-unsafe --history",
        "fzf(1): --preview, --bind",
    ),
    by(
        "rg ripgrep ag ack",
        "",
        "--pre --pre-glob --hostname-bin -z --search-zip --pager",
        "rg(1): --pre, --hostname-bin",
    ),
    by(
        "sort gsort",
        "",
        "-o -T -S --output --compress-program --files0-from --temporary-directory",
        "sort(1): --compress-program, -o",
    ),
    by(
        "sdiff diff3",
        "",
        "-o --output --diff-program",
        "diff3(1) and sdiff(1): --diff-program; sdiff(1): -o",
    ),
    by("split gsplit csplit", "", "--filter", "split(1): --filter"),
    by(
        "shuf gshuf",
        "",
        "-o --output --random-source",
        "shuf(1): -o",
    ),
    by("iconv", "", "-o --output", "iconv(1): -o"),
    by("xxd", "", "-r -revert", "xxd(1): -r"),
    by(
        "patch gpatch",
        "",
        "-o -d -B -D -i -e -r --output --directory --ed --reject-file --input",
        "patch(1): -o, -d, -e",
    ),
    by(
        "tree",
        "",
        "-o -R --fromfile --fromtabfile --gitfile --infofile",
        "tree(1): -o, -R",
    ),
    by(
        "yt-dlp youtube-dl",
        "",
        "--exec --config-location -o --output --batch-file --load-info --plugin-dirs \
         --downloader --external-downloader --downloader-args --ffmpeg-location --netrc-cmd \
         --use-postprocessor --cookies --print-to-file -a -P",
        "yt-dlp(1): --exec, --netrc-cmd",
    ),
    by(
        "aria2c",
        "",
        "--on-* --conf-path --input-file -i -d -o --dir --out --log -l --save-session \
         --load-cookies --save-cookies --hook",
        "aria2c(1): --on-download-complete",
    ),
    by(
        "lwp-download lwp-request urlget",
        "",
        "file:",
        "lwp-download(1)",
    ),
    by(
        "genisoimage mkisofs xorriso",
        "",
        "-o -path-list -sort -osirrox -as",
        "genisoimage(1)",
    ),
    by(
        "ffmpeg ffprobe",
        "",
        "-i -report -filter_script -filter_complex_script -pass* concat: file:",
        "ffmpeg(1): protocols",
    ),
    by("dot neato", "", "-o* -O -l* -G*", "dot(1): -o"),
    by(
        "sqlite-utils",
        "",
        "--load-extension",
        "sqlite-utils query --help",
    ),
    by(
        "dosbox qemu-system-x86_64",
        "",
        "-c -conf -exec -monitor -chardev -drive -hda",
        "qemu(1), dosbox(1)",
    ),
    by("date gdate", "", "-f -s --file --set", "date(1): -f, -s"),
    by(
        "bat batcat delta",
        "",
        "--pager --diff-program --config-file",
        "bat(1): --pager",
    ),
    by(
        "cargo",
        "",
        "--config -Z -C --manifest-path --target-dir --root --path --git --index --registry",
        "cargo(1): --config may name runners, wrappers and linkers",
    ),
    by("rustup", "run", "link", "rustup help: run, toolchain link"),
    by(
        "rustc rustdoc",
        "",
        "-C -Z -L -o --codegen --extern --out-dir --sysroot --emit --test-builder --runtool @",
        "rustc: -C linker, -L, @path",
    ),
    by(
        "go",
        "",
        "-exec --exec -toolexec --toolexec -vettool --vettool -overlay --overlay -modfile \
         --modfile -C generate run tool env",
        "go help build: -exec, -toolexec",
    ),
    by(
        "gcc cc g++ c++ c89 c99 c11 c17 clang clang++ clang-cl cpp ld as gfortran flang gdc \
         gccgo gnat tcc icc icx icpc icpx nvcc hipcc emcc em++ lld mold gold",
        "",
        "-B -o -wrapper -specs --specs -fplugin -Xclang -load -dynamic-linker --plugin \
         -plugin -fuse-ld -T -Wl,* -Wa,* -Wp,* -Xlinker -Xassembler -Xpreprocessor -fplugin* \
         -fpass-plugin* --sysroot -ccbin -Xcompiler -include -imacros -dumpdir -dumpbase -o* \
         --output @",
        "gcc(1): -wrapper, -fplugin, -B, -Wl, @file",
    ),
    by(
        "nm ar ranlib gcc-nm gcc-ar gcc-ranlib",
        "",
        "--plugin @",
        "nm(1), ar(1): --plugin, @file",
    ),
    by(
        "ctags etags",
        "",
        "-o -f -L --options --options-maybe --optlib-dir --output",
        "ctags(1): --options, -o, -L",
    ),
    by(
        "svn svnadmin",
        "",
        "--config-option --config-dir --diff-cmd --diff3-cmd --editor-cmd --diff",
        "svn help: --config-option, --diff-cmd",
    ),
    by(
        "hg",
        "",
        "--config --config-file --debugger -R --repository --cwd --remotecmd --ssh -e --tool",
        "hg(1): --config, --ssh",
    ),
    by(
        "gh glab",
        "",
        "alias extension codespace config",
        "gh(1): alias, extension",
    ),
    by(
        "pandoc",
        "",
        "-F -L -o --filter --lua-filter --pdf-engine --output --extract-media --template \
         --defaults -d",
        "pandoc(1): --filter, --pdf-engine",
    ),
    by(
        "rpm dpkg apt apt-get dnf yum brew apk pacman",
        "",
        "-o -c -E -i --eval --pipe --define --option --config-file --root --admindir \
         --pre-invoke --post-invoke --setopt --hookdir",
        "apt-get(8): -o; rpm(8): --eval, --pipe; dpkg(1): --pre-invoke",
    ),
    by(
        "openssl",
        "",
        "-engine -provider -provider-path -config -out -passin -passout engine",
        "openssl(1): -engine, -provider",
    ),
    by(
        "pytest py.test",
        "",
        "-p -c -o --override-ini --rootdir --confcutdir --import-mode --pyargs --pastebin \
         --debug --basetemp --junitxml --junit-xml --log-file --cov-config --config-file",
        "pytest --help: -p, -c, -o, --rootdir",
    ),
    by(
        "pylint flake8 mypy pyright black isort",
        "",
        "--init-hook --load-plugins --rcfile --config --config-file --python-executable \
         --pythonpath --append-config --custom-typeshed-dir --output --report",
        "pylint --help: --init-hook, --load-plugins; mypy --help: --python-executable",
    ),
    by(
        "eslint prettier jest vitest mocha tsc webpack rollup vite",
        "",
        "-c -r -o -p -f --config --rulesdir --plugin --resolve-plugins-relative-to --format \
         --parser --require --import --loader --project --globalSetup --setupFiles \
         --setupFilesAfterEach --runner --testRunner --reporters --reporter --environment \
         --transform --output-file --outFile --outDir --build --watch",
        "eslint --help: --rulesdir, --parser; mocha --help: --require; jest --help: --runner",
    ),
    by(
        "tex latex pdflatex xelatex lualatex luatex pdftex",
        "",
        "-shell-escape -enable-write18 -output-directory -jobname -fmt -progname -cnf-line",
        "pdftex(1): -shell-escape",
    ),
    by(
        "magick convert identify mogrify composite montage gm",
        "",
        "-write -process -script msl: mvg: ephemeral: text: label:@ caption:@ inline: https: \
         http: url: @",
        "ImageMagick: coders msl, ephemeral and @path",
    ),
    by(
        "gpg gpgsm",
        "",
        "-o --output --exec-path --photo-viewer --agent-program --dirmngr-program --keyserver \
         --options --homedir --load-extension --log-file --status-file --logger-file",
        "gpg(1): --exec-path, --photo-viewer, --agent-program",
    ),
    by(
        "install ginstall",
        "",
        "-s --strip --strip-program",
        "install(1): --strip-program",
    ),
    by(
        "systemctl journalctl loginctl hostnamectl",
        "",
        "-H -M --host --machine --root --image edit shell set-environment import-environment \
         link",
        "systemctl(1): edit, link, -H",
    ),
    by(
        "jq yq gojq",
        "",
        "-L -f -i --from-file --in-place --library-path",
        "jq(1): -L, -f",
    ),
];
