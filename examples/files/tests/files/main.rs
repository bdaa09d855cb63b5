//! File access through generated code.

#[cfg(unix)]
mod attacks;
mod edit;
mod paths;
#[cfg(unix)]
mod race;
mod support;
mod toolset;
