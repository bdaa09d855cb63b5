//! A crate with a `build.rs`, built by cargo: when the build script is rerun, what it prints for cargo, and
//! what users see of an error.

#[path = "build_by_cargo/fixture.rs"]
mod fixture;
#[path = "build_by_cargo/init.rs"]
mod init;
#[path = "build_by_cargo/lock.rs"]
mod lock;

use fixture::{ASKING, BUILD, CONFIG, Fixture, MAIN, NOTES, WEATHER, WORKER, modified};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A single test, so that everything is compiled only once.
#[test]
fn cargo_runs_the_build_script_when_it_should() {
    let mut fixture = Fixture::new();
    fixture.runs_again("the first build");
    let shown = fixture.cargo(&["run"]);
    let shown: Value = serde_json::from_str(&shown.stdout).expect("definitions");
    assert_eq!(shown["tools"][0]["name"], "weather_api__get_weather");

    let out_dir = fixture.out_dir();
    names_what_it_read(&fixture, &out_dir);
    stays_fresh(&fixture, &out_dir);
    runs_after_each_change(&mut fixture);
    shows_warnings_whole_and_counts_notes(&fixture);
    shows_an_error_once(&fixture);
    lock::names_what_differs_from_the_lock(&fixture);
    says_once_that_http_is_missing(&fixture);
    says_once_which_engine_of_servers_is_missing(&fixture);
    says_once_that_rules_are_missing(&fixture);
    says_once_that_nobody_can_be_asked(&fixture);
    says_that_rust_modules_are_not_read(&fixture);
    denies_what_a_handler_wants_asked(&fixture);
    says_that_the_build_script_compiles_nothing(&fixture);
    compiles_attributes_of_the_build_script(&fixture);
    names_a_tool_without_handler(&fixture);
    takes_specs_of_a_crate(&fixture);
}

fn names_what_it_read(fixture: &Fixture, out_dir: &Path) {
    let output = out_dir.parent().expect("a folder").join("output");
    let output = fs::read_to_string(output).expect("what the build script said");
    let lines: BTreeSet<&str> = output.lines().collect();
    let data = fixture.data.join("weather.yaml");
    let data = format!("cargo::rerun-if-changed={}", data.display());
    let out = format!("cargo::rustc-env=TOOLC_OUT_DIR={}", out_dir.display());
    let expected = BTreeSet::from([
        data.as_str(),
        "cargo::rerun-if-changed=specs",
        "cargo::rerun-if-changed=specs/notes.yaml",
        "cargo::rerun-if-changed=specs/toolc.yaml",
        "cargo::rerun-if-changed=specs/workers",
        "cargo::rerun-if-changed=specs/workers/support.yaml",
        "cargo::rerun-if-env-changed=FIXTURE_DATA",
        out.as_str(),
    ]);
    assert_eq!(lines, expected);
    assert_eq!(output.lines().count(), expected.len(), "{output}");
}

fn stays_fresh(fixture: &Fixture, out_dir: &Path) {
    let before = modified(&out_dir.join("tools.rs"));
    fixture.stays_fresh("nothing changed");
    fixture.write("README.md", "not read");
    fixture.write("data/other.yaml", "not: read");
    fixture.stays_fresh("only files that are not read changed");
    assert_eq!(modified(&out_dir.join("tools.rs")), before);
}

