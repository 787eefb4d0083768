import { Injectable } from '@nestjs/common';
import { currentCall } from '../calls/call-context.ts';
import { DeadlineExceeded, Overloaded } from '../errors/fault.ts';
import { JsonPage } from './answers.ts';

/** All large pages that a process makes or sends at a time together, so that it stays below 300 MB. A single page may be larger. Bytes. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** More than this may not wait for room: a waiting call occupies a place that others need. */
const MOST_WAITING = 8;

/** How long work that belongs to no call waits for room. Milliseconds. */
const PATIENCE_MS = 10_000;

interface Waiting {
  readonly bytes: number;
  readonly enter: () => void;
}

/** The memory that large pages of a service share, first come, first served. A service with such pages provides it to Nest. */
@Injectable()
export class LargePages {
  private used = 0;
  private readonly waiting: Waiting[] = [];

  /**
   * Resolves when there is room for this many bytes, with a function that releases it. @throws Overloaded immediately when too
   * many wait; DeadlineExceeded when there is no room by the deadline of the call.
   */
  async enter(bytes: number): Promise<() => void> {
    if (this.waiting.length >= MOST_WAITING) throw new Overloaded();
    if (this.waiting.length > 0 || !this.hasRoomFor(bytes)) await this.turn(bytes);
    else this.used += bytes;
    return () => this.leave(bytes);
  }

  /** A page of about this many bytes. It is made when there is room for it, and releases the room when it is sent. Throws as `enter` does. */
  async page<T>(count: number, bytes: number, make: () => Promise<Uint8Array>): Promise<JsonPage<T>> {
    const leave = await this.enter(bytes);
    try {
      return new JsonPage<T>(count, await make(), leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  private hasRoomFor(bytes: number): boolean {
    return this.used === 0 || this.used + bytes <= ROOM_BYTES;
  }

  private turn(bytes: number): Promise<void> {
    const remaining = (currentCall()?.deadline ?? Date.now() + PATIENCE_MS) - Date.now();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        this.admit();
        reject(new DeadlineExceeded());
      }, remaining);
      this.waiting.push(waiting);
    });
  }

  private leave(bytes: number): void {
    this.used -= bytes;
    this.admit();
  }

  private admit(): void {
    for (;;) {
      const [next] = this.waiting;
      if (!next || !this.hasRoomFor(next.bytes)) return;
      this.waiting.shift();
      this.used += next.bytes;
      next.enter();
    }
  }
}
