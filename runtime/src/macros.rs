//! The macro that brings in compiled tools, and those that generated code calls: each says which feature it
//! takes where that is off.

/// Brings in the tools that the build script compiled, as a module `tools`.
///
/// `include_tools!(pub)` makes the module public.
#[macro_export]
macro_rules! include_tools {
    ($($visibility:tt)*) => {
        /// Tools for models: arguments, results and workers, compiled from their specs.
        #[allow(dead_code)]
        $($visibility)* mod tools {
            include!(concat!(
                env!(
                    "TOOLC_OUT_DIR",
                    "no tools were compiled for this crate: it needs `toolc` in \
                     [build-dependencies] and a `build.rs` with \
                     `fn main() { toolc::build(\"specs\") }`"
                ),
                "/tools.rs"
            ));
        }
    };
}

/// What generated code says where an engine makes requests.
#[cfg(feature = "http")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_http {
    () => {};
}

/// What generated code says where an engine makes requests.
#[cfg(not(feature = "http"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_http {
    () => {
        compile_error!(
            "the specs have tools that call an API, which takes the feature `http` of \
             toolc-runtime: `cargo add toolc-runtime --features http`"
        );
    };
}

/// What generated code says where an MCP server runs tools.
#[cfg(feature = "mcp")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_mcp {
    () => {};
}

/// What generated code says where an MCP server runs tools.
#[cfg(not(feature = "mcp"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_mcp {
    () => {
        compile_error!(
            "the specs have tools that an MCP server runs, which takes the feature `mcp` of \
             toolc-runtime: `cargo add toolc-runtime --features mcp`"
        );
    };
}

/// What generated code says where files are used.
#[cfg(feature = "fs")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_fs {
    () => {};
}

/// What generated code says where files are used.
#[cfg(not(feature = "fs"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_fs {
    () => {
        compile_error!(
            "the specs have tools that use files, which takes the feature `fs` of toolc-runtime: \
             `cargo add toolc-runtime --features fs`"
        );
    };
}

/// What generated code says where rules on arguments decide.
#[cfg(feature = "rules")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_rules {
    () => {};
}

/// What generated code says where rules on arguments decide.
#[cfg(not(feature = "rules"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_rules {
    () => {
        compile_error!(
            "the specs have workers with rules on arguments, which take the feature `rules` of \
             toolc-runtime: `cargo add toolc-runtime --features rules`"
        );
    };
}

/// What generated code says where somebody is asked.
#[cfg(feature = "ask")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_ask {
    () => {};
}

/// What generated code says where somebody is asked.
#[cfg(not(feature = "ask"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_ask {
    () => {
        compile_error!(
            "the specs have workers that ask for approval, which takes the feature `ask` of \
             toolc-runtime: `cargo add toolc-runtime --features ask`"
        );
    };
}

/// What generated code says where toolsets are mounted.
#[cfg(feature = "mount")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_mount {
    () => {};
}

/// What generated code says where toolsets are mounted.
#[cfg(not(feature = "mount"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_mount {
    () => {
        compile_error!(
            "the specs have toolsets that are mounted, which takes the feature `mount` of toolc-runtime: \
             `cargo add toolc-runtime --features mount`"
        );
    };
}

/// What generated code says where commands run.
#[cfg(all(feature = "shell", unix))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_shell {
    () => {};
}

/// What generated code says where commands run.
#[cfg(not(all(feature = "shell", unix)))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_shell {
    () => {
        compile_error!(
            "the specs have a worker that runs commands, which takes Unix and the feature `shell` of \
             toolc-runtime: `cargo add toolc-runtime --features shell`"
        );
    };
}

/// Compares the arguments of a tool with what schemars says of their type.
#[cfg(feature = "testing")]
#[doc(hidden)]
#[macro_export]
macro_rules! same_input {
    ($tool:ty, $type:ty) => {
        $crate::testing::assert_same_input(
            <$tool as $crate::Tool>::ENTRY,
            &::schemars::schema_for!($type),
        )
    };
}

/// Compares the result of a tool with what schemars says of its type.
#[cfg(feature = "testing")]
#[doc(hidden)]
#[macro_export]
macro_rules! same_output {
    ($tool:ty, $type:ty) => {
        $crate::testing::assert_same_output(
            <$tool as $crate::Tool>::ENTRY,
            &::schemars::generate::SchemaSettings::default()
                .for_serialize()
                .into_generator()
                .into_root_schema_for::<$type>(),
        )
    };
}

/// What the tests of tools that are written in Rust need.
#[cfg(not(feature = "testing"))]
#[doc(hidden)]
#[macro_export]
macro_rules! same_input {
    ($tool:ty, $type:ty) => {
        compile_error!(
            "the types of tools are compared with what schemars says of them, which takes the feature \
             `testing` of toolc-runtime: `cargo add --dev toolc-runtime --features testing`"
        )
    };
}

/// What the tests of tools that are written in Rust need.
#[cfg(not(feature = "testing"))]
#[doc(hidden)]
#[macro_export]
macro_rules! same_output {
    ($tool:ty, $type:ty) => {
        compile_error!(
            "the types of tools are compared with what schemars says of them, which takes the feature \
             `testing` of toolc-runtime: `cargo add --dev toolc-runtime --features testing`"
        )
    };
}
