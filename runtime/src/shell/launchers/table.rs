//! The programs that run others, each row with the manual that documents it. Last reviewed in 2026-11.

use super::{Launch, Launcher};

const fn anything(names: &'static str, source: &'static str) -> Launcher {
    Launcher {
        names,
        launch: Launch::Anything,
        source,
    }
}

const fn by(
    names: &'static str,
    first: &'static str,
    any: &'static str,
    source: &'static str,
) -> Launcher {
    Launcher {
        names,
        launch: Launch::Options {
            first,
            any,
            dashless: false,
        },
        source,
    }
}

/// What follows a dot or a dash in the names of other builds of the same program: `vim.tiny`, `bash-static`.
pub(super) const BUILDS: &[&str] = &[
    "athena",
    "basic",
    "bfd",
    "dbg",
    "debug",
    "exe",
    "gold",
    "gtk",
    "lld",
    "lucid",
    "minimal",
    "motif",
    "multiarch",
    "nox",
    "openbsd",
    "static",
    "tiny",
    "traditional",
];

/// The programs.
pub(super) const LAUNCHERS: &[Launcher] = &[
    anything(
        "sh bash dash ash zsh ksh mksh csh tcsh fish rbash pwsh yash osh nu elvish xonsh",
        "sh(1): the command_string of -c, and command_file",
    ),
    anything(
        "env xargs nohup nice ionice chrt taskset timeout time setsid stdbuf setarch numactl flock \
         watch entr parallel script expect unbuffer eatmydata fakeroot proot command exec eval \
         busybox toybox ld.so ld-linux-x86-64.so systemd-run run-parts at batch crontab start-stop-daemon tmux screen rlwrap sshpass sg newgrp hyperfine \
         xvfb-run dbus-run-session faketime torsocks proxychains proxychains4 cpulimit firejail bwrap \
         watchexec nodemon direnv mise asdf conda mamba pyenv rbenv nix nix-shell nix-build guix \
         flatpak wine ldd ssh-agent git-shell",
        "the manual of each, section 1: the operand `command`",
    ),
    anything(
        "genv gxargs gnice gnohup gtimeout gtime gstdbuf gchroot coreutils linux32 linux64 i386 x86_64 uname26 \
         prlimit choom uclampset logsave chronic ifne pee vipe systemd-inhibit systemd-nspawn systemd-cat \
         caffeinate chpst envdir softlimit setuidgid cgexec aa-exec tini dumb-init fakechroot trickle tsocks dtach",
        "the manual of each, section 1 or 8: the operand `command`; setarch(8) has other names",
    ),
    anything(
        "sudo sudo-rs sudoedit su su-rs run0 gosu su-exec doas pkexec runuser setpriv capsh chroot unshare \
         nsenter runcon",
        "the manual of each, section 1 or 8: the operand `command`",
    ),
    anything(
        "python pypy perl ruby node nodejs deno bun php lua luajit tclsh wish guile R Rscript julia \
         java jshell ghci irb ts-node tsx osascript elixir iex erl swift dotnet racket \
         sbcl clojure lein sbt scala kotlin groovy octave gnuplot gs bpftrace stap dtrace latexmk",
        "the manual of each: the program or script to run, -c, -e",
    ),
    anything(
        "awk gawk mawk nawk sed gsed m4 gm4 ed ex vi vim vimdiff gvim rvim rview nvim view emacs nano \
         less more man",
        "awk(1): system(), sed(1): the command `e`, m4(1): syscmd, ex(1), less(1) and man(1): `!` and \
         pagers",
    ),
    anything(
        "exiftool",
        "exiftool(1): -if evaluates Perl, -config runs it, -@ has further options",
    ),
    anything(
        "make gmake cmake ninja just task rake ant mvn gradle gradlew npx npm pnpm yarn bunx pip \
         pipx uv uvx poetry pdm hatch tox nox gem bundle composer mix bazel buck pants scons meson \
         turbo nx lerna corepack ctest cpack pre-commit lefthook",
        "the manual of each: scripts of projects and packages, and files that options name",
    ),
    anything(
        "ssh mosh telnet socat docker docker-compose podman podman-compose kubectl nerdctl lxc vagrant ansible ansible-playbook \
         terraform tofu pulumi helm ip",
        "the manual of each: commands on other machines, in containers and in name spaces",
    ),
    anything(
        "gdb lldb strace ltrace valgrind perf rr sqlite psql mysql mariadb ftp sftp lftp",
        "the manual of each: the program to run, and `!` or `.shell`",
    ),
    by(
        "git",
        "-c -C -p --paginate --exec-path --config-env --git-dir --work-tree config bisect submodule \
         filter-branch difftool mergetool hook credential remote-ext daemon help p4",
        "-c -u -x -O -o --config --upload-pack --receive-pack --exec --ext-diff --textconv --output \
         --open-files-in-pager --template --extcmd --separate-git-dir --no-index --contents ext::",
        "git(1): -c, --exec-path; git-clone(1): -u, -c, --template; git-grep(1): -O; git-rebase(1): \
         -x; git-diff(1): --ext-diff, --output, --no-index; git-blame(1): --contents",
    ),
    by(
        "find gfind",
        "",
        "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from",
        "find(1): actions",
    ),
    by("fd fdfind", "", "-x -X --exec --exec-batch", "fd(1)"),
    Launcher {
        names: "tar gtar bsdtar",
        launch: Launch::Options {
            first: "",
            any: "-I -F -C -P -f -T -X --to-command --use-compress-program --checkpoint-action \
                  --info-script --new-volume-script --rsh-command --rmt-command --absolute-names \
                  --directory --file --files-from --transform --xform",
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
         --write-batch --temp-dir --backup-dir",
        "rsync(1): -e, --rsync-path",
    ),
    by(
        "curl",
        "",
        "-o -O -K -T -d -F -D -c -b -w -E --output --remote-name --config --upload-file --data \
         --form --dump-header --cookie --cookie-jar --trace --write-out --engine --proxy \
         --unix-socket --abstract-unix-socket --netrc --libcurl --stderr --json --create-dirs \
         --etag-save --hsts --alt-svc file:",
        "curl(1): -K, -o, -T, -d @file, --engine",
    ),
    by(
        "wget",
        "",
        "-O -o -a -e -i -P --output-document --output-file --append-output --execute --input-file \
         --use-askpass --post-file --body-file --config --directory-prefix --save-cookies \
         --load-cookies --warc-file",
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
        "-exec --exec -toolexec --toolexec -vettool --vettool -overlay --overlay -modfile --modfile \
         -C generate run tool env",
        "go help build: -exec, -toolexec",
    ),
    by(
        "gcc cc g++ c++ clang clang++ cpp ld as",
        "",
        "-B -o -wrapper -specs --specs -fplugin -Xclang -load -dynamic-linker --plugin -plugin \
         -fuse-ld -T @",
        "gcc(1): -wrapper, -fplugin, -B, @file",
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
        "-F -L -o --filter --lua-filter --pdf-engine --output --extract-media --template --defaults \
         -d",
        "pandoc(1): --filter, --pdf-engine",
    ),
    by(
        "rpm dpkg apt apt-get dnf yum brew apk pacman",
        "",
        "-o -c -E -i --eval --pipe --define --option --config-file --root --admindir --pre-invoke \
         --post-invoke --setopt --hookdir",
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
        "-p -c -o --override-ini --rootdir --confcutdir --import-mode --pyargs --pastebin --debug \
         --basetemp --junitxml --junit-xml --log-file --cov-config --config-file",
        "pytest --help: -p, -c, -o, --rootdir",
    ),
    by(
        "pylint flake8 mypy pyright black isort",
        "",
        "--init-hook --load-plugins --rcfile --config --config-file --python-executable --pythonpath \
         --append-config --custom-typeshed-dir --output --report",
        "pylint --help: --init-hook, --load-plugins; mypy --help: --python-executable",
    ),
    by(
        "eslint prettier jest vitest mocha tsc webpack rollup vite",
        "",
        "-c -r -o -p -f --config --rulesdir --plugin --resolve-plugins-relative-to --format --parser \
         --require --import --loader --project --globalSetup --setupFiles --setupFilesAfterEach \
         --runner --testRunner --reporters --reporter --environment --transform --output-file --outFile \
         --outDir --build --watch",
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
        "-write -process -script msl: mvg: ephemeral: text: label:@ caption:@ inline: https: http: url: @",
        "ImageMagick: coders msl, ephemeral and @path",
    ),
    by(
        "gpg gpgsm",
        "",
        "-o --output --exec-path --photo-viewer --agent-program --dirmngr-program --keyserver --options \
         --homedir --load-extension --log-file --status-file --logger-file",
        "gpg(1): --exec-path, --photo-viewer, --agent-program",
    ),
    by(
        "install ginstall",
        "",
        "-s --strip --strip-program",
        "install(1): --strip-program",
    ),
    by(
        "systemctl journalctl loginctl machinectl hostnamectl",
        "",
        "-H -M --host --machine --root --image edit shell set-environment import-environment link",
        "systemctl(1): edit, link, -H",
    ),
    by(
        "jq yq gojq",
        "",
        "-L -f -i --from-file --in-place --library-path",
        "jq(1): -L, -f",
    ),
];
