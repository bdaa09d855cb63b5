//! The macro that includes the compiled tools, and the macros that generated code invokes: those name the
//! feature that it needs if the feature is off.

/// Includes the tools that the build script compiled, as a module named `tools`.
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

/// Generated code invokes this if it sends requests to APIs.
#[cfg(feature = "http")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_http {
    () => {};
}

/// Generated code invokes this if it sends requests to APIs; fails with the name of the missing feature.
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

/// Generated code invokes this if it calls tools of MCP servers, all of which are started as programs.
#[cfg(feature = "mcp-stdio")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_mcp_stdio {
    () => {};
}

/// Generated code invokes this if it calls tools of MCP servers, all of which are started as programs; fails with the name
/// of the missing feature.
#[cfg(not(feature = "mcp-stdio"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_mcp_stdio {
    () => {
        compile_error!(
            "the specs have tools that an MCP server runs, which takes the feature `mcp-stdio` of \
             toolc-runtime: `cargo add toolc-runtime --features mcp-stdio`"
        );
    };
}

/// Generated code invokes this if it calls tools of an MCP server at an address.
#[cfg(feature = "mcp")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_mcp {
    () => {};
}

/// Generated code invokes this if it calls tools of an MCP server at an address; fails with the name of the missing feature.
#[cfg(not(feature = "mcp"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_mcp {
    () => {
        compile_error!(
            "the specs have tools of an MCP server at an address, which take the feature `mcp` of \
             toolc-runtime: `cargo add toolc-runtime --features mcp`"
        );
    };
}

/// Generated code invokes this if it has an index of tools.
#[cfg(feature = "search")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_search {
    () => {};
}

/// Generated code invokes this if it has an index of tools; fails with the name of the missing feature.
#[cfg(not(feature = "search"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_search {
    () => {
        compile_error!(
            "`toolc.yaml` lists the enrichment `index`, which takes the feature `search` of \
             toolc-runtime: `cargo add toolc-runtime --features search`"
        );
    };
}

/// Generated code invokes this if it has final answers.
#[cfg(feature = "answers")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_answers {
    () => {};
}

/// Generated code invokes this if it has final answers; fails with the name of the missing feature.
#[cfg(not(feature = "answers"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_answers {
    () => {
        compile_error!(
            "the specs describe `answers`, which take the feature `answers` of toolc-runtime: \
             `cargo add toolc-runtime --features answers`"
        );
    };
}

/// Generated code invokes this if it uses files.
#[cfg(feature = "fs")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_fs {
    () => {};
}

/// Generated code invokes this if it uses files; fails with the name of the missing feature.
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

/// Generated code invokes this if results are read page by page.
#[cfg(feature = "pages")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_pages {
    () => {};
}

/// Generated code invokes this if results are read page by page; fails with the name of the missing feature.
#[cfg(not(feature = "pages"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_pages {
    () => {
        compile_error!(
            "a worker has `rest: page`, which takes the feature `pages` of toolc-runtime: \
             `cargo add toolc-runtime --features pages`"
        );
    };
}

/// Generated code invokes this if it has rules on arguments.
#[cfg(feature = "rules")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_rules {
    () => {};
}

/// Generated code invokes this if it has rules on arguments; fails with the name of the missing feature.
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

/// Generated code invokes this if a worker asks for approval.
#[cfg(feature = "ask")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_ask {
    () => {};
}

/// Generated code invokes this if a worker asks for approval; fails with the name of the missing feature.
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

/// Generated code invokes this if a worker mounts toolsets.
#[cfg(feature = "mount")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_mount {
    () => {};
}

/// Generated code invokes this if a worker mounts toolsets; fails with the name of the missing feature.
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

/// Generated code invokes this if an engine simulates tools.
#[cfg(feature = "simulate")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_simulate {
    () => {};
}

/// Generated code invokes this if an engine simulates tools; fails with the name of the missing feature.
#[cfg(not(feature = "simulate"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_simulate {
    () => {
        compile_error!(
            "`toolc.yaml` has an engine that simulates tools, which takes the feature `simulate` of \
             toolc-runtime: `cargo add toolc-runtime --features simulate`"
        );
    };
}

/// Generated code invokes this if an engine asks a model for results.
#[cfg(feature = "lm")]
#[doc(hidden)]
#[macro_export]
macro_rules! require_lm {
    () => {};
}

/// Generated code invokes this if an engine asks a model for results; fails with the name of the missing feature.
#[cfg(not(feature = "lm"))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_lm {
    () => {
        compile_error!(
            "`toolc.yaml` has an engine that asks a model for results, which takes the feature `lm` of \
             toolc-runtime: `cargo add toolc-runtime --features lm`"
        );
    };
}

/// Generated code invokes this if it runs commands.
#[cfg(all(feature = "shell", unix))]
#[doc(hidden)]
#[macro_export]
macro_rules! require_shell {
    () => {};
}

/// Generated code invokes this if it runs commands; fails with the name of the missing feature.
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

/// Asserts that the input schema of a tool agrees with the schema that schemars derives from the type.
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

/// Asserts that the output schema of a tool agrees with the schema that schemars derives from the type.
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

/// Keeps the schemas that schemars derives from types of a module, in a file beside it.
#[cfg(feature = "testing")]
#[doc(hidden)]
#[macro_export]
macro_rules! keep_schemas {
    ($module:literal, [$($side:ident $name:literal $type:ty),* $(,)?] $(,)?) => {
        $crate::testing::keep_schemas(::core::env!("CARGO_MANIFEST_DIR"), $module, [
            $($crate::testing::DerivedSchema::new(
                ::core::stringify!($side),
                $name,
                &$crate::keep_schemas!(@derive $side $type),
            ),)*
        ])
    };
    (@derive arguments $type:ty) => {
        ::schemars::schema_for!($type)
    };
    (@derive results $type:ty) => {
        ::schemars::generate::SchemaSettings::default()
            .for_serialize()
            .into_generator()
            .into_root_schema_for::<$type>()
    };
}

/// The same without the feature `testing`: fails with its name.
#[cfg(not(feature = "testing"))]
#[doc(hidden)]
#[macro_export]
macro_rules! keep_schemas {
    ($($any:tt)*) => {
        compile_error!(
            "schemars says what types of tools are in JSON, and a test writes it down, which takes the feature \
             `testing` of toolc-runtime: `cargo add --dev toolc-runtime --features testing`"
        )
    };
}

/// The same without the feature `testing`: fails with its name.
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

/// The same without the feature `testing`: fails with its name.
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
