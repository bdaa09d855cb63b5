//! References from data to data elsewhere. Generated code refers to an item by its path, and `toolc serve` to a value that it
//! has built before; a type over [`Items`] is described once for both.
//!
//! ```
//! # use toolc_schema::data::{Built, Code, Data, InCode, InMemory, Items, data};
//! # use toolc_schema::rust::{Ident, Text, rust, write_line};
//! # mod rt { #[derive(Debug, PartialEq)] pub struct Call { pub server: &'static u16, pub name: &'static str } }
//! struct Call<'c, I: Items> {
//!     server: I::Item<&'static u16>,
//!     name: &'c str,
//! }
//!
//! data! {
//!     Call<'_, Items> as [rt::Call] =>
//!     Call { server, name } => { server: server, name: Text(name) },
//! }
//!
//! let written: Call<'_, InCode<'_>> = Call { server: Code::new(rust!(&#(Ident("SERVER")))), name: "get" };
//! assert_eq!(write_line(&written), r#"rt::Call { server: &SERVER, name: "get" }"#);
//! let built: Call<'_, InMemory> = Call { server: Built(&80), name: "get" };
//! assert_eq!(built.build(), rt::Call { server: &80, name: "get" });
//! ```

use super::Data;
use crate::rust::{Rust, Tokens};
use std::marker::PhantomData;

/// How data refers to data elsewhere.
pub trait Items {
    /// What stands for a value of this type.
    type Item<T: Copy + 'static>;
}

/// Items in generated code.
pub struct InCode<'c>(PhantomData<&'c ()>);

impl<'c> Items for InCode<'c> {
    type Item<T: Copy + 'static> = Code<'c>;
}

/// Items in memory.
pub struct InMemory;

impl Items for InMemory {
    type Item<T: Copy + 'static> = Built<T>;
}

/// Code that refers to an item.
pub struct Code<'c>(Box<dyn Rust + 'c>);

impl<'c> Code<'c> {
    /// The code, usually a path.
    pub fn new(code: impl Rust + 'c) -> Self {
        Code(Box::new(code))
    }
}

impl Rust for Code<'_> {
    fn put(&self, out: &mut Tokens) {
        self.0.put(out);
    }
}

/// A value that was built before.
#[derive(Debug, Clone, Copy)]
pub struct Built<T>(pub T);

impl<T: Copy + 'static> Data for Built<T> {
    type Value = T;

    fn build(&self) -> T {
        self.0
    }
}
