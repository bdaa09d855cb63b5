//! A reader that ends early.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};

/// Reads until the reader or a future ends, so that a server stops reading but still writes its answers.
pub(super) struct Until<R> {
    reader: R,
    end: Pin<Box<dyn Future<Output = ()> + Send>>,
    is_over: bool,
}

impl<R> Until<R> {
    pub(super) fn end_with(reader: R, end: impl Future<Output = ()> + Send + 'static) -> Self {
        Until {
            reader,
            end: Box::pin(end),
            is_over: false,
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Until<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buffer.filled().len();
        if !self.is_over && self.end.as_mut().poll(context).is_pending() {
            ready!(Pin::new(&mut self.reader).poll_read(context, buffer))?;
            self.is_over = buffer.filled().len() == before;
        } else {
            self.is_over = true;
        }
        Poll::Ready(Ok(()))
    }
}
