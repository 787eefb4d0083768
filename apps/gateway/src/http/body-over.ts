import type { IncomingMessage } from 'node:http';

/**
 * Calls `done` once no more of a request's body will arrive: the body or its connection has ended. A request that was answered
 * before its body ended does not report the end of its connection.
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
