//! Static data of the runtime. Generated code contains it as Rust, and `toolc serve` needs it as values, so it is
//! described once: a type that implements [`Rust`] and [`Data`] can be written and built. What refers to other items of a
//! file is described over [`Items`].
//!
//! [`data!`](crate::data!) implements it for a type of the compiler, from the fields of the type of the runtime:
//!
//! ```
//! # use toolc_schema::data::{Data, data, list};
//! # use toolc_schema::rust::{Text, write_line};
//! # mod rt { pub mod http { #[derive(Debug, PartialEq)] pub struct Within { pub path: &'static [&'static str], pub value: &'static str } } }
//! struct Within {
//!     path: Vec<String>,
//!     value: String,
//! }
//!
//! data! {
//!     Within as [rt::http::Within] =>
//!     Within { path, value } => { path: list(path, |name| Text(name)), value: Text(value) },
//! }
//!
//! let within = Within { path: vec!["pets".to_owned()], value: "1".to_owned() };
//! assert_eq!(within.build(), rt::http::Within { path: &["pets"], value: "1" });
//! assert_eq!(
//!     write_line(&within),
//!     r#"rt::http::Within { path: &["pets"], value: "1" }"#
//! );
//! ```

mod items;

use crate::rust::{Escaped, Ident, Rust, Text, Tokens, Variant, put};
use core::fmt::Debug;
use core::time::Duration;

pub use crate::{build_data, data, put_data};
pub use items::{Built, Code, InCode, InMemory, Items};

/// Static data that can be built as a value. Most types can also be written as [`Rust`].
pub trait Data {
    /// The value, as the runtime has it.
    type Value: 'static;

    /// Builds it. The memory that it refers to is never freed.
    fn build(&self) -> Self::Value;
}

impl<D: Data + ?Sized> Data for &D {
    type Value = D::Value;

    fn build(&self) -> D::Value {
        (**self).build()
    }
}

/// Describes the data that a type of the compiler becomes: `Ours as [rt::Theirs] => PATTERN => DATA, …`, where the data of a
/// struct are `{ field: value, … }`, and those of an enum `Variant`, `Variant(value, …)` or `Variant { field: value, … }`. Each
/// value is itself [`Data`]. A pattern that names every field, and a struct of the runtime that has them all, leave no
/// setting out.
///
/// `Ours<'_, Items>` has references to other [`Items`]: it is written where these are code, and built where they are values.
#[doc(hidden)]
#[macro_export]
macro_rules! data {
    ($ours:ident<$of:lifetime, Items> as $theirs:tt => $pattern:pat => { $($fields:tt)* } $(,)?) => {
        $crate::data!(@write $ours<$of, $crate::data::InCode<$of>>, $theirs, { $pattern => [{ $($fields)* }] });
        $crate::data!(@build $ours<$of, $crate::data::InMemory>, $theirs, { $pattern => [{ $($fields)* }] });
    };
    ($ours:ty as $theirs:tt $(<$life:lifetime>)? => $pattern:pat => { $($fields:tt)* } $(,)?) => {
        $crate::data!(@write $ours, $theirs, { $pattern => [{ $($fields)* }] });
        $crate::data!(@build $ours, $theirs $(<$life>)?, { $pattern => [{ $($fields)* }] });
    };
    ($ours:ty as $theirs:tt $(<$life:lifetime>)? => $($pattern:pat => $variant:ident $(($($tuple:tt)*))? $({ $($fields:tt)* })?),+ $(,)?) => {
        $crate::data!(@write $ours, $theirs, {
            $($pattern => [$variant $(($($tuple)*))? $({ $($fields)* })?]),+
        });
        $crate::data!(@build $ours, $theirs $(<$life>)?, {
            $($pattern => [$variant $(($($tuple)*))? $({ $($fields)* })?]),+
        });
    };
    (@write $ours:ty, $theirs:tt, { $($pattern:pat => $made:tt),+ }) => {
        impl $crate::rust::Rust for $ours {
            fn put(&self, out: &mut $crate::rust::Tokens) {
                match self {
                    $($pattern => $crate::put_data!(out $theirs $made),)+
                }
            }
        }
    };
    (@build $ours:ty, $theirs:tt $(<$life:lifetime>)?, { $($pattern:pat => $made:tt),+ }) => {
        impl $crate::data::Data for $ours {
            type Value = $crate::build_data!(type $theirs $(<$life>)?);

            // so that it is only compiled where it is called: build scripts call few of these
            #[inline]
            fn build(&self) -> Self::Value {
                match self {
                    $($pattern => $crate::build_data!($theirs $made),)+
                }
            }
        }
    };
}

