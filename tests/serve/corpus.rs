//! API descriptions as people write them: the definitions and checks of a worker can be built for each.

use super::{compiled, skip};
use std::fs;
use std::path::Path;
use toolc_cli::serve::serve_worker;
use toolc_model::model::Target;

/// Larger documents are left to the benchmarks.
const LARGEST: u64 = 400_000;

/// Every tool of many documents, with an engine: the definitions are those of the catalog, which generated
/// code contains to the byte, and no tool is left out.
#[test]
fn documents_of_the_corpus_are_served_whole() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let (mut documents, mut tools) = (0, 0);
    for version in ["2.0", "3.0", "3.1"] {
        let folder = corpus.join("openapi").join(version);
        let mut paths: Vec<_> = fs::read_dir(folder)
            .expect("the corpus")
            .flatten()
            .map(|file| file.path())
            .collect();
        paths.sort();
        for path in paths {
            let is_small = path.metadata().is_ok_and(|facts| facts.len() < LARGEST);
            if is_small {
                tools += serve_document(&path);
                documents += 1;
            }
        }
    }
    eprintln!("{documents} documents, {tools} tools");
    assert!(documents > 20 && tools > 500, "{documents} {tools}");
}

fn serve_document(path: &Path) -> usize {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-corpus");
    fs::create_dir_all(&folder).expect("a folder");
    let config = format!(
        "tools:\n  registry: [{{ type: rest, spec: {path:?}, namespace: api, engine: api }}]\n  \
         engines: {{ api: {{ type: http, base_url: \"https://api.example\" }} }}\n"
    );
    fs::write(folder.join("toolc.yaml"), config).expect("written");
    let (sources, checked) = compiled(&folder.to_string_lossy());
    let Some(worker) = checked
        .workers
        .first()
        .filter(|worker| !worker.grants.is_empty())
    else {
        return 0;
    };
    let served = serve_worker(&sources, &checked, worker).expect("engines run all of it");
    assert!(served.left_out.is_empty(), "{path:?}");
    let ids: Vec<_> = worker.grants.iter().map(|grant| grant.tool).collect();
    let ids = checked.order_overloads(ids);
    let target = Target::named("mcp").expect("a target");
    assert_eq!(
        served.worker.definitions(target.form),
        checked.definitions(&ids, target),
        "{path:?}"
    );
    ids.len()
}
