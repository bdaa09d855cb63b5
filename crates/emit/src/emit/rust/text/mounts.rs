//! Workers whose toolsets are mounted by the program at startup: what it provides, and what it gets.

use super::prose::{plain_doc, quote_code};
use crate::emit::ident::Scope;
use crate::emit::rust::markers::{Marker, Markers};
use toolc_model::model::configured::{self, Mount, Place};
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, ToolId};
use toolc_schema::rust::{Ident, Page, Rust, Text, put, rust, write_snippet};

/// What a worker mounts, in Rust terms.
struct Mounts<'c> {
    worker: &'c Worker,
    markers: &'c Markers,
    parts: Vec<Part<'c>>,
    /// The tools of toolsets that are not mounted.
    rest: Vec<ToolId>,
}

/// One mounted toolset.
struct Part<'c> {
    mount: &'c Mount,
    /// The name of the field and the parameter.
    field: String,
    /// The type parameter of its mounter.
    mounter: String,
    /// The type parameter of its handlers.
    handlers: String,
    /// The static with the worker's settings for it.
    table: String,
    toolset: &'c Marker,
    tools: Vec<ToolId>,
}

/// The names in `mount` that no toolset can have.
const CONTEXT: &str = "context";
const MOUNTS: &str = "mounts";
const WORKER: &str = "worker";
const OTHERS: &str = "handlers";
const MOUNTING: &str = "mounting";

/// The function `mount`, and the handlers from which it makes a worker.
pub fn mount_items(
    page: &mut Page,
    catalog: &Catalog,
    worker: &Worker,
    markers: &Markers,
    order: &[ToolId],
) {
    let mounts = Mounts::new(catalog, worker, markers, order);
    page.item(mounts.mounts_item());
    page.item(mounts.started_item());
    page.item(mounts.handlers_item());
    for part in &mounts.parts {
        for id in &part.tools {
            page.item(mounts.holds_item(*id, Some(part)));
        }
    }
    for id in &mounts.rest {
        page.item(mounts.holds_item(*id, None));
    }
    page.item(mounts.mount_item());
    if let Some(item) = mounts.mount_closures_item() {
        page.item(item);
    }
    for part in &mounts.parts {
        page.item(mounts.table_item(part));
    }
}

impl<'c> Mounts<'c> {
    fn new(
        catalog: &'c Catalog,
        worker: &'c Worker,
        markers: &'c Markers,
        order: &[ToolId],
    ) -> Self {
        let mut scope = Scope::default();
        for name in [CONTEXT, OTHERS, MOUNTING, MOUNTS, WORKER] {
            scope.claim(name);
        }
        let mut rest: Vec<ToolId> = Vec::from(order);
        rest.retain(|id| catalog.tool(*id).is_handled());
        let mut parts = Vec::new();
        for (number, mount) in (1..).zip(&worker.mounts) {
            let Some(toolset) = markers.toolset(&mount.namespace) else {
                continue;
            };
            let is_own = |id: &ToolId| catalog.tool(*id).namespace == mount.namespace;
            let (tools, others) = rest.into_iter().partition(is_own);
            rest = others;
            parts.push(Part {
                mount,
                field: scope.claim(&toolset.module),
                mounter: format!("M{number}"),
                handlers: format!("H{number}"),
                table: format!("MOUNT_{number}"),
                toolset,
                tools,
            });
        }
        Mounts {
            worker,
            markers,
            parts,
            rest,
        }
    }

    fn tool(&self, id: ToolId) -> impl Rust + Copy {
        self.markers.tool(id).path_beside()
    }

    /// The given code if some handlers are not mounted.
    fn others<R: Rust>(&self, rust: R) -> Option<R> {
        (!self.rest.is_empty()).then_some(rust)
    }

    /// The type parameters of all handlers.
    fn generics(&self) -> impl Rust {
        rust!(
            #(for part in &self.parts => #(Ident(&part.handlers)),)
            #(self.others(rust!(H)))
        )
    }

    /// The type parameters of all mounters, and of the handlers that are not mounted.
    fn mounters(&self) -> impl Rust {
        rust!(
            #(for part in &self.parts => #(Ident(&part.mounter)),)
            #(self.others(rust!(H)))
        )
    }

