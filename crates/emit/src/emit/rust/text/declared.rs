//! The declarations that apply to all tools of a namespace: the types of its configuration and
//! events, and the marker that ties them to its tools.

use super::prose::plain_doc;
use crate::emit::rust::kinds::Kind;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::members::rest_name;
use crate::emit::rust::names::{DeclaredPlan, TypePlan};
use toolc_model::model::declared::{Declaration, Declared};
use toolc_model::model::rust_options::Derive;
use toolc_schema::rust::{Ident, Page, Rust, Text, put, rust, write_snippet};
use toolc_schema::schema::rules::quote_code;

/// The marker of the namespace.
pub fn marker_item(layout: &Layout<'_>) -> Option<impl Rust> {
    let name = Ident(layout.toolset.as_deref()?);
    let namespace = &layout.tool(layout.tools.first()?).namespace;
    let docs = plain_doc(format!("The toolset {}.", quote_code(namespace)));
    Some(rust!(#docs pub struct #name;))
}

/// The impls that tie declarations to the tools of the namespace.
pub fn put_declared(layout: &Layout<'_>, page: &mut Page) {
    let Some((marker, first)) = layout.toolset.as_deref().zip(layout.tools.first()) else {
        return;
    };
    let namespace = &layout.tool(first).namespace;
    let config = declared(layout).find(|(_, one)| one.what == Declaration::Config);
    let events: Vec<Event<'_>> = declared(layout).filter_map(Event::of).collect();
    page.item(toolset_item(layout, marker, namespace, config, &events));
    if let Some((names, one)) = config {
        page.item(config_item(layout, names, one));
    }
    if events.is_empty() {
        return;
    }
    for tool in layout
        .tools
        .iter()
        .filter(|tool| layout.tool(tool).is_handled())
    {
        page.item(rust!(
            impl rt::Member for #(Ident(&tool.marker)) {
                type Toolset = #(Ident(marker));
            }
        ));
    }
    for event in &events {
        page.item(event_item(layout, marker, event));
    }
}

fn declared<'p>(layout: &'p Layout<'_>) -> impl Iterator<Item = (&'p DeclaredPlan, &'p Declared)> {
    let declared = layout.declared.iter();
    declared.map(|names| (names, &layout.catalog.declared[names.index]))
}

/// A declared event.
struct Event<'p> {
    /// `namespace::event`
    name: String,
    /// Its type.
    type_name: &'p str,
    declared: &'p Declared,
}

impl<'p> Event<'p> {
    fn of((names, declared): (&'p DeclaredPlan, &'p Declared)) -> Option<Self> {
        match &declared.what {
            Declaration::Event { name } => Some(Event {
                name: format!("{}::{name}", declared.namespace),
                type_name: &names.name,
                declared,
            }),
            Declaration::Config => None,
        }
    }
}

fn toolset_item<'p>(
    layout: &'p Layout<'_>,
    marker: &'p str,
    namespace: &'p str,
    config: Option<(&'p DeclaredPlan, &'p Declared)>,
    events: &'p [Event<'p>],
) -> impl Rust + 'p {
    let type_of = write_snippet(move |out| match config {
        Some((names, one)) => {
            let lifetime = layout.lifetime_of(one.shape);
            put!(out, #(Ident(&names.name)) #lifetime)
        }
        None => put!(out, rt::NoConfig),
    });
    rust!(
        impl rt::Toolset for #(Ident(marker)) {
            const NAME: &'static str = #(Text(namespace));
            const EVENTS: rt::Names = &[#(for event in events => #(Text(&event.name)),)];
            type Config<'a> = #type_of;
        }
    )
}

/// The impl that reads a configuration.
fn config_item(layout: &Layout<'_>, names: &DeclaredPlan, one: &Declared) -> impl Rust {
    let (name, lifetime) = (Ident(&names.name), layout.lifetime_of(one.shape));
    let schema = layout.schema_ref(one.shape);
    write_snippet(move |out| {
        match lifetime {
            Some(_) => put!(out, impl #lifetime rt::Args #lifetime for #name #lifetime),
            None => put!(out, impl rt::Args<'_> for #name),
        }
        put!(out, { const SCHEMA: &'static rt::Schema = #schema; });
    })
}

fn event_item(layout: &Layout<'_>, marker: &str, event: &Event<'_>) -> impl Rust {
    let one = event.declared;
    let lifetime = layout.lifetime_of(one.shape).map(|_| rust!(<'_>));
    rust!(
        impl rt::ToolEvent for #(Ident(event.type_name)) #lifetime {
            type Toolset = #(Ident(marker));
            const NAME: &'static str = #(Text(&event.name));
            const SCHEMA: &'static rt::Schema = #(layout.schema_ref(one.shape));
            const SECRETS: rt::Names = &[#(for pointer in &one.secrets => #(Text(pointer)),)];
        }
    )
}

/// The `Debug` impl of a type with secrets.
pub fn debug_item(layout: &Layout<'_>, planned: &TypePlan, names: &[String]) -> Option<impl Rust> {
    let hidden = layout.hidden.of(planned.shape)?;
    let Kind::Struct(object) = layout.kind_of(planned) else {
        return None;
    };
    if !layout.options.derives().contains(&Derive::Debug) {
        return None;
    }
    let lifetime = layout.lifetime(planned).map(|_| rust!(<'_>));
    let has_rest = layout.rest_type(planned, object).is_some();
    Some(write_snippet(move |out| {
        let rest = rest_name(names);
        let fields = names.iter().zip(&object.fields);
        let fields = fields.filter(|(_, field)| !layout.is_evident(field));
        put!(out, impl rt::fmt::Debug for #(Ident(&planned.name)) #lifetime {
            fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
                f.debug_struct(#(Text(&planned.name)))
                    #(for (name, field) in fields => #(shown(name, hidden.contains(&field.name))))
                    #(has_rest.then(|| shown(rest.0, hidden.contains(""))))
                    .finish()
            }
        });
    }))
}

fn shown<'n>(name: &'n str, is_hidden: bool) -> impl Rust + 'n {
    write_snippet(move |out| {
        if is_hidden {
            put!(out, .field(#(Text(name)), &"[redacted]"))
        } else {
            put!(out, .field(#(Text(name)), &self.#(Ident(name))))
        }
    })
}