fn runs_after_each_change(fixture: &mut Fixture) {
    let tools = fixture.out_dir().join("tools.rs");
    let before = modified(&tools);
    fixture.write("specs/notes.yaml", &NOTES.replace("text", "words"));
    fixture.runs_again("a spec changed");
    assert_eq!(
        modified(&tools),
        before,
        "a tool that nobody grants changes no output"
    );

    let odd = "more:\n  - { name: fine, description: Fine., parameters: {} }\n  - name: odd\n    description: Odd.\n    parameters: { minLenght: 3 }\n";
    fixture.write("specs/notes_more.yaml", odd);
    let built = fixture.runs_again("a file was added");
    let warning = "warning: fixture@0.1.0: specs/notes_more.yaml:5:";
    assert_eq!(built.stderr.matches(warning).count(), 1, "{}", built.stderr);
    fs::remove_file(fixture.folder.join("specs/notes_more.yaml")).expect("removed");
    let built = fixture.runs_again("a file was removed");
    assert!(!built.stderr.contains("warning:"), "{}", built.stderr);

    fixture.write("toolc.lock", "version: 1\n");
    fixture.write("specs/notes.yaml", NOTES);
    let built = fixture.runs_again("a spec changed beside a lock");
    let warning = "warning: fixture@0.1.0: toolc.lock:1:";
    assert_eq!(built.stderr.matches(warning).count(), 1, "{}", built.stderr);
    fixture.write("toolc.lock", "version: 1\n# seen\n");
    fixture.runs_again("the lock changed");
    fs::remove_file(fixture.folder.join("toolc.lock")).expect("removed");
    fixture.runs_again("the lock was removed");

    fixture.write(
        "specs/workers/second.yaml",
        &WORKER.replace("support", "second"),
    );
    fixture.runs_again("a worker was added");
    assert!(tools.with_file_name("tools").join("second.rs").is_file());
    fs::remove_file(fixture.folder.join("specs/workers/second.yaml")).expect("removed");
    fixture.runs_again("a worker was removed");
    assert!(!tools.with_file_name("tools").join("second.rs").exists());

    fixture.write(
        "elsewhere/weather.yaml",
        &WEATHER.replace("Get the", "Guess the"),
    );
    fixture.data = fixture.folder.join("elsewhere");
    fixture.runs_again("a variable changed");
    let shown = fixture.cargo(&["run"]).stdout;
    assert!(shown.contains("Guess the weather."), "{shown}");
    fixture.stays_fresh("after all changes");
}

fn shows_warnings_whole_and_counts_notes(fixture: &Fixture) {
    let place = fixture.data.join("weather.yaml");
    let before = fs::read_to_string(&place).expect("a spec");
    let two = "{ location: { type: string, minLenght: 1 }, foo-bar: {}, foo_bar: {} }";
    let spec = before.replace("{ location: { type: string } }", two);
    fs::write(&place, spec).expect("written");
    let built = fixture.runs_again("a warning and a note");
    let shown = |text: &str| {
        let line = built.stderr.lines().find(|line| line.contains(text));
        line.unwrap_or_else(|| panic!("no {text}: {}", built.stderr))
    };
    let warning = shown("weather.yaml:5:45: ");
    assert!(
        warning.contains("[T0316]; help: did you mean `minLength`"),
        "{warning}"
    );
    assert!(
        shown("note").contains("`toolc check -v` shows"),
        "{}",
        built.stderr
    );
    fs::write(&place, before).expect("written");
    fixture.runs_again("the warning is gone");
}

/// One error rather than one for each operation, and none in the generated code.
fn says_once_that_http_is_missing(fixture: &Fixture) {
    let engine = "  engines: { shop: { type: http, base_url: \"https://shop.example\" } }\n";
    let entry = "    - { type: rest, spec: apis/shop.openapi.yaml, namespace: shop }\n";
    let config = CONFIG.replace("workers:", &format!("{entry}{engine}workers:"));
    let operations: String = ["/carts", "/orders", "/items"]
        .map(|path| {
            let name = &path[1..];
            format!("  {path}: {{ get: {{ operationId: {name}, summary: Lists {name}., responses: {{ '200': {{ description: all }} }} }} }}\n")
        })
        .concat();
    let head = "openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\npaths:\n";
    let worker = format!(
        "{WORKER}  shop: {{ tools: [carts, orders, items], approval: {{ default: preApproved }} }}\n"
    );
    fixture.write("specs/toolc.yaml", &config);
    fixture.write(
        "specs/apis/shop.openapi.yaml",
        &format!("{head}{operations}"),
    );
    fixture.write("specs/workers/support.yaml", &worker);
    let shown = fixture.fails();
    let expected =
        "takes the feature `http` of toolc-runtime: `cargo add toolc-runtime --features http`";
    assert_eq!(shown.matches(expected).count(), 1, "{shown}");
    assert_eq!(
        shown.matches("\nerror").count(),
        2,
        "and cargo's own: {shown}"
    );
    fixture.write("specs/toolc.yaml", CONFIG);
    fixture.write("specs/workers/support.yaml", WORKER);
    fs::remove_file(fixture.folder.join("specs/apis/shop.openapi.yaml")).expect("removed");
}

