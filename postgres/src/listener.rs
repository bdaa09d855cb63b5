//! Hears of decisions, for all who wait for one in this process.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{OnceCell, broadcast};
use tokio::task::AbortHandle;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{AsyncMessage, Client, Config, Error, Socket};

/// How many decisions may come while a waiter looks at one; whoever misses some looks itself.
const HEARD: usize = 256;

/// The pause between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(500);

/// What is heard.
#[derive(Debug, Clone)]
pub(crate) enum Heard {
    /// Something happened to the call with this id.
    Call(Arc<str>),
    /// The connection was made: something may have happened before.
    Connected,
}

/// What the database says by itself over a connection, message by message.
type Messages =
    Box<dyn FnMut(&mut Context<'_>) -> Poll<Option<Result<AsyncMessage, Error>>> + Send>;

type Connecting = Pin<Box<dyn Future<Output = Result<(Client, Messages), Error>> + Send>>;

/// Connects, with or without TLS.
type Connect = Arc<dyn Fn() -> Connecting + Send + Sync>;

/// One connection that listens, from the first time on that somebody waits.
pub(crate) struct Listener {
    connect: Connect,
    channel: String,
    running: OnceCell<Running>,
}

struct Running {
    heard: broadcast::Sender<Heard>,
    task: AbortHandle,
}

impl Listener {
    pub fn new<T>(config: Config, tls: T, channel: String) -> Self
    where
        T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
        T::Stream: Send,
        T::TlsConnect: Send,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let connect = move || -> Connecting {
            let (config, tls) = (config.clone(), tls.clone());
            Box::pin(async move {
                let (client, mut connection) = config.connect(tls).await?;
                let messages = move |context: &mut Context<'_>| connection.poll_message(context);
                Ok((client, Box::new(messages) as Messages))
            })
        };
        Listener {
            connect: Arc::new(connect),
            channel,
            running: OnceCell::new(),
        }
    }

    /// What is heard from now on.
    pub async fn hear(&self) -> broadcast::Receiver<Heard> {
        let start = || async {
            let (heard, _) = broadcast::channel(HEARD);
            let ear = Ear {
                connect: Arc::clone(&self.connect),
                listen: format!("LISTEN \"{}\"", self.channel),
                heard: heard.clone(),
            };
            Running {
                heard,
                task: tokio::spawn(ear.listen()).abort_handle(),
            }
        };
        self.running.get_or_init(start).await.heard.subscribe()
    }
}

/// The connection ends with the store.
impl Drop for Listener {
    fn drop(&mut self) {
        if let Some(running) = self.running.get() {
            running.task.abort();
        }
    }
}

struct Ear {
    connect: Connect,
    listen: String,
    heard: broadcast::Sender<Heard>,
}

impl Ear {
    /// Listens, and connects again whenever the connection ends.
    async fn listen(self) {
        loop {
            // Whoever waits looks by itself now and then, so nobody needs to hear of a failure.
            let _ = self.listen_once().await;
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn listen_once(&self) -> Result<(), Error> {
        let (client, mut messages) = (self.connect)().await?;
        let told = async {
            client.batch_execute(&self.listen).await?;
            self.tell(Heard::Connected);
            // The connection ends if its client is dropped.
            std::future::pending::<Result<(), Error>>().await
        };
        let heard = async {
            loop {
                match poll_fn(&mut messages).await {
                    Some(Ok(AsyncMessage::Notification(told))) => {
                        self.tell(Heard::Call(told.payload().into()));
                    }
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Err(error),
                    None => return Ok(()),
                }
            }
        };
        // `tokio::select!` needs tokio's macros, which nothing else here does.
        let (mut told, mut heard) = (pin!(told), pin!(heard));
        poll_fn(|context| match heard.as_mut().poll(context) {
            Poll::Pending => told.as_mut().poll(context),
            ended => ended,
        })
        .await
    }

    /// Nobody may be listening just now.
    fn tell(&self, heard: Heard) {
        let _ = self.heard.send(heard);
    }
}
