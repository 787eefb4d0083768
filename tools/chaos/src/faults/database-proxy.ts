import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy in front of a server, which can delay the server's answers, or stop passing any data. */
export class DatabaseProxy {
  /** The delay of each answer of the server. Milliseconds. */
  delayMs = 0;
  private readonly server = createServer({ allowHalfOpen: true }, (client) => this.accept(client));
  private readonly sockets = new Set<Socket>();
  private targetPort = 0;
  private frozen: PromiseWithResolvers<void> | null = null;

  /**
   * Forwards connections to a port of 127.0.0.1. Returns the port at which the proxy listens there, which never
   * changes.
   */
  async portFor(targetPort: number): Promise<number> {
    this.targetPort = targetPort;
    if (this.server.listening) return this.port;
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', () => resolve()));
    this.server.unref();
    return this.port;
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on, accepts connections but forwards nothing. */
  freeze(): void {
    this.frozen ??= Promise.withResolvers();
  }

  /** Forwards the held data in order, and then everything after it. */
  thaw(): void {
    this.frozen?.resolve();
    this.frozen = null;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(client: Socket): void {
    const upstream = connect({ port: this.targetPort, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.sockets.delete(socket));
    }
    this.pass(client, upstream, () => 0);
    this.pass(upstream, client, () => this.delayMs);
  }

  /** Forwards the bytes of one direction in order, and then its end. */
  private pass(from: Socket, to: Socket, delay: () => number): void {
    let passed = Promise.resolve();
    const next = (act: () => unknown): void => {
      const due = performance.now() + delay();
      passed = passed.then(async () => {
        const left = due - performance.now();
        if (left > 0) await sleep(left, undefined, { ref: false });
        await this.frozen?.promise;
        act();
      });
    };
    from.on('data', (bytes) => next(() => to.writable && to.write(bytes)));
    from.once('end', () => next(() => to.end()));
    from.once('close', () => next(() => to.destroy()));
  }
}