/// A server that is a program takes less than one at an address.
fn says_once_which_engine_of_servers_is_missing(fixture: &Fixture) {
    let snapshot = r#"{"tools":[{"name":"carts","description":"Lists all carts.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}"#;
    fixture.write("specs/shop.mcp.json", snapshot);
    let worker =
        format!("{WORKER}  shop: {{ tools: [carts], approval: {{ default: preApproved }} }}\n");
    fixture.write("specs/workers/support.yaml", &worker);
    for (reach, feature) in [
        ("stdio: [shop-server]", "mcp-stdio"),
        ("url: \"https://shop.example/mcp\"", "mcp"),
    ] {
        let engine = format!("  engines: {{ shop: {{ type: mcp, {reach} }} }}\n");
        let entry = "    - { type: mcp, snapshot: shop.mcp.json, namespace: shop, engine: shop }\n";
        let config = CONFIG.replace("workers:", &format!("{entry}{engine}workers:"));
        fixture.write("specs/toolc.yaml", &config);
        let shown = fixture.fails();
        let expected = format!("`cargo add toolc-runtime --features {feature}`");
        assert_eq!(shown.matches(&expected).count(), 1, "{shown}");
    }
    fixture.write("specs/toolc.yaml", CONFIG);
    fixture.write("specs/workers/support.yaml", WORKER);
    fs::remove_file(fixture.folder.join("specs/shop.mcp.json")).expect("removed");
}

/// A crate provides its specs by `links`, and its latest version of them is used.
fn takes_specs_of_a_crate(fixture: &Fixture) {
    let shop = "[package]\nname = \"shop-tools\"\nversion = \"0.1.0\"\nedition = \"2024\"\nlinks = \"shop_tools\"\n";
    let build = "fn main() {\n    println!(\"cargo::metadata=specs={}/specs\", env!(\"CARGO_MANIFEST_DIR\"));\n}\n";
    let orders = "- { name: find, description: Find an order., parameters: { type: object, additionalProperties: false } }\n";
    fixture.write("shop-tools/Cargo.toml", shop);
    fixture.write("shop-tools/build.rs", build);
    fixture.write("shop-tools/src/lib.rs", "");
    fixture.write("shop-tools/specs/orders.yaml", orders);
    let manifest = fs::read_to_string(fixture.folder.join("Cargo.toml")).expect("a manifest");
    let depends = "[dependencies]\nshop-tools = { path = \"shop-tools\" }\n";
    fixture.write("Cargo.toml", &manifest.replace("[dependencies]\n", depends));
    let entry =
        "    - { type: file, path: \"${DEP_SHOP_TOOLS_SPECS}/orders.yaml\", namespace: shop }\n";
    fixture.write(
        "specs/toolc.yaml",
        &CONFIG.replace("workers:", &format!("{entry}workers:")),
    );
    let clerk =
        "name: clerk\ntoolsets:\n  shop: { tools: [find], approval: { default: preApproved } }\n";
    fixture.write("specs/workers/clerk.yaml", clerk);
    let main = "toolc_runtime::include_tools!();\n\nfn main() {\n    println!(\"{}\", tools::clerk::definitions(toolc_runtime::Target::Mcp));\n}\n";
    fixture.write("src/main.rs", main);
    for words in ["Find an order.", "Find one of the orders."] {
        fixture.write(
            "shop-tools/specs/orders.yaml",
            &orders.replace("Find an order.", words),
        );
        let ran = fixture.cargo(&["run"]);
        assert!(
            ran.stdout.contains(words),
            "{words}: {}{}",
            ran.stdout,
            ran.stderr
        );
    }
}

/// A toolc built without the feature reports which one is missing, at the module that it cannot read.
fn says_that_rust_modules_are_not_read(fixture: &Fixture) {
    let worker = "name: sums\ntoolsets:\n  custom: { module: ../../src/sums.rs, tools: [add] }\n";
    fixture.write("specs/workers/sums.yaml", worker);
    fixture.write(
        "src/sums.rs",
        "/// Adds nothing.\npub fn add() -> u32 { 0 }\n",
    );
    let shown = fixture.fails();
    for expected in [
        "specs/workers/sums.yaml:3:21",
        "this toolc was built without the feature `rust-modules`",
        "default-features = false, features = [\"rust-modules\"]",
        "T0480",
    ] {
        assert_eq!(shown.matches(expected).count(), 1, "{expected}: {shown}");
    }
    assert_eq!(shown.matches("T0").count(), 1, "and nothing else: {shown}");
    fs::remove_file(fixture.folder.join("specs/workers/sums.yaml")).expect("removed");
    fs::remove_file(fixture.folder.join("src/sums.rs")).expect("removed");
}

