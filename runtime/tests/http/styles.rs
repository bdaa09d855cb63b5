//! Raw requests for each style, explode and type, compared with `styles.txt`.

use super::api::{GET, call_with, leak};
use super::server::{Server, json};
use std::io::Write;
use toolc_runtime::http::Client;
use toolc_runtime::http::operation::{Form, Operation, Origin, Parameter, Place, Style, Styled};

const TABLE: &str = include_str!("styles.txt");

fn style(name: &str) -> Style {
    match name {
        "matrix" => Style::Matrix,
        "label" => Style::Label,
        "simple" => Style::Simple,
        "form" => Style::Form,
        "spaceDelimited" => Style::SpaceDelimited,
        "pipeDelimited" => Style::PipeDelimited,
        "tabDelimited" => Style::TabDelimited,
        "deepObject" => Style::DeepObject,
        "cookie" => Style::Cookie,
        "segments" => Style::Segments,
        _ => panic!("no style is called {name}"),
    }
}

fn place(name: &str) -> Place {
    match name {
        "path" => Place::Path,
        "query" => Place::Query,
        "header" => Place::Header,
        "cookie" => Place::Cookie,
        _ => panic!("no place is called {name}"),
    }
}

/// Returns what is sent for a row, in the notation of its last column.
fn sent(client: &Client, server: &Server, columns: &[&str]) -> String {
    let place = place(columns[0]);
    // `form of pipeDelimited`: the inner lists have a style of their own
    let (outer, inner) = match columns[1].split_once(" of ") {
        Some((outer, inner)) => (outer, Some(style(inner))),
        None => (columns[1], None),
    };
    let parameter = Parameter {
        value: Origin::Argument("color"),
        name: "color",
        place,
        form: Form::Style(Styled {
            style: style(outer),
            explode: columns[2] == "true",
            allow_reserved: columns[3] == "true",
            inner,
        }),
    };
    let operation = Operation {
        path: if place == Place::Path {
            "/x{color}"
        } else {
            "/x"
        },
        parameters: leak([parameter]),
        ..GET
    };
    let arguments = match columns[4] {
        "absent" => "{}".to_owned(),
        value => format!("{{\"color\": {value}}}"),
    };
    call_with(client, operation, &arguments).expect("an answer");
    let request = server.received().pop().expect("a request");
    let nothing = || "-".to_owned();
    match place {
        Place::Path => request.target()["/x".len()..].to_owned(),
        Place::Header => request.header("color").map_or_else(nothing, str::to_owned),
        Place::Cookie => request.header("cookie").map_or_else(nothing, str::to_owned),
        _ => match request.target().split_once('?') {
            Some((_, query)) => query.to_owned(),
            None => nothing(),
        },
    }
}

#[test]
fn every_style_is_sent_as_the_specification_has_it() {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(json("null").as_bytes());
    });
    let client = Client::builder().base_url("test", server.url()).build();
    let rows = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut faults = Vec::new();
    let mut count = 0;
    for row in rows {
        let columns: Vec<_> = row.split('|').map(str::trim).collect();
        assert_eq!(columns.len(), 6, "{row}");
        let sent = sent(&client, &server, &columns);
        if sent != columns[5] {
            faults.push(format!("{row}\n  sent: {sent}"));
        }
        count += 1;
    }
    assert!(
        faults.is_empty(),
        "{} of {count}:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(count > 100, "{count}");
}
