//! What a row says about arguments that are other than the tool wants them: under old names, of the wrong form, left out.

use super::Row;
use crate::evolution::Evolution;
use crate::filling::Filling;
use crate::repair::Mending;
use crate::repairs::Repairs;

impl<H> Row<H> {
    /// Sets what is said about a tool and arguments that changed.
    #[must_use]
    pub const fn evolution(mut self, evolution: &'static Evolution) -> Self {
        self.evolution = Some(evolution);
        self
    }

    /// What is said about the tool and its arguments, if they changed.
    #[inline]
    pub(crate) fn find_evolution(&self) -> Option<&'static Evolution> {
        self.evolution
    }

    /// Sets the defaults that calls are filled with where they leave them out.
    #[must_use]
    pub const fn filling(mut self, filling: &'static Filling) -> Self {
        self.filling = Some(filling);
        self
    }

    /// The defaults that calls are filled with.
    #[inline]
    pub(crate) fn find_filling(&self) -> Option<&'static Filling> {
        self.filling
    }

    /// Sets where the arguments of calls that are refused may be repaired, and how.
    #[must_use]
    pub const fn repairs(mut self, repairs: &'static Repairs) -> Self {
        self.repairs = Some(Mending::new(self.entry, repairs));
        self
    }

    /// Where the arguments of calls that are refused may be repaired, if the worker wants that.
    #[inline]
    pub(crate) fn find_repairs(&self) -> Option<Mending> {
        self.repairs
    }
}