    fn mounts_item(&self) -> impl Rust {
        let docs = plain_doc(self.docs());
        rust!(
            #docs
            #[derive(Debug)]
            pub struct Mounts<#(self.mounters())> {
                #(for part in &self.parts => #(part.doc()) pub #(Ident(&part.field)): #(Ident(&part.mounter)),)
                #(self.others(rust!(
                    /// Handles all other tools.
                    pub #(Ident(OTHERS)): H,
                )))
            }
        )
    }

    fn handlers_item(&self) -> impl Rust {
        rust!(
            /// What handles the tools of this worker: what was mounted, and the rest.
            #[derive(Debug)]
            pub struct Handlers<#(self.generics())> {
                #(for part in &self.parts =>
                    #(Ident(&part.field)): rt::MountedPart<#(Ident(&part.handlers))>,
                )
                #(self.others(rust!(#(Ident(OTHERS)): H,)))
            }
        )
    }

    /// The impl that finds the handler of a tool.
    fn holds_item(&self, id: ToolId, part: Option<&Part<'_>>) -> impl Rust {
        let tool = self.tool(id);
        let handlers = Ident(part.map_or("H", |part| &part.handlers));
        let field = Ident(part.map_or(OTHERS, |part| &part.field));
        let held = write_snippet(move |out| match part {
            Some(_) => put!(out, rt::MountedPart<#handlers>),
            None => put!(out, #handlers),
        });
        rust!(
            impl<#(self.generics())> rt::Holds<#tool> for Handlers<#(self.generics())>
            where
                #(for part in &self.parts => #(Ident(&part.handlers)): Send + Sync,)
                #(self.others(rust!(H: Send + Sync,)))
                #handlers: rt::Handle<#tool>,
            {
                type Part = #held;
                fn part(&self) -> &Self::Part { &self.#field }
            }
        )
    }

    fn started_item(&self) -> impl Rust {
        rust!(
            /// The worker, or why it does not start.
            pub type Started<#(self.mounters())> = Result<
                rt::Worker<rt::Parts<Handlers<
                    #(for part in &self.parts => #(part.handlers_of()),)
                    #(self.others(rust!(H)))
                >>>,
                rt::MountError
            >;
        )
    }

    fn mount_item(&self) -> impl Rust {
        let (context, others) = (Ident(CONTEXT), Ident(OTHERS));
        let (mounting, mounts) = (Ident(MOUNTING), Ident(MOUNTS));
        rust!(
            /// Starts the worker: mounts its toolsets one after the other, each with its configuration.
            ///
            /// # Errors
            /// Where a toolset cannot be mounted, and is not optional. What was mounted before is then
            /// cleaned up.
            pub async fn mount<#(self.mounters())>(
                #mounts: Mounts<#(self.mounters())>,
                #context: &rt::Context
            ) -> Started<#(self.mounters())>
            where
                #(for part in &self.parts => #(self.mounter_bounds(part)))
                #(self.others(rust!(H: Send + Sync + 'static,)))
                #(for id in &self.rest => H: rt::Handle<#(self.tool(*id))>,)
            {
                let mut #mounting = rt::Mounting::new(#(Text(&self.worker.name)), #context);
                #(for part in &self.parts =>
                    let #(Ident(&part.field)) = #mounting
                        .mount::<#(part.marker()), _>(&#mounts.#(Ident(&part.field)), &#(Ident(&part.table)))
                        .await;
                )
                let worker = assemble(rt::Parts(Handlers {
                    #(for part in &self.parts => #(Ident(&part.field)),)
                    #(self.others(rust!(#others: #mounts.#others,)))
                }));
                #mounting.finish(worker).await
            }
        )
    }

    /// The same function with closures for the handlers that are not mounted, if there are any.
    fn mount_closures_item(&self) -> Option<impl Rust> {
        let (context, others, mounts) = (Ident(CONTEXT), Ident(OTHERS), Ident(MOUNTS));
        let comma = |place: usize| (place > 0).then_some(rust!(,));
        let mounters = rust!(#(for (place, part) in self.parts.iter().enumerate() =>
            #(comma(place)) #(Ident(&part.mounter))));
        self.others(rust!(
            /// Starts the worker as `mount` does, with closures in place of the handlers that are not mounted.
            ///
            /// # Errors
            /// Like `mount`.
            pub async fn mount_closures<#mounters>(
                #mounts: Mounts<#mounters, Closures>,
                #context: &rt::Context
            ) -> Started<#mounters, rt::ClosureSet>
            where
                #(for part in &self.parts => #(self.mounter_bounds(part)))
            {
                let mut #others = #mounts.#others.into_set();
                let absences = #others.take_absences();
                let #mounts = Mounts {
                    #(for part in &self.parts => #(Ident(&part.field)): #mounts.#(Ident(&part.field)),)
                    #others,
                };
                absences.apply_if_started(mount(#mounts, #context).await)
            }
        ))
    }

    fn mounter_bounds(&self, part: &Part<'_>) -> impl Rust {
        let mounter = Ident(&part.mounter);
        rust!(
            #mounter: rt::MountToolset<#(part.marker())>,
            #(for id in &part.tools => #(part.handlers_of()): rt::Handle<#(self.tool(*id))>,)
        )
    }

    fn table_item(&self, part: &Part<'_>) -> impl Rust {
        let config = part.mount.config.as_ref();
        let text = config.map_or("{}", |config| config.text.as_str());
        let places = config.map_or(&[][..], |config| &config.places);
        rust!(
            static #(Ident(&part.table)): rt::MountTable = rt::MountTable {
                toolset: #(Text(&part.mount.namespace)),
                optional: #(part.mount.optional.is_some()),
                config: #(Text(text)),
                places: &[#(for place in places => #(self::place(place)),)],
                tools: &[#(for id in &part.tools => &#(self.markers.entry(*id).path_beside()),)],
            };
        )
    }

    fn docs(&self) -> String {
        format!(
            "What starts the worker `{}`.",
            self.worker.name.replace('`', "'")
        )
    }
}

impl Part<'_> {
    fn doc(&self) -> impl Rust {
        let optional = match self.mount.optional {
            Some(_) => ", without which the worker goes on",
            None => "",
        };
        plain_doc(format!(
            "Mounts {}{optional}.",
            quote_code(&self.mount.namespace)
        ))
    }

    /// The type that its mounter makes.
    fn handlers_of(&self) -> impl Rust {
        rust!(rt::HandlersOf<#(Ident(&self.mounter)), #(self.marker())>)
    }

    fn marker(&self) -> impl Rust + Copy {
        self.toolset.path_beside()
    }
}

fn place(place: &Place) -> impl Rust {
    rust!(rt::ConfigPlace {
        pointer: #(Text(&place.pointer)),
        parts: &[#(for part in &place.parts => #(self::part(part)),)],
        is_text: #(place.is_text),
    })
}

fn part(part: &configured::Part) -> impl Rust {
    write_snippet(move |out| match part {
        configured::Part::Text(text) => put!(out, rt::ConfigPart::Text(#(Text(text)))),
        configured::Part::Variable(name) => put!(out, rt::ConfigPart::Variable(#(Text(name)))),
    })
}
