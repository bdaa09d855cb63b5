//! What runs the code of a program: a script, statement by statement.

use super::drive::{Order, Plant, Target};
use super::script::{Names, Statement, fill};
use super::steps::MortalStore;
use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;
use toolc_programs::{ProgramError, Reply, Run};
use toolc_runtime::dynamic::Closures;
use toolc_runtime::json::canonical_json;
use toolc_runtime::{ApprovalStore, Json};

/// How far statements came.
pub enum Flow {
    Next,
    Return(Json),
    Raised(String),
    Waits,
    Stopped(ProgramError),
}

/// What runs the code of a program.
pub struct Sandbox<'r, 'w, S> {
    pub run: &'r Run<'w, Closures, MortalStore<S>>,
    pub trace: &'r RefCell<Vec<(Target, bool)>>,
    pub order: Order,
    pub plant: Option<(Plant, Target)>,
}

type Running<'f> = Pin<Box<dyn Future<Output = Flow> + 'f>>;

impl<S: ApprovalStore> Sandbox<'_, '_, S> {
    pub fn block<'f>(&'f self, block: &'f [Statement], names: &'f mut Names) -> Running<'f> {
        Box::pin(async move {
            for statement in block {
                match self.statement(statement, names).await {
                    Flow::Next => {}
                    stopped => return stopped,
                }
            }
            Flow::Next
        })
    }

    async fn statement(&self, statement: &Statement, names: &mut Names) -> Flow {
        match statement {
            Statement::Return(value) => Flow::Return(Json::parse(fill(value, names)).unwrap()),
            Statement::Source { bind, random } => {
                let reply = match random {
                    true => self.run.random().await,
                    false => self.run.now().await,
                };
                self.take(reply, Some(bind), names, None)
            }
            Statement::Call {
                bind,
                tool,
                arguments,
                tries,
            } => {
                let arguments = fill(arguments, names);
                let target = self.target(tool, &arguments);
                let at = self.trace.borrow().len();
                self.trace.borrow_mut().push((target.clone(), false));
                let planted = self
                    .plant
                    .as_ref()
                    .filter(|(_, planted)| *planted == target);
                let reply = match planted.map(|(plant, _)| plant) {
                    None => self.run.call(tool, &arguments).await,
                    Some(Plant::Skip) => {
                        names.extend(bind.clone().map(|bind| (bind, "0".to_owned())));
                        return Flow::Next;
                    }
                    Some(Plant::Other) => self.run.call(tool, r#"{"planted":1}"#).await,
                    Some(Plant::Tool) => self.run.call("desk::note", r#"{"planted":2}"#).await,
                };
                let tries = tries.then_some(()).map(|()| at);
                if let Ok(Reply::Answered(answer)) = &reply {
                    self.trace.borrow_mut()[at].1 = answer.value().is_some();
                }
                self.take(reply, bind.as_ref(), names, tries)
            }
            Statement::If {
                name,
                equal,
                than,
                then,
                otherwise,
            } => {
                let value: f64 = names[name].parse().unwrap();
                let holds = match equal {
                    true => (value - than).abs() < f64::EPSILON,
                    false => value > *than,
                };
                let block = if holds { then } else { otherwise };
                self.block(block, names).await
            }
            Statement::For { name, count, body } => {
                for index in 0..*count {
                    names.insert(name.clone(), index.to_string());
                    match self.block(body, names).await {
                        Flow::Next => {}
                        stopped => return stopped,
                    }
                }
                Flow::Next
            }
            Statement::Together(branches) => self.together(branches, names).await,
        }
    }

    fn target(&self, tool: &str, arguments: &str) -> Target {
        let arguments = canonical_json(arguments).unwrap();
        let trace = self.trace.borrow();
        let same = trace
            .iter()
            .filter(|((known, with, _), _)| known == tool && *with == arguments);
        (tool.to_owned(), arguments.clone(), same.count())
    }

    fn take(
        &self,
        reply: Result<Reply, ProgramError>,
        bind: Option<&String>,
        names: &mut Names,
        tries: Option<usize>,
    ) -> Flow {
        let answer = match reply {
            Ok(Reply::Answered(answer)) => answer,
            Ok(_) => return Flow::Waits,
            Err(error) => return Flow::Stopped(error),
        };
        let value = match (answer.value(), tries) {
            (Some(value), _) => value.as_text().to_owned(),
            (None, Some(_)) => "0".to_owned(),
            (None, None) => return Flow::Raised("a call failed".to_owned()),
        };
        if let Some(bind) = bind {
            names.insert(bind.clone(), value);
        }
        Flow::Next
    }

    async fn together(&self, branches: &[Vec<Statement>], names: &mut Names) -> Flow {
        let mut worlds: Vec<Names> = branches.iter().map(|_| names.clone()).collect();
        let mut running: Vec<(Running<'_>, Option<Flow>)> = branches
            .iter()
            .zip(&mut worlds)
            .map(|(branch, names)| (self.block(branch, names), None))
            .collect();
        if let Order::Reversed = self.order {
            running.reverse();
        }
        poll_fn(|task| {
            for (branch, ended) in &mut running {
                if ended.is_none()
                    && let Poll::Ready(flow) = branch.as_mut().poll(task)
                {
                    *ended = Some(flow);
                }
            }
            match running.iter().all(|(_, ended)| ended.is_some()) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        })
        .await;
        let mut flows: Vec<Flow> = running.into_iter().filter_map(|(_, flow)| flow).collect();
        names.extend(worlds.into_iter().flatten());
        // what stops the run counts first, then what waits
        let rank = |flow: &Flow| match flow {
            Flow::Stopped(ProgramError::Closed) => 1,
            Flow::Stopped(_) => 0,
            Flow::Waits => 2,
            Flow::Raised(_) => 3,
            Flow::Return(_) => 4,
            Flow::Next => 5,
        };
        flows.sort_by_key(rank);
        flows.swap_remove(0)
    }
}
