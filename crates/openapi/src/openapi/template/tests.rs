//! The path templates of OpenAPI, routers and RFC 6570.

use super::*;

fn read(path: &str, names: &[&str]) -> Template {
    let declared: Vec<Declared<'_>> = names
        .iter()
        .map(|name| Declared {
            name,
            is_delimited: false,
        })
        .collect();
    read_template(path, &declared)
}

#[test]
fn plain_paths_stay_as_they_are() {
    for path in [
        "/",
        "/pets/{petId}",
        "/{a}:{b}",
        "/{id}.{ext}",
        "/v1/{name}:cancel",
        "/users:batchGet",
        "/reports/delta(token='{token}')",
        "/1/indexes/*/queries",
        "/$metadata",
        "/a?q={q}&r[]=x",
        "/a#refresh",
        "/a{b",
        "/@{user}",
        "/user-company/{user-companyID}/name",
    ] {
        let read = read(path, &[]);
        assert_eq!(read.path, path);
        assert_eq!((read.changes.len(), read.long.len()), (0, 0), "{path}");
    }
}

#[test]
fn expressions_are_read_as_their_names() {
    for (path, names, expected) in [
        (r"/tags/{tagId:\d+}/x", &["tagId"][..], "/tags/{tagId}/x"),
        ("/a/{id: [0-9]{2,4}}", &["id"], "/a/{id}"),
        (r"/a/{id:[^}]+\}}", &["id"], "/a/{id}"),
        ("/a/{ id }", &["id"], "/a/{id}"),
        ("/a/{id:int:min(1)}", &[], "/a/{id}"),
        ("/a/{int:id}", &["id"], "/a/{id}"),
        ("/a/{id?}", &["id"], "/a/{id}"),
        (r"/a/{id<\d+>?1}", &["id"], "/a/{id}"),
        ("/a/{{id}}", &["id"], "/a/{id}"),
        ("/a/${id}", &["id"], "/a/{id}"),
        ("/a/#{id}/b", &["id"], "/a/{id}/b"),
        ("/a/%7Bid%7D", &["id"], "/a/{id}"),
        ("/a/{id/b", &["id"], "/a/{id}/b"),
        ("/a/{x,y}", &[], "/a/{x},{y}"),
        ("/a{/x,y}", &[], "/a/{x}/{y}"),
        ("/a{.format}", &[], "/a.{format}"),
        ("/a{;x,y}", &[], "/a;x={x};y={y}"),
        ("/a{?q,r*}", &[], "/a"),
        ("/animal/:id", &["id"], "/animal/{id}"),
        ("/animal/:id/x", &[], "/animal/{id}/x"),
        (r"/a/:id(\d+)/b", &["id"], "/a/{id}/b"),
        ("/a/:from-:to", &["from", "to"], "/a/{from}-{to}"),
        ("/a/:id?", &["id"], "/a/{id}"),
        ("/a(/:id)(.:format)", &["id"], "/a/{id}"),
        ("/a[/{id}]", &["id"], "/a/{id}"),
        ("/a/{id}?", &["id"], "/a/{id}"),
        ("/posts/[slug]", &["slug"], "/posts/{slug}"),
        ("/a/<id>", &[], "/a/{id}"),
        ("/a/<int:id>/b", &["id"], "/a/{id}/b"),
        ("/a/<id:int>", &["id"], "/a/{id}"),
        ("/a/$id", &["id"], "/a/{id}"),
        ("/a/{}", &["id"], "/a/{id}"),
    ] {
        let read = read(path, names);
        assert_eq!(read.path, expected, "{path}");
        assert!(!read.changes.is_empty(), "{path}");
    }
    assert_eq!(read("/a{?q,r*}", &[]).query, ["q", "r"]);
}

#[test]
fn what_takes_several_segments_is_known() {
    for (path, expected) in [
        ("/f/{+path}", "/f/{path}"),
        ("/f/{path*}", "/f/{path}"),
        ("/f/{*path}", "/f/{path}"),
        ("/f/{**path}", "/f/{path}"),
        ("/f/{path+}", "/f/{path}"),
        ("/f/{path:.*}", "/f/{path}"),
        ("/f/{path:path}", "/f/{path}"),
        ("/f/{path=**}", "/f/{path}"),
        ("/f/{...path}", "/f/{path}"),
        ("/f/:path*", "/f/{path}"),
        ("/f/:path(.*)", "/f/{path}"),
        ("/f/*path", "/f/{path}"),
        ("/f/*", "/f/{path}"),
        ("/f/**", "/f/{path}"),
        ("/f/[...path]", "/f/{path}"),
        ("/f/[[...path]]", "/f/{path}"),
        ("/f/<path:path>", "/f/{path}"),
    ] {
        let read = read(path, &["path"]);
        assert_eq!(read.path, expected, "{path}");
        assert_eq!(read.long, ["path"], "{path}");
    }
    assert_eq!(read("/f/{name=projects/*}", &["name"]).long, ["name"]);
    assert_eq!(read("/f/{id:[^/]+}", &["id"]).long, [""; 0]);
}
