//! What the names of programs have beside the name.

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

/// Compilers and their tools, which are also called after the system that they are for:
/// `x86_64-linux-gnu-gcc`.
pub(super) const TOOLCHAIN: &[&str] = &[
    "ar",
    "as",
    "c++",
    "c89",
    "c99",
    "cc",
    "clang",
    "clang++",
    "cpp",
    "flang",
    "g++",
    "gcc",
    "gcc-ar",
    "gcc-nm",
    "gcc-ranlib",
    "gccgo",
    "gdb",
    "gdc",
    "gfortran",
    "gnat",
    "ld",
    "lldb",
    "nm",
    "ranlib",
];
