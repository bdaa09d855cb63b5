//! The subscription to changes of a server's tool list, of revision 2026-07-28.

use super::connection::Connection;
use super::heard::Heard;
use rmcp::RoleClient;
use rmcp::model::SubscriptionFilter;
use rmcp::service::Peer;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// How long the list of tools waits for the subscription to its changes.
const ACKNOWLEDGED: Duration = Duration::from_secs(2);

/// The pause before a subscription that ended is renewed. It doubles with each attempt that fails.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

impl Connection {
    /// Subscribes to changes of the tool list, if the protocol revision requires a subscription, and waits a
    /// moment for it, so that the list is requested afterwards.
    pub async fn subscribe_to_changes(&self) {
        let Some(info) = self.info() else { return };
        let tells = info.capabilities.tools.as_ref();
        let tells = tells.is_some_and(|tools| tools.list_changed == Some(true));
        if !tells || info.protocol_version.has_initialize() {
            return;
        }
        let (tell, subscribed) = oneshot::channel();
        let kept = keep_subscribed(self.peer().clone(), Arc::clone(&self.heard), tell);
        tokio::spawn(kept);
        let _ = tokio::time::timeout(ACKNOWLEDGED, subscribed).await;
    }
}

/// Subscribes to changes of the tool list, again and again as long as the connection lasts. What changes in
/// between is not known, so the list counts as changed until the next subscription.
async fn keep_subscribed(peer: Peer<RoleClient>, heard: Arc<Heard>, first: oneshot::Sender<()>) {
    let mut pause = FIRST_PAUSE;
    let mut first = Some(first);
    while !peer.is_transport_closed() {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        match peer.listen(filter).await {
            Ok(mut subscription) => {
                let is_awaited = first.take().is_some_and(|tell| tell.send(()).is_ok());
                if !is_awaited {
                    heard.note_change();
                }
                heard.set_unsubscribed(false);
                pause = FIRST_PAUSE;
                while let Ok(Some(_)) = subscription.next().await {}
                heard.set_unsubscribed(true);
            }
            // The server does not offer what it announced.
            Err(_) if first.is_some() => return,
            Err(_) => {}
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
