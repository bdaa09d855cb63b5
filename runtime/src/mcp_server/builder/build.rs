//! From the setup of a server to the server, if its settings agree with each other.

use super::Builder;
use crate::approve::SealKey;
use crate::mcp_server::approval::Approvals;
use crate::mcp_server::budget::Budget;
use crate::mcp_server::erased::Store;
use crate::mcp_server::inconsistent::ServerError;
use crate::mcp_server::mark::{Mark, make_secret};
use crate::mcp_server::offered::Offered;
use crate::mcp_server::pages::Paging;
use crate::mcp_server::spent::Spent;
use crate::mcp_server::{Server, Shared};
use rmcp::model::Implementation;
use std::sync::{Arc, RwLock};
use tokio::sync::OnceCell;

impl Builder {
    /// Builds the server.
    ///
    /// # Errors
    /// Fails if the settings are inconsistent.
    pub fn build(self) -> Result<Server, ServerError> {
        let own = || Budget::of(self.limits.clone(), &self.listener);
        let budget = self.budget.clone().unwrap_or_else(own);
        let approvals = self.approvals(&budget)?;
        let prepared = self.tools.prepared();
        let needs_scopes = !self.scopes.is_empty() || self.scope_rule.is_some();
        if needs_scopes && self.authenticator.is_none() {
            return Err(ServerError::ScopesWithoutAuthenticator);
        }
        self.check_names()?;
        let name = self
            .name
            .unwrap_or_else(|| prepared.worker.name().to_owned());
        let mut about = Implementation::new(name, self.version);
        about.title = self.title;
        let mut info = Shared::describe(about, self.tells);
        info.instructions = self.instructions;
        let paging = Paging {
            size: self.page_size,
            bytes: self.page_bytes,
            ttl: self.ttl,
            private: self.authenticator.is_some(),
        };
        Ok(Server(Arc::new(Shared {
            info: RwLock::new(info),
            offered: Offered::new(self.tools, self.tells),
            context: self.context,
            approvals,
            authenticator: self.authenticator,
            scopes: self.scopes,
            scope_rule: self.scope_rule,
            hosts: self.hosts,
            origins: self.origins,
            metadata: self.metadata,
            timeout: self.timeout,
            traces: self.traces,
            grace: self.grace,
            limit: self.limit,
            budget,
            listener: self.listener,
            paging,
            mark: Mark::new(),
        })))
    }

    fn check_names(&self) -> Result<(), ServerError> {
        let known = &self.tools.prepared().called;
        match self
            .scopes
            .keys()
            .find(|name| !known.contains_key(name.as_str()))
        {
            Some(name) => Err(ServerError::UnknownTool { name: name.clone() }),
            None => Ok(()),
        }
    }

    fn approvals(&self, budget: &Budget) -> Result<Approvals, ServerError> {
        let within = self.answer_within;
        let (key, store) = match (&self.key, &self.store) {
            (Some(key), Some(store)) => (key.clone(), Some(store.clone())),
            (None, None) => (chance_key(), None),
            (Some(_), None) => return Err(ServerError::KeyWithoutStore),
            (None, Some(_)) => return Err(ServerError::StoreWithoutKey),
        };
        Ok(Approvals {
            key,
            keeps: store.is_some(),
            store: store.unwrap_or_else(|| Store::new(Spent::new(within))),
            asked: self.asked,
            within,
            budget: budget.clone(),
            recalled: OnceCell::new(),
        })
    }
}

/// A random key for this process.
fn chance_key() -> SealKey {
    match SealKey::new("process", &make_secret()) {
        Ok(key) => key,
        // It has a name and is long enough.
        Err(weak) => unreachable!("{weak}"),
    }
}
