use serde::Deserialize;
use toolc_runtime::{Approval, Context, CustomTool, ToolFailure};

#[derive(Deserialize)]
pub struct Args {
    /// A number.
    pub n: u32,
}

#[derive(Deserialize)]
pub struct Tuple(u32, u32);

#[derive(Deserialize)]
pub enum Either {
    Left,
    Right,
}

/// Adds.
pub fn add(args: Args) -> u32 {
    args.n
}

fn hidden(args: Args) -> u32 {
    args.n
}

pub fn generic<T: Default>(args: Args) -> u32 {
    args.n
}

pub unsafe fn raw(args: Args) -> u32 {
    args.n
}

pub fn plain(n: u32) -> u32 {
    n
}

pub fn borrowed(args: &Args) -> u32 {
    args.n
}

pub fn two(args: Args, context: &Context, more: Args) -> u32 {
    args.n + more.n
}

pub fn method(self, args: Args) -> u32 {
    args.n
}

pub fn typed(args: Either) -> u32 {
    0
}

#[cfg(unix)]
pub fn twice() -> u32 {
    1
}

#[cfg(not(unix))]
pub fn twice() -> u32 {
    2
}

pub struct Token;

pub struct TokenTool;

impl CustomTool for TokenTool {
    type Output = u32;

    async fn call(_: (), _: &Context) -> Result<u32, ToolFailure> {
        Ok(1)
    }
}

pub struct AskTool;

impl CustomTool for AskTool {
    type Args = Args;
    type Output = u32;

    const APPROVAL: Option<Approval> = usual();

    async fn call(args: Args, _: &Context) -> Result<u32, ToolFailure> {
        Ok(args.n)
    }
}
