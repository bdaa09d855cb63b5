//! File access through generated code.

#[cfg(unix)]
mod attacks;
mod paths;
#[cfg(unix)]
mod race;
mod support;
mod toolset;