/// Writes what `data!` describes.
#[doc(hidden)]
#[macro_export]
macro_rules! put_data {
    ($out:ident [$($path:tt)*] [{ $($field:ident : $value:expr),* $(,)? }]) => {
        $crate::rust::put!($out, $($path)* { $($field: #($value),)* })
    };
    ($out:ident [$($path:tt)*] [$variant:ident]) => {
        $crate::rust::put!($out, $($path)*::$variant)
    };
    ($out:ident [$($path:tt)*] [$variant:ident ($($value:expr),* $(,)?)]) => {
        $crate::rust::put!($out, $($path)*::$variant($(#($value)),*))
    };
    ($out:ident [$($path:tt)*] [$variant:ident { $($field:ident : $value:expr),* $(,)? }]) => {
        $crate::rust::put!($out, $($path)*::$variant { $($field: #($value),)* })
    };
}

/// Builds what `data!` describes.
#[doc(hidden)]
#[macro_export]
macro_rules! build_data {
    (type [$($path:tt)*] $(<$life:lifetime>)?) => { $($path)* $(<$life>)? };
    ([$($path:tt)*] [{ $($field:ident : $value:expr),* $(,)? }]) => {{
        use $($path)* as Theirs;
        Theirs { $($field: $crate::data::Data::build(&$value),)* }
    }};
    ([$($path:tt)*] [$variant:ident]) => { $($path)*::$variant };
    ([$($path:tt)*] [$variant:ident ($($value:expr),* $(,)?)]) => {
        $($path)*::$variant($($crate::data::Data::build(&$value)),*)
    };
    ([$($path:tt)*] [$variant:ident { $($field:ident : $value:expr),* $(,)? }]) => {
        $($path)*::$variant { $($field: $crate::data::Data::build(&$value),)* }
    };
}

/// A slice: what a function makes of each item.
pub fn list<'i, T, D, F: Fn(&'i T) -> D>(items: &'i [T], item: F) -> List<'i, T, F> {
    List(items, item)
}

/// The slice that [`list`] describes.
pub struct List<'i, T, F>(&'i [T], F);

impl<'i, T, D: Rust, F: Fn(&'i T) -> D> Rust for List<'i, T, F> {
    fn put(&self, out: &mut Tokens) {
        put!(out, &[#(for item in self.0 => #((self.1)(item)),)]);
    }
}

impl<'i, T, D: Data, F: Fn(&'i T) -> D> Data for List<'i, T, F> {
    type Value = &'static [D::Value];

    fn build(&self) -> Self::Value {
        leak_slice(self.0.iter().map(|item| (self.1)(item).build()))
    }
}

/// A slice of texts.
pub struct Texts<'t>(pub &'t [String]);

impl Rust for Texts<'_> {
    fn put(&self, out: &mut Tokens) {
        list(self.0, |text| Text(text)).put(out);
    }
}

impl Data for Texts<'_> {
    type Value = &'static [&'static str];

    fn build(&self) -> Self::Value {
        leak_words(self.0)
    }
}

/// A text that was made for this place.
pub struct OwnText(pub String);

impl Rust for OwnText {
    fn put(&self, out: &mut Tokens) {
        Text(&self.0).put(out);
    }
}

impl Data for OwnText {
    type Value = &'static str;

    fn build(&self) -> &'static str {
        leak_word(&self.0)
    }
}

/// `Some(…)` or `None`.
pub struct Maybe<D>(pub Option<D>);

impl<D: Rust> Rust for Maybe<D> {
    fn put(&self, out: &mut Tokens) {
        match &self.0 {
            Some(value) => put!(out, Some(#value)),
            None => put!(out, None),
        }
    }
}

impl<D: Data> Data for Maybe<D> {
    type Value = Option<D::Value>;

    fn build(&self) -> Self::Value {
        self.0.as_ref().map(Data::build)
    }
}

/// A reference to data.
pub struct Ref<D>(pub D);

impl<D: Rust> Rust for Ref<D> {
    fn put(&self, out: &mut Tokens) {
        put!(out, &#(self.0));
    }
}

impl<D: Data> Data for Ref<D> {
    type Value = &'static D::Value;

    fn build(&self) -> Self::Value {
        leak_value(self.0.build())
    }
}

/// A value of an enum that is the runtime's own, and the name of that enum.
pub struct RuntimeValue<T>(pub &'static str, pub T);

impl<T: Copy + Debug> Rust for RuntimeValue<T> {
    fn put(&self, out: &mut Tokens) {
        put!(out, rt::#(Ident(self.0))::#(Variant(self.1)));
    }
}

impl<T: Copy + Debug + 'static> Data for RuntimeValue<T> {
    type Value = T;

    fn build(&self) -> T {
        self.1
    }
}

/// A duration in milliseconds.
pub struct Milliseconds(pub u64);

impl Rust for Milliseconds {
    fn put(&self, out: &mut Tokens) {
        put!(out, ::core::time::Duration::from_millis(#(self.0)));
    }
}

impl Data for Milliseconds {
    type Value = Duration;

    fn build(&self) -> Duration {
        Duration::from_millis(self.0)
    }
}

impl<A: Rust, B: Rust> Rust for (A, B) {
    fn put(&self, out: &mut Tokens) {
        put!(out, (#(self.0), #(self.1)));
    }
}

impl<A: Data, B: Data> Data for (A, B) {
    type Value = (A::Value, B::Value);

    fn build(&self) -> Self::Value {
        (self.0.build(), self.1.build())
    }
}

macro_rules! texts {
    ($($literal:ident),*) => {
        $(impl Data for $literal<'_> {
            type Value = &'static str;

            fn build(&self) -> &'static str {
                leak_word(self.0)
            }
        })*
    };
}

texts!(Text, Escaped);

macro_rules! plain_values {
    ($($plain:ty),*) => {
        $(impl Data for $plain {
            type Value = $plain;

            fn build(&self) -> $plain {
                *self
            }
        })*
    };
}

plain_values!(bool, u8, u16, u32, u64, i64, i128, f64);

/// A value that is never freed.
pub fn leak_value<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// A slice that is never freed.
pub fn leak_slice<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    items.collect::<Vec<_>>().leak()
}

/// A text that is never freed.
pub fn leak_word(text: &str) -> &'static str {
    text.to_owned().leak()
}

/// Texts that are never freed.
pub fn leak_words(texts: &[String]) -> &'static [&'static str] {
    leak_slice(texts.iter().map(|text| leak_word(text)))
}
