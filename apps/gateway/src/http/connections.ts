import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';

/** The interval between checks for idle connections while stopping. Milliseconds. */
const SWEEP_MS = 50;
/** How often connections over which no request has arrived are closed while stopping. Milliseconds. */
const GRACE_MS = 1_000;

/**
 * Closes connections while the application stops. Clients keep them open, so each is closed once its current request is
 * answered. Browsers also open some ahead of use; Node.js does not count those as idle until a request has been sent
 * over them.
 */
@Injectable()
export class Connections implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly server: Server;
  private readonly unused = new Set<Socket>();
  private timers: NodeJS.Timeout[] = [];
  private closing = false;

  constructor({ httpAdapter }: HttpAdapterHost<FastifyAdapter>) {
    this.server = httpAdapter.getHttpServer();
    this.server.on('connection', (socket: Socket) => {
      this.unused.add(socket);
      socket.once('close', () => this.unused.delete(socket));
    });
    this.server.on('request', ({ socket }) => this.unused.delete(socket));
  }

  /** Whether the application is stopping. */
  get stopping(): boolean {
    return this.closing;
  }

  beforeApplicationShutdown(): void {
    this.closing = true;
    this.timers = [
      setInterval(() => this.server.closeIdleConnections(), SWEEP_MS),
      setInterval(() => this.unused.forEach((socket) => socket.destroy()), GRACE_MS),
    ];
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }
}
