//! Counts what callers use, and refuses more than their quota.

use super::limits::{LimitKind, Listener, Notice, Quota, Usage};
use crate::hidden::show_line;
use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// What each request counts besides its head and its body, in bytes.
pub(super) const EACH: u64 = 4096;

/// How often a limit that keeps refusing is told again.
const TOLD_EVERY: Duration = Duration::from_secs(60);

/// The longest part of a principal that is told.
const SHOWN: usize = 64;

/// The address that a connection comes from. A server that accepts connections itself sets it; where a web
/// framework does that, a layer may add it to the extensions of a request, so that callers are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// Whoever uses something.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Who {
    Principal(Arc<str>),
    Address(IpAddr),
    /// It is not known: only the limits for all callers together apply.
    Unknown,
}

impl Who {
    pub fn new(principal: Option<&str>, peer: Option<Peer>) -> Self {
        match (principal, peer) {
            (Some(principal), _) => Who::Principal(principal.into()),
            (None, Some(peer)) => Who::at(peer.0),
            (None, None) => Who::Unknown,
        }
    }

    /// A host has a whole network of IPv6 addresses to itself.
    pub fn at(address: IpAddr) -> Self {
        Who::Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from(network))
            }
            address => address,
        })
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Principal(principal) => {
                let shown: String = principal.chars().take(SHOWN).collect();
                write!(f, "`{}`", show_line(&shown))
            }
            Who::Address(address) => write!(f, "{address}"),
            Who::Unknown => f.write_str("unknown"),
        }
    }
}

/// Counts one kind of thing.
pub(super) struct Meter {
    kind: LimitKind,
    quota: Quota,
    listener: Listener,
    used: Mutex<Used>,
}

#[derive(Default)]
struct Used {
    total: u64,
    by: HashMap<Who, u64>,
    met: [Met; 3],
}

/// How often a limit was met in one way since that was told last.
#[derive(Default, Clone, Copy)]
struct Met {
    count: u64,
    reported_at: Option<Instant>,
    /// How often since the start.
    ever: u64,
}

/// How a limit was met.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// Something was refused: the caller has too much.
    OwnLimit,
    /// Something was refused: all callers together have too much.
    CommonLimit,
    /// Something idle of the caller was closed instead.
    Replaced,
}

/// A limit is reached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Full {
    pub kind: LimitKind,
    /// Whether it is that of the caller alone.
    pub is_own: bool,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = if self.is_own { " of this caller" } else { "" };
        let what = self.kind.words();
        write!(f, "too many {what}{whose}; try again later")
    }
}

impl Meter {
    pub fn new(kind: LimitKind, quota: Quota, listener: &Listener) -> Arc<Self> {
        Arc::new(Meter {
            kind,
            quota,
            listener: Arc::clone(listener),
            used: Mutex::default(),
        })
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How much of the limit is used, and how often it was met.
    pub fn usage(&self) -> Usage {
        let used = self.used();
        let ever = |way: Way| used.met[way as usize].ever;
        Usage {
            kind: self.kind,
            used: used.total,
            total: self.quota.total,
            refused: ever(Way::OwnLimit) + ever(Way::CommonLimit),
            closed: ever(Way::Replaced),
        }
    }

    /// The limit.
    pub fn quota(&self) -> Quota {
        self.quota
    }

    /// Takes an amount for a caller, until what is returned is dropped.
    pub fn take(self: &Arc<Self>, who: &Who, amount: u64) -> Result<Taken, Full> {
        let mut taken = self.force(who, 0);
        taken.grow(amount)?;
        Ok(taken)
    }

    /// Takes an amount whatever the quota says: it is in use already.
    pub fn force(self: &Arc<Self>, who: &Who, amount: u64) -> Taken {
        self.used().add(who, amount);
        Taken {
            meter: Arc::clone(self),
            who: who.clone(),
            amount,
        }
    }

    /// Whether a caller, or all of them, would have more than the quota.
    fn find_excess(&self, used: &Used, who: &Who, own: u64, amount: u64) -> Option<Full> {
        let full = |is_own| Full {
            kind: self.kind,
            is_own,
        };
        let of_caller = used.by.get(who).copied().unwrap_or_default();
        if of_caller > own && of_caller.saturating_add(amount) > self.quota.per_caller {
            return Some(full(true));
        }
        let is_over = used.total > own && used.total.saturating_add(amount) > self.quota.total;
        is_over.then(|| full(false))
    }

    /// Tells that something was refused, unless that was told a short while ago.
    pub fn tell_refusal(&self, who: &Who, is_own: bool) {
        self.tell(
            who,
            if is_own {
                Way::OwnLimit
            } else {
                Way::CommonLimit
            },
        );
    }

    /// Tells how a limit was met, unless that was told a short while ago.
    pub fn tell(&self, who: &Who, way: Way) {
        let mut used = self.used();
        let met = &mut used.met[way as usize];
        met.count += 1;
        met.ever += 1;
        let now = Instant::now();
        if met.reported_at.is_some_and(|then| now < then + TOLD_EVERY) {
            return;
        }
        met.reported_at = Some(now);
        let count = std::mem::take(&mut met.count);
        drop(used);
        let (kind, caller) = (self.kind, who.to_string());
        (self.listener)(match way {
            Way::OwnLimit | Way::CommonLimit => Notice::Limit {
                kind,
                caller: matches!(way, Way::OwnLimit).then_some(caller.as_str()),
                refused: count,
            },
            Way::Replaced => Notice::Replaced {
                kind,
                caller: &caller,
                closed: count,
            },
        });
    }
}

impl Used {
    fn add(&mut self, who: &Who, amount: u64) {
        self.total += amount;
        if amount > 0 && *who != Who::Unknown {
            *self.by.entry(who.clone()).or_default() += amount;
        }
    }

