//! What clients are told about a server and its tools.

use crate::kit::{Pipe, ask, builder, can_ask, mocks, post, request, run, send, server, text};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::io::Read;
use std::time::Duration;
use toolc_runtime::mcp_server::Tools;
use toolc_runtime::v1::ConnectionSettings;

fn names(list: &Value) -> Vec<&str> {
    let tools = list["result"]["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

#[test]
fn both_eras_list_the_same_tools_over_pipes_and_over_http() {
    run(async {
        let (server, _) = server();
        let all = [
            "files__delete",
            "notes__add_1",
            "notes__add_2",
            "weather__get",
            "net__ping",
        ];
        let (mut old, hello) = Pipe::shake(&server, "2025-11-25", &json!({})).await;
        assert_eq!(hello["result"]["protocolVersion"], "2025-11-25");
        assert_eq!(hello["result"]["serverInfo"]["name"], "support");
        assert_eq!(hello["result"]["capabilities"], json!({ "tools": {} }));
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
        let old = old.ask(&list).await;
        assert_eq!(names(&old), all);
        assert!(old["result"].get("ttlMs").is_none(), "{old}");

        let mut new = Pipe::open(&server);
        let hello = new.ask(&request("server/discover", json!({}))).await;
        assert!(
            hello["result"]["supportedVersions"]
                .to_string()
                .contains("2026-07-28")
        );
        let new = new.ask(&request("tools/list", json!({}))).await;
        assert_eq!(names(&new), all);
        assert_eq!(new["result"]["resultType"], "complete");
        assert_eq!(new["result"]["ttlMs"], 3_600_000);
        assert_eq!(new["result"]["cacheScope"], "public");
        let web = ask(&server.http_service(), &request("tools/list", json!({}))).await;
        assert_eq!(web["result"], new["result"]);
    });
}

#[test]
fn definitions_keep_the_order_of_their_keys_and_have_hints_and_titles() {
    run(async {
        let (server, _) = server();
        let mut pipe = Pipe::open(&server);
        pipe.ask(&request("server/discover", json!({}))).await;
        pipe.send(&request("tools/list", json!({}))).await;
        let line = pipe.line().await.unwrap();
        let weather = r##"{"name":"weather__get","title":"A \"title\"","description":"What weather::get does","inputSchema":{"type":"object","properties":{"location":{"$ref":"#/$defs/place"}},"$defs":{"place":{"type":"string"}}},"annotations":{"readOnlyHint":true}}"##;
        assert!(line.contains(weather), "{line}");
    });
}

#[test]
fn pages_have_cursors_and_other_cursors_are_refused() {
    run(async {
        let server = builder(&mocks()).page_size(2).list_ttl(Duration::ZERO);
        let server = server.build().unwrap();
        let service = server.http_service();
        let mut found = Vec::new();
        let mut params = json!({});
        loop {
            let page = ask(&service, &request("tools/list", params)).await;
            found.extend(names(&page).into_iter().map(str::to_owned));
            assert_eq!(page["result"]["ttlMs"], 0);
            let Some(cursor) = page["result"].get("nextCursor") else {
                break;
            };
            params = json!({ "cursor": cursor });
        }
        assert_eq!(found.len(), 5);
        for cursor in ["", "1", "x", "0-", "99", "-1"] {
            let page = ask(
                &service,
                &request("tools/list", json!({ "cursor": cursor })),
            )
            .await;
            assert_eq!(page["error"]["code"], -32602, "{cursor}");
        }
    });
}

#[test]
fn the_digest_tells_one_list_from_another() {
    run(async {
        let (server, _) = server();
        let list = ask(&server.http_service(), &request("tools/list", json!({}))).await;
        let digest = list["result"]["_meta"]["digest"].as_str().unwrap();
        assert_eq!(digest.len(), "sha256:".len() + 64);
        let worker = crate::tools::worker(mocks());
        let other = worker.describe("files__delete", "Removes it").unwrap();
        let other = toolc_runtime::mcp_server::Tools::of(other);
        assert_ne!(digest, format!("sha256:{}", other.digest()));
        assert_eq!(other.len(), 5);
    });
}

#[test]
fn versions_that_nobody_knows_are_refused_with_those_that_are_known() {
    run(async {
        let (server, _) = server();
        let mut meta = crate::kit::meta(&can_ask());
        meta["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
        let answer = ask(
            &server.http_service(),
            &request("tools/list", json!({ "_meta": meta })),
        )
        .await;
        assert_eq!(answer["error"]["code"], -32022, "{answer}");
        assert!(answer["error"]["data"].to_string().contains("2026-07-28"));
    });
}

#[cfg(feature = "mcp")]
#[test]
fn the_client_of_the_sdk_reads_the_list_as_it_is_written() {
    use toolc_runtime::Target;
    use toolc_runtime::mcp::probe;

    let (server, _) = server();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    std::thread::spawn(|| {
        run(async move {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            server.serve_http(listener, std::future::pending()).await
        })
    });
    let listing = probe::ask_server(&probe::Target {
        reach: probe::Reached::Url(url),
        given: Vec::new(),
        oauth: None,
        connection: ConnectionSettings {
            plain_http: false,
            private: true,
            timeout: Duration::from_secs(10),
            max_response: 1 << 20,
        },
    })
    .unwrap();
    assert_eq!(listing.protocol, "2026-07-28");
    let listed = format!("{{\"tools\":[{}]}}", listing.tools.join(","));
    let worker = crate::tools::worker(mocks());
    assert_eq!(listed, worker.definitions(Target::Mcp).as_text());
}

#[test]
fn only_a_server_whose_tools_change_promises_to_tell() {
    run(async {
        let wanted = json!({ "notifications": { "toolsListChanged": true } });
        let (server, _) = server();
        let mut pipe = Pipe::open(&server);
        pipe.ask(&request("server/discover", json!({}))).await;
        let refused = pipe
            .ask(&request("subscriptions/listen", wanted.clone()))
            .await;
        assert_eq!(refused["error"]["code"], -32601, "{refused}");

        let server = builder(&mocks()).tools_change().build().unwrap();
        let mut pipe = Pipe::open(&server);
        let hello = pipe.ask(&request("server/discover", json!({}))).await;
        let promised = &hello["result"]["capabilities"]["tools"]["listChanged"];
        assert_eq!(promised, &json!(true), "{hello}");
        let told = pipe.ask(&request("subscriptions/listen", wanted)).await;
        let method = "notifications/subscriptions/acknowledged";
        assert_eq!(told["method"], method, "{told}");
        // the same list again is no news
        let same = Tools::of(crate::tools::worker(mocks()));
        server.replace_tools(same).await;
        let list = pipe.ask(&request("tools/list", json!({}))).await;
        assert_eq!(names(&list).len(), 5, "{list}");
        assert_eq!(list["result"]["ttlMs"], 0);
    });
}

#[test]
fn pages_have_so_many_bytes_and_each_tool_is_on_one() {
    run(async {
        let whole = builder(&mocks()).build().unwrap();
        assert_eq!(whole.list_pages(), 1);
        let list = ask(&whole.http_service(), &request("tools/list", json!({}))).await;
        let all: Vec<String> = names(&list).into_iter().map(str::to_owned).collect();
        for (bytes, pages) in [(1, 5), (usize::MAX, 1)] {
            let server = builder(&mocks()).page_bytes(bytes).build().unwrap();
            assert_eq!(server.list_pages(), pages, "{bytes}");
        }
        let server = builder(&mocks()).page_bytes(400).build().unwrap();
        let count = server.list_pages();
        assert!(count > 1 && count < 5, "{count}");
        let service = server.http_service();
        let (mut found, mut params, mut asked) = (Vec::new(), json!({}), 0);
        loop {
            let page = ask(&service, &request("tools/list", params)).await;
            asked += 1;
            let tools = page["result"]["tools"].as_array().unwrap();
            let length: usize = tools.iter().map(|tool| tool.to_string().len()).sum();
            assert!(length <= 400 || tools.len() == 1, "{length}");
            found.extend(names(&page).into_iter().map(str::to_owned));
            let Some(cursor) = page["result"].get("nextCursor") else {
                break;
            };
            params = json!({ "cursor": cursor });
        }
        assert_eq!((found, asked), (all, count));
    });
}

#[test]
fn only_lists_are_compressed_and_only_for_clients_that_take_that() {
    run(async {
        let service = builder(&mocks()).build().unwrap().http_service();
        let list = request("tools/list", json!({}));
        let plain = text(send(&service, post(&list), &list).await).await;
        let take = async |accepted: &str, message: &Value| {
            let head = post(message).header("accept-encoding", accepted);
            let response = send(&service, head, message).await;
            let encoding = response.headers().get("content-encoding").cloned();
            let body = response.into_body().collect().await.unwrap().to_bytes();
            (encoding.is_some(), body.to_vec())
        };
        for accepted in ["gzip", "br, GZIP;q=0.5", "deflate, gzip, br"] {
            let (packed, body) = take(accepted, &list).await;
            assert!(packed, "{accepted}");
            assert!(body.len() < plain.len(), "{} {}", body.len(), plain.len());
            let mut found = String::new();
            let read = flate2::read::GzDecoder::new(&*body).read_to_string(&mut found);
            read.unwrap();
            assert_eq!(found, plain);
        }
        for accepted in ["", "identity", "br", "gzip;q=0", "x-gzip-not", "*;q=0"] {
            let (packed, body) = take(accepted, &list).await;
            assert!(!packed, "{accepted}");
            assert_eq!(String::from_utf8(body).unwrap(), plain);
        }
        // An id of the client's own, however long.
        let mut named = list.clone();
        named["id"] = json!("a".repeat(3_000));
        let (_, body) = take("gzip", &named).await;
        let mut found = String::new();
        let read = flate2::read::GzDecoder::new(&*body).read_to_string(&mut found);
        read.unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        assert_eq!(found["id"], named["id"]);
        let params = json!({ "name": "notes__add_1", "arguments": { "text": "x".repeat(5_000) } });
        let (packed, _) = take("gzip", &request("tools/call", params)).await;
        assert!(!packed, "what a call returns is nobody else's");
    });
}
