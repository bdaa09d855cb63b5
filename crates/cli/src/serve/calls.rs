//! What engines do for a call: the requests that tools make, and the calls of tools that run on MCP servers.

use std::collections::HashMap;
use toolc_model::model::engine::{LmEngine, McpCall, ModelData, RemoteCallData};
use toolc_model::model::http::{InjectedData, OperationData, RefusalData};
use toolc_model::model::{HttpCall, SimulatedCall, Tool};
use toolc_runtime::engines::Engine;
use toolc_runtime::schema::Schema;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Built, Data, InMemory, Ref, list};
use toolc_schema::schema::tables::Tables;

/// What the tools of an engine have in common, by the engine's name.
#[derive(Default)]
pub(super) struct Calls {
    apis: HashMap<String, &'static rt::http::Api>,
    servers: HashMap<String, &'static rt::mcp::Server>,
    simulators: HashMap<String, &'static rt::simulate::Simulator>,
    models: HashMap<String, &'static rt::simulate::Model>,
}

impl Calls {
    pub fn build_operation(
        &mut self,
        tables: &mut Tables<'_>,
        tool: &Tool,
        call: &HttpCall<'_>,
    ) -> &'static rt::http::Operation {
        let refusals = tool.refusals.iter().map(|refusal| RefusalData {
            refusal,
            schema: Built(match refusal.shape {
                Some(shape) => tables.full_table(shape),
                None => &Schema::Never,
            }),
        });
        let refusals = refusals.collect();
        let injected = tool.injected.iter().map(|injected| InjectedData {
            injected,
            schema: Built(tables.full_table(injected.shape)),
        });
        self.build_request(call, refusals, injected.collect())
    }

    fn build_request<'c>(
        &mut self,
        call: &HttpCall<'c>,
        refusals: Vec<RefusalData<'c, InMemory>>,
        injected: Vec<InjectedData<'c, InMemory>>,
    ) -> &'static rt::http::Operation {
        let operation = call.operation;
        let api = self.apis.entry(call.engine.name.clone());
        let api = *api.or_insert_with(|| Ref(call.api()).build());
        let security = call.security();
        let security = list(&security, |needed| list(needed, |each| each));
        let parameters = operation.parameters.iter();
        let operation: OperationData<'_, InMemory> = OperationData {
            operation,
            api: Built(api),
            parameters: parameters.map(|each| Built(each.build())).collect(),
            body: operation.body.as_ref().map(|body| Built(body.build())),
            servers: Built(list(&operation.servers, |each| each).build()),
            security: Built(security.build()),
            refusals,
            injected,
        };
        Ref(operation).build()
    }

    /// The engine that makes results up.
    pub fn build_simulation(&mut self, call: &SimulatedCall<'_>) -> Engine {
        match (call.asks, call.request()) {
            (Some(asks), Some(request)) => Engine::Asked(self.build_model(call, asks, &request)),
            _ => Engine::Simulated(self.build_simulator(call)),
        }
    }

    fn build_simulator(&mut self, call: &SimulatedCall<'_>) -> &'static rt::simulate::Simulator {
        let simulator = self.simulators.entry(call.engine.name.clone());
        simulator.or_insert_with(|| Ref(call.simulator()).build())
    }

    fn build_model(
        &mut self,
        call: &SimulatedCall<'_>,
        settings: &LmEngine,
        request: &HttpCall<'_>,
    ) -> &'static rt::simulate::Model {
        let name = &call.engine.name;
        if let Some(model) = self.models.get(name) {
            return model;
        }
        let simulator = Built(self.build_simulator(call));
        let operation = Built(self.build_request(request, Vec::new(), Vec::new()));
        let model: ModelData<'_, InMemory> = ModelData {
            settings,
            simulator,
            operation,
        };
        let model = Ref(model).build();
        self.models.insert(name.clone(), model);
        model
    }

    pub fn build_remote_call(&mut self, call: &McpCall<'_>) -> &'static rt::mcp::RemoteCall {
        let server = self.servers.entry(call.engine.name.clone());
        let server = *server.or_insert_with(|| Ref(call.server()).build());
        let call: RemoteCallData<'_, InMemory> = RemoteCallData {
            remote: call.remote,
            server: Built(server),
        };
        Ref(call).build()
    }
}
