import type { IncomingMessage } from 'node:http';

/**
 * Calls `done` once no more of a request's body arrives: it has ended, or its connection. A request that was answered before its
 * body ended does not say itself that its connection is gone.
 */
export function whenBodyIsOver(request: IncomingMessage, done: () => void): void {
  const { socket } = request;
  if (request.readableEnded || socket.destroyed) return done();
  const over = (): void => {
    request.off('end', over);
    socket.off('close', over);
    done();
  };
  request.once('end', over);
  socket.once('close', over);
}
