import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What was on its way over a new connection when the stop began gets so long to arrive. Milliseconds. */
const ON_ITS_WAY_MS = 1_000;

/** Connections over which nothing was asked yet: browsers open them ahead, and Node does not take them for idle. */
export class UnusedConnections {
  private readonly unused = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.unused.add(socket);
      socket.once('close', () => this.unused.delete(socket));
    });
    server.on('request', ({ socket }) => this.unused.delete(socket));
  }

  /** Ends them, and those that were still being accepted; gives what stops that. */
  endSoon(): () => void {
    const end = (): void => this.unused.forEach((socket) => socket.destroy());
    const timer = setInterval(end, ON_ITS_WAY_MS);
    return () => clearInterval(timer);
  }
}
