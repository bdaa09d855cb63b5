//! The programs that run whatever their arguments say, each row with the manual that documents it. Last
//! reviewed in 2026-11.

use super::{Launch, Launcher};

const fn anything(names: &'static str, source: &'static str) -> Launcher {
    Launcher {
        names,
        subcommand: "",
        launch: Launch::Anything,
        source,
    }
}

/// The programs.
pub(super) const ANYTHING: &[Launcher] = &[
    anything(
        "sh bash dash ash zsh ksh mksh csh tcsh fish rbash pwsh yash osh nu elvish xonsh",
        "sh(1): the command_string of -c, and command_file",
    ),
    anything(
        "env xargs nohup nice ionice chrt taskset timeout time setsid stdbuf setarch numactl \
         flock watch entr parallel script expect unbuffer eatmydata fakeroot proot command \
         exec eval busybox toybox ld.so ld-linux-x86-64.so systemd-run run-parts at batch \
         crontab start-stop-daemon tmux screen rlwrap sshpass sg newgrp hyperfine xvfb-run \
         dbus-run-session faketime torsocks proxychains proxychains4 cpulimit firejail bwrap \
         watchexec nodemon direnv mise asdf conda mamba pyenv rbenv nix nix-shell nix-build \
         guix flatpak wine ldd ssh-agent git-shell",
        "the manual of each, section 1: the operand `command`",
    ),
    anything(
        "genv gxargs gnice gnohup gtimeout gtime gstdbuf gchroot coreutils linux32 linux64 \
         i386 x86_64 uname26 prlimit choom uclampset logsave chronic ifne pee vipe \
         systemd-inhibit systemd-nspawn systemd-cat caffeinate chpst envdir softlimit \
         setuidgid cgexec aa-exec tini dumb-init fakechroot trickle tsocks dtach",
        "the manual of each, section 1 or 8: the operand `command`; setarch(8) has other \
         names",
    ),
    anything(
        "ccache sccache distcc icecc bear coverage kcov pidstat multitime cdist ginsh pexec \
         setlock scanmem ssh-copy-id autossh sshuttle ansible-test rtorrent posh sash ksshell \
         hping3 crash agetty aoss torify prove msgfilter msgexec run-mailcap run-one byobu \
         zellij dvtm abduco daemonize supervisord op aws-vault envchain chamber doppler \
         dotenv honcho foreman overmind",
        "the manual of each, section 1 or 8: the operand or the option with a command",
    ),
    anything(
        "sudo sudo-rs sudoedit su su-rs run0 gosu su-exec doas pkexec runuser setpriv capsh \
         chroot unshare nsenter runcon",
        "the manual of each, section 1 or 8: the operand `command`",
    ),
    anything(
        "python pypy ipython bpython ptpython jupyter pdb perl raku ruby jruby rake pry \
         byebug node nodejs deno bun php lua luajit tclsh wish guile R Rscript julia java \
         jshell ghci irb ts-node tsx osascript elixir iex erl swift dotnet racket sbcl clisp \
         ecl clojure clj lein sbt scala kotlin groovy jrunscript jjs babashka janet hy \
         crystal nim zig octave gnuplot gs bpftrace stap dtrace latexmk",
        "the manual of each: the program or script to run, -c, -e",
    ),
    anything(
        "awk gawk mawk nawk original-awk goawk sed gsed ssed m4 gm4 dc ed red ex vi vim \
         vimdiff gvim rvim rview nvim view vipw vigr emacs emacsclient nano pico joe jed \
         micro hx kak ne mg mcedit less more most lv pg man zless zmore bzless bzmore xzless \
         xzmore lzless zstdless pager editor sensible-editor sensible-pager sensible-browser \
         select-editor visudo mutt mail mailx irssi weechat pine alpine rename prename \
         file-rename",
        "awk(1): system(), sed(1): the command `e`, m4(1): syscmd, ex(1), less(1), dc(1) and \
         man(1): `!` and pagers, rename(1): Perl",
    ),
    anything(
        "exiftool",
        "exiftool(1): -if evaluates Perl, -config runs it, -@ has further options",
    ),
    anything(
        "make gmake cmake ninja just task ant mvn gradle gradlew npx npm pnpm yarn bunx pip \
         pipx uv uvx poetry pdm hatch tox nox gem bundle composer mix bazel buck pants scons \
         meson turbo nx lerna corepack ctest cpack pre-commit lefthook",
        "the manual of each: scripts of projects and packages, and files that options name",
    ),
    anything(
        "ssh mosh telnet socat docker docker-compose podman podman-compose kubectl nerdctl \
         lxc vagrant ansible ansible-playbook terraform tofu pulumi helm ip oc buildah skopeo \
         ctr crictl runc crun lima limactl colima minikube kind virsh machinectl tailscale \
         wg-quick puppet salt salt-call chef-client knife fabric fab",
        "the manual of each: commands on other machines, in containers and in name spaces",
    ),
    anything(
        "gdb gcore lldb strace ltrace valgrind perf rr sqlite sqlcipher duckdb psql mysql \
         mariadb mycli pgcli mongo mongosh redis-cli clickhouse-client sqlplus sqlcmd usql \
         ftp sftp psftp ncftp lftp tftp smbclient rclone restic borg msfconsole w3m lynx \
         links elinks ranger nnn mc lf vifm ncdu top htop nmtui tig lazygit gitk",
        "the manual of each: the program to run, and `!` or `.shell`",
    ),
];