    fn remove(&mut self, who: &Who, amount: u64) {
        self.total = self.total.saturating_sub(amount);
        if let Some(of_caller) = self.by.get_mut(who) {
            *of_caller = of_caller.saturating_sub(amount);
            if *of_caller == 0 {
                self.by.remove(who);
            }
        }
    }
}

/// What a caller has taken; it is given back on drop.
pub(super) struct Taken {
    meter: Arc<Meter>,
    who: Who,
    amount: u64,
}

impl Taken {
    /// Takes more.
    pub fn grow(&mut self, more: u64) -> Result<(), Full> {
        let mut used = self.meter.used();
        let excess = self.meter.find_excess(&used, &self.who, self.amount, more);
        if let Some(full) = excess {
            drop(used);
            self.meter.tell_refusal(&self.who, full.is_own);
            return Err(full);
        }
        used.add(&self.who, more);
        self.amount += more;
        Ok(())
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.meter.used().remove(&self.who, self.amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter(quota: Quota) -> (Arc<Meter>, Arc<Mutex<Vec<String>>>) {
        let reported_at = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&reported_at);
        let listener: Listener = Arc::new(move |notice: Notice<'_>| {
            heard.lock().expect("told").push(notice.to_string())
        });
        (
            Meter::new(LimitKind::Requests, quota, &listener),
            reported_at,
        )
    }

    fn who(name: &str) -> Who {
        Who::Principal(name.into())
    }

    #[test]
    fn one_caller_takes_nothing_from_others() {
        let (meter, reported_at) = meter(Quota::new(10, 25));
        let mut ann = meter.take(&who("ann"), 6).expect("room");
        assert!(meter.take(&who("ann"), 5).is_err_and(|full| full.is_own));
        ann.grow(4).expect("room");
        let _bob = meter.take(&who("bob"), 10).expect("room");
        let cleo = meter.take(&who("cleo"), 5).expect("room");
        assert!(meter.take(&who("dan"), 1).is_err_and(|full| !full.is_own));
        drop(cleo);
        let _dan = meter.take(&who("dan"), 1).expect("room again");
        drop(ann);
        let _ann = meter.take(&who("ann"), 10).expect("room again");
        let reported_at = reported_at.lock().expect("told");
        assert_eq!(
            *reported_at,
            [
                "the caller `ann` has reached its limit on requests: 1 refused",
                "all callers together have reached the limit on requests: 1 refused",
            ]
        );
    }

    #[test]
    fn what_is_needed_first_is_granted() {
        let (meter, _) = meter(Quota::new(2, 2));
        let mut large = meter.take(&who("ann"), 100).expect("the first");
        large.grow(100).expect("the same one");
        assert!(meter.take(&who("ann"), 1).is_err());
        drop(large);
        assert!(meter.take(&Who::Unknown, 1).is_ok());
        assert!(meter.used().by.is_empty());
    }

    #[test]
    fn addresses_of_one_network_are_one_caller() {
        let at = |text: &str| Who::at(text.parse().expect("an address"));
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:0:0:1"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_eq!(at("::ffff:10.0.0.1"), at("10.0.0.1"));
        assert_ne!(at("10.0.0.1"), at("10.0.0.2"));
    }
}
