//! Artifacts that generated code has.

use super::{WEATHER, folder};
use std::fs;
use toolc::Builder;

/// A build script reads what is committed, and makes nothing itself.
#[test]
fn artifacts_that_are_constants_are_an_input() {
    let folder = folder("constants");
    let config = "tools:\n  registry: [{ type: file, path: weather.yaml }]\n  enrichments: [{ type: index, constant: true }]\nworkers: []\n";
    fs::write(folder.join("specs/toolc.yaml"), config).expect("written");
    fs::write(folder.join("specs/weather.yaml"), WEATHER).expect("written");
    fs::write(folder.join("specs/toolc.lock"), "").expect("written");
    let build = || {
        Builder::default()
            .specs(folder.join("specs"))
            .out_dir(folder.join("out"))
            .run()
    };
    let errors = format!("{:?}", build().expect_err("the artifact is missing"));
    assert!(
        errors.contains("error[T0520]: the artifact `artifacts/index.json`"),
        "{errors}"
    );
    fs::create_dir_all(folder.join("specs/artifacts")).expect("a folder");
    let other = "{\"toolc_artifact\":\"index\",\n\"name\":\"index\",\n\"made_from\":\"0\",\n\"artifact\":{}}\n";
    fs::write(folder.join("specs/artifacts/index.json"), other).expect("written");
    let errors = format!("{:?}", build().expect_err("it is of other tools"));
    assert!(
        errors.contains("was made of other tools or settings"),
        "{errors}"
    );
    assert!(!folder.join("out").exists());
}
