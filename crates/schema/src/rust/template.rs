//! Templates: Rust with placeholders.
//!
//! - `#name` and `#(value)` insert a value that implements [`Rust`](super::Rust).
//! - `#(for each in all => …)` repeats its template for each value.

/// Code from a template. Captures what the template mentions by move.
#[doc(hidden)]
#[macro_export]
macro_rules! rust {
    ($($code:tt)*) => {
        $crate::rust::write_snippet(move |out| $crate::rust::put!(out, $($code)*))
    };
}

/// Writes code from a template immediately.
#[doc(hidden)]
#[macro_export]
macro_rules! put {
    ($out:expr, $($code:tt)*) => {{
        let out: &mut $crate::rust::Tokens = $out;
        $crate::rust::put_tokens!(out $($code)*);
        let _ = out;
    }};
}

/// Processes the tokens one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! put_tokens {
    ($out:ident) => {};

    ($out:ident #(for $each:pat in $all:expr => $($code:tt)*) $($rest:tt)*) => {
        for $each in $all {
            $crate::rust::put_tokens!($out $($code)*);
        }
        $crate::rust::put_tokens!($out $($rest)*);
    };
    ($out:ident #($value:expr) $($rest:tt)*) => {
        $crate::rust::Rust::put(&$value, $out);
        $crate::rust::put_tokens!($out $($rest)*);
    };
    ($out:ident #[doc = $line:literal] $($rest:tt)*) => {
        $out.doc($line);
        $crate::rust::put_tokens!($out $($rest)*);
    };
    ($out:ident #[$($code:tt)*] $($rest:tt)*) => {
        $out.begin_attribute();
        $crate::rust::put_tokens!($out $($code)*);
        $out.end_attribute();
        $crate::rust::put_tokens!($out $($rest)*);
    };
    ($out:ident #$name:ident $($rest:tt)*) => {
        $crate::rust::Rust::put(&$name, $out);
        $crate::rust::put_tokens!($out $($rest)*);
    };

    ($out:ident {$($code:tt)*} $($rest:tt)*) => {
        $out.open('{');
        $crate::rust::put_tokens!($out $($code)*);
        $out.close('}');
        $crate::rust::put_tokens!($out $($rest)*);
    };
    ($out:ident [$($code:tt)*] $($rest:tt)*) => {
        $out.open('[');
        $crate::rust::put_tokens!($out $($code)*);
        $out.close(']');
        $crate::rust::put_tokens!($out $($rest)*);
    };
    ($out:ident ($($code:tt)*) $($rest:tt)*) => {
        $out.open('(');
        $crate::rust::put_tokens!($out $($code)*);
        $out.close(')');
        $crate::rust::put_tokens!($out $($rest)*);
    };

    ($out:ident , $($rest:tt)*) => { $out.comma(); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident ; $($rest:tt)*) => { $out.semicolon(); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident : $($rest:tt)*) => { $out.cling(": "); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident = $($rest:tt)*) => { $out.equals(); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident => $($rest:tt)*) => { $out.cling(" => "); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident -> $($rest:tt)*) => { $out.cling(" -> "); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident + $($rest:tt)*) => { $out.cling(" + "); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident :: $($rest:tt)*) => { $out.cling("::"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident . $($rest:tt)*) => { $out.cling("."); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident .. $($rest:tt)*) => { $out.cling(".."); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident & $($rest:tt)*) => { $out.prefix("&"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident * $($rest:tt)*) => { $out.prefix("*"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident - $($rest:tt)*) => { $out.prefix("-"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident < $($rest:tt)*) => { $out.open_angle(); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident > $($rest:tt)*) => { $out.close_angle(); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident >> $($rest:tt)*) => { $crate::rust::put_tokens!($out > > $($rest)*); };

    ($out:ident struct $($rest:tt)*) => { $out.lines("struct"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident enum $($rest:tt)*) => { $out.lines("enum"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident match $($rest:tt)*) => { $out.lines("match"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident impl $($rest:tt)*) => { $out.block("impl"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident const $($rest:tt)*) => { $out.block("const"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident fn $($rest:tt)*) => { $out.function("fn"); $crate::rust::put_tokens!($out $($rest)*); };
    ($out:ident where $($rest:tt)*) => { $out.bounds("where"); $crate::rust::put_tokens!($out $($rest)*); };

    ($out:ident rt $($rest:tt)*) => { $out.runtime(); $crate::rust::put_tokens!($out $($rest)*); };

    ($out:ident $word:tt $($rest:tt)*) => {
        $out.word(stringify!($word));
        $crate::rust::put_tokens!($out $($rest)*);
    };
}