/// Rules are not ignored silently if the runtime lacks the feature to decide them.
fn says_once_that_rules_are_missing(fixture: &Fixture) {
    let rule = "{ tool: get_weather, when: { /location: { one_of: [Oslo] } }, approval: blocked }";
    let worker = WORKER.replace(
        "{ default: preApproved }",
        &format!("{{ default: preApproved, rules: [{rule}] }}"),
    );
    fixture.write("specs/workers/support.yaml", &worker);
    let shown = fixture.fails();
    let expected =
        "take the feature `rules` of toolc-runtime: `cargo add toolc-runtime --features rules`";
    assert_eq!(shown.matches(expected).count(), 1, "{shown}");
    assert_eq!(
        shown.matches("\nerror").count(),
        2,
        "and cargo's own: {shown}"
    );
    fixture.write("specs/workers/support.yaml", WORKER);
}

/// A worker that could only deny what requires approval does not compile.
fn says_once_that_nobody_can_be_asked(fixture: &Fixture) {
    let worker = WORKER.replace("{ default: preApproved }", "{ default: ask }");
    fixture.write("specs/workers/support.yaml", &worker);
    let shown = fixture.fails();
    let expected =
        "takes the feature `ask` of toolc-runtime: `cargo add toolc-runtime --features ask`";
    assert_eq!(shown.matches(expected).count(), 1, "{shown}");
    fixture.write("specs/workers/support.yaml", WORKER);
}

/// A call for which a handler requires approval is denied if nobody can be asked.
fn denies_what_a_handler_wants_asked(fixture: &Fixture) {
    fixture.write("src/main.rs", ASKING);
    let shown = fixture.cargo(&["run"]);
    let expected = "denied: `weather_api__get_weather` requires approval, and this program can ask \
        nobody: its toolc-runtime is compiled without the feature `ask`";
    assert!(
        shown.stdout.contains(expected),
        "{}{}",
        shown.stdout,
        shown.stderr
    );
    fixture.write("src/main.rs", MAIN);
}

fn says_that_the_build_script_compiles_nothing(fixture: &Fixture) {
    fixture.write("build.rs", "fn main() {}");
    let shown = fixture.fails();
    let expected = "a `build.rs` with `fn main() { toolc::build(\"specs\") }`";
    assert_eq!(shown.matches(expected).count(), 1, "{shown}");
    fixture.write("build.rs", BUILD);
    fixture.runs_again("the build script compiles the specs again");
}

fn compiles_attributes_of_the_build_script(fixture: &Fixture) {
    fixture.write(
        "build.rs",
        r##"fn main() {
            toolc::Builder::default()
                .type_attribute(".", "#[derive(PartialOrd)]")
                .field_attribute("weather_api::GetWeatherArgs::location", "#[doc(alias = \"city\")]")
                .run()
                .unwrap();
        }"##,
    );
    let compared = MAIN.replace("fn main() {", "fn main() {\n    assert!(tools::weather_api::GetWeatherArgs { location: \"A\".into() } < tools::weather_api::GetWeatherArgs { location: \"B\".into() });");
    fixture.write("src/main.rs", &compared);
    let shown = fixture.cargo(&["run"]);
    assert!(shown.success, "{}", shown.stderr);
    fixture.write("build.rs", BUILD);
    fixture.write("src/main.rs", MAIN);
}

fn shows_an_error_once(fixture: &Fixture) {
    fixture.write(
        "specs/workers/support.yaml",
        &WORKER.replace("get_weather", "get_wether"),
    );
    let shown = fixture.fails();
    assert_eq!(shown.matches("error[T0402]").count(), 1, "{shown}");
    assert_eq!(
        shown.matches("specs/workers/support.yaml:3:").count(),
        1,
        "{shown}"
    );
    assert!(
        shown.contains("3 |   weather_api: { tools: [get_wether], approval:"),
        "{shown}"
    );
    assert!(!shown.contains("panicked"), "{shown}");
    fixture.write("specs/workers/support.yaml", WORKER);
    fixture.runs_again("the error was corrected");
}

fn names_a_tool_without_handler(fixture: &Fixture) {
    let both = WORKER.replace("[get_weather]", "[get_weather, get_forecast]");
    fixture.write("specs/workers/support.yaml", &both);
    let shown = fixture.fails();
    let expected = "`Support` has no handler for the granted tool `GetForecast`";
    assert!(shown.contains(expected), "{shown}");
}
