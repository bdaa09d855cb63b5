//! Handlers that delegate to others: an `Arc` of handlers, and handlers composed of several.

use crate::approve::Approval;
use crate::call::Call;
use crate::context::Context;
use crate::handle::Handle;
use crate::tool::Tool;
use std::sync::Arc;

impl<T: Tool, H: Handle<T> + ?Sized> Handle<T> for Arc<H> {
    fn handle(
        &self,
        call: Call<'_, T>,
    ) -> impl Future<Output = Result<T::Output, T::Failure>> + Send {
        H::handle(self, call)
    }

    fn needs_approval<'a>(
        &self,
        args: &T::Args<'a>,
        context: &'a Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        H::needs_approval(self, args, context)
    }
}

/// Implements the handlers of a struct or a tuple by delegating to its fields: each handles the tools that
/// are listed for it.
///
/// ```text
/// struct Handlers {
///     weather: Weather,
///     notes: Arc<Notes>,
/// }
///
/// toolc_runtime::delegate!(Handlers {
///     weather: [GetWeather, GetForecast],
///     notes: [AddNote],
/// });
///
/// toolc_runtime::delegate!((Weather, Notes) { 0: [GetWeather], 1: [AddNote] });
/// ```
///
/// It does not compile if a granted tool is not listed, if a tool is listed twice, or if a field has no
/// handler for a tool that is listed for it.
#[macro_export]
macro_rules! delegate {
    ($handlers:ty { $($field:tt: [$($tool:ty),* $(,)?]),* $(,)? }) => {$($(
        impl $crate::Handle<$tool> for $handlers {
            fn handle(
                &self,
                call: $crate::Call<'_, $tool>,
            ) -> impl ::core::future::Future<
                Output = ::core::result::Result<<$tool as $crate::Tool>::Output, <$tool as $crate::Tool>::Failure>,
            > + ::core::marker::Send {
                $crate::Handle::<$tool>::handle(&self.$field, call)
            }

            fn needs_approval<'a>(
                &self,
                args: &<$tool as $crate::Tool>::Args<'a>,
                context: &'a $crate::Context,
            ) -> impl ::core::future::Future<
                Output = ::core::option::Option<$crate::Approval>,
            > + ::core::marker::Send {
                $crate::Handle::<$tool>::needs_approval(&self.$field, args, context)
            }
        }
    )*)*};
}
