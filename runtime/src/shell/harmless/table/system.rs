//! Programs that show the state of the machine.

use super::super::row::Operands::{After, No, Paths, Text};
use super::super::row::{Row, acts, reads};
use super::files::GNU;

/// How units and journals are shown. `-H`, `-M` and `--root` look at other machines and folders.
const UNITS: &str = "-l --full --no-pager --no-legend --plain -q --quiet -n= --lines= -o= --output= \
         --user --system -a --all -t= --type= --state= -r --recursive";

pub(super) const ROWS: &[Row] = &[
    reads(
        &["date", "gdate"],
        After('+'),
        &[
            GNU,
            "-d= --date= --debug -I[=] --iso-8601[=] -R --rfc-email --rfc-3339= -r=path \
         --reference=path --resolution -u --utc --universal",
        ],
        "date(1): an operand without `+` sets the clock, -f reads a file",
    ),
    reads(
        &[
            "whoami", "logname", "arch", "nproc", "tty", "users", "hostid",
        ],
        No,
        &[GNU, "--all --ignore= -s --silent --quiet"],
        "whoami(1), nproc(1), tty(1)",
    ),
    reads(
        &["uname"],
        No,
        &[
            GNU,
            "-a --all -s --kernel-name -n --nodename -r --kernel-release -v --kernel-version -m \
         --machine -p --processor -i --hardware-platform -o --operating-system",
        ],
        "uname(1)",
    ),
    reads(
        &["hostname"],
        No,
        &[
            "-a --alias -A --all-fqdns -d --domain -f --fqdn --long -i --ip-address -I \
         --all-ip-addresses -s --short -h --help -V --version",
        ],
        "hostname(1): an operand sets the name, -F reads a file",
    ),
    reads(
        &["id", "groups"],
        Text,
        &[
            GNU,
            "-a -Z --context -g --group -G --groups -n --name -r --real -u --user -z --zero",
        ],
        "id(1), groups(1)",
    ),
    reads(
        &["uptime"],
        No,
        &["-p --pretty -s --since -h --help -V --version"],
        "uptime(1)",
    ),
    reads(
        &["free"],
        No,
        &[
            "-b --bytes -k --kibi --kilo -m --mebi --mega -g --gibi --giga -h --human -w --wide \
         -l --lohi -t --total --si -L --line -v --committed --help -V --version",
        ],
        "free(1)",
    ),
    reads(
        &["ps"],
        Text,
        &[
            "-# -A -a -d -e -f -F -j -l -L -M -m -N -T -H -w -y -c --deselect --forest --headers \
         --no-headers --no-heading -o= --format= -p= --pid= -q= --quick-pid= --ppid= -C= -u= \
         -U= --user= --User= -g= -G= --group= --Group= -s= --sid= -t= --tty= --sort= --cols= \
         --columns= --width= --rows= --lines= --cumulative -V --version",
        ],
        "ps(1)",
    ),
    reads(
        &["pgrep", "pidof"],
        Text,
        &[
            "-a --list-full -c --count -d= --delimiter= -f --full -g= --pgroup= -G= --group= -i \
         --ignore-case -l --list-name -n --newest -o --oldest -P= --parent= -t= --terminal= \
         -u= --euid= -U= --uid= -v --inverse -w --lightweight -x --exact -V --version -h \
         --help",
        ],
        "pgrep(1), pidof(8): -F reads a file",
    ),
    reads(
        &["pstree"],
        Text,
        &["-a -A -c -C= -g -G -h -H= -l -n -N= -p -s -S -t -T -u -U -Z -V"],
        "pstree(1)",
    ),
    reads(
        &["lscpu", "lsmem", "lsblk"],
        No,
        &[
            "-a --all -b --bytes -e[=] --extended[=] -J --json -p[=] --parse[=] -y --physical -f \
         --fs -l --list -m --perms -n --noheadings -r --raw -t --topology -h --help -V \
         --version --output-all",
        ],
        "lscpu(1), lsblk(8): -s and -P mean other things in each",
    ),
    reads(
        &["lsusb", "lspci", "lsmod"],
        No,
        &["-v -t -k -nn -n -mm -m -V"],
        "lsusb(8), lspci(8), lsmod(8)",
    ),
    reads(
        &["lsb_release"],
        No,
        &["-a --all -c --codename -d --description -i --id -r --release -s --short -h -v"],
        "lsb_release(1)",
    ),
    reads(
        &["locale", "getconf"],
        Text,
        &["-a --all-locales -c --category-name -k --keyword-name -m --charmaps"],
        "locale(1), getconf(1)",
    ),
    reads(
        &["vmstat", "iostat", "mpstat"],
        Text,
        &["-a -c -d -k -m -n -s -t -w -x -y -z -h -V"],
        "vmstat(8), iostat(1)",
    ),
    reads(
        &["w", "who", "last", "lastlog"],
        No,
        &["-a -b -d -H -h -i -l -m -q -r -s -u -w -# -V"],
        "w(1), who(1), last(1)",
    ),
    reads(
        &["which"],
        Text,
        &["-a --all -s -v -V --version --help"],
        "which(1): it looks for names",
    ),
    reads(
        &["whereis"],
        Text,
        &["-b -m -s -u -l"],
        "whereis(1): it looks for names",
    ),
    reads(
        &["printenv"],
        Text,
        &[GNU, "-0 --null"],
        "printenv(1): commands see the variables that `env` names",
    ),
    reads(
        &["ss"],
        No,
        &[
            "-h --help -V --version -n --numeric -r --resolve -a --all -l --listening -o \
         --options -e --extended -m --memory -p --processes -i --info -s --summary -4 --ipv4 \
         -6 --ipv6 -t --tcp -u --udp -x --unix -w --raw -H --no-header -O --oneline",
        ],
        "ss(8): -K closes connections, -D and -F use files",
    ),
    reads(
        &["netstat"],
        No,
        &[
            "-r --route -i --interfaces -g --groups -s --statistics -v --verbose -n --numeric -e \
         --extend -p --program -l --listening -a --all -t --tcp -u --udp -w --raw -x --unix \
         -4 -6 -W --wide -V --version -h --help",
        ],
        "netstat(8)",
    ),
    reads(
        &["lsof"],
        Paths,
        &["-a -b -c= -h -i[=] -l -n -N -O -p= -P -R -t -u= -U -v -V -w"],
        "lsof(8): -D and -m use files",
    ),
    reads(
        &["systemctl"],
        No,
        &["--version --no-pager -h --help"],
        "systemctl(1)",
    ),
    reads(
        &[
            "systemctl status",
            "systemctl show",
            "systemctl cat",
            "systemctl is-active",
            "systemctl is-enabled",
            "systemctl is-failed",
            "systemctl list-units",
            "systemctl list-unit-files",
            "systemctl list-timers",
            "systemctl list-sockets",
            "systemctl list-dependencies",
            "systemctl is-system-running",
        ],
        Text,
        &[UNITS, "-p= --property= --value --reverse --failed"],
        "systemctl(1)",
    ),
    reads(
        &["journalctl"],
        No,
        &[
            UNITS,
            "-u= --unit= --user-unit= -b[=] --boot[=] --list-boots -k --dmesg -p= --priority= -g= \
         --grep= --identifier= -S= --since= -U= --until= -e --pager-end -f --follow --no-tail \
         --utc --no-hostname --disk-usage --output-fields= -x --catalog",
        ],
        "journalctl(1): --vacuum, --rotate and --flush write",
    ),
    acts(
        &["dmesg"],
        No,
        &[
            "-H --human -k --kernel -l= --level= -L[=] --color[=] --nopager -P -r --raw -S \
         --syslog -T --ctime -t --notime -u --userspace -x --decode -f= --facility= \
         --time-format= -h --help -V --version",
        ],
        "dmesg(1): -C and -c clear, -F reads a file",
    ),
];
