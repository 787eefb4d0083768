import { Injectable } from '@nestjs/common';
import { currentCall } from '../calls/call-context.ts';
import { DeadlineExceeded, type Fault, Overloaded, Throttled } from '../errors/fault.ts';
import { FairQueue, type Line } from '../fairness/fair-queue.ts';
import { JsonPage } from './answers.ts';

/** The limit for all large pages that a process makes or sends at a time, so that it stays below 300 MB. A single page may be larger. Bytes. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** How many pages may wait for room: each waiting call occupies a place that others need. */
const MOST_WAITING = 8;

/** How long work that belongs to no call waits for room. Milliseconds. */
const PATIENCE_MS = 10_000;

interface Waiting {
  readonly bytes: number;
  readonly enter: () => void;
  readonly refuse: (fault: Fault) => void;
}

/**
 * The memory that the large pages of a service share, in turns by project. A service with such pages provides this
 * class to Nest.
 */
@Injectable()
export class LargePages {
  private used = 0;
  private readonly waiting = new FairQueue<Waiting>();

  /**
   * Resolves once a project has room for this many bytes, with a function that releases it. @throws Overloaded immediately
   * if too many wait; Throttled if this call makes way for a project with fewer; DeadlineExceeded if there is no room by
   * the deadline of the call.
   */
  async enter(projectId: string, bytes: number): Promise<() => void> {
    const line = this.waiting.lineOf(projectId);
    if (this.waiting.waiting > 0 || !this.hasRoomFor(bytes)) await this.turn(line, bytes);
    else this.begin(line, bytes);
    return () => this.leave(line, bytes);
  }

  /** Makes a page of a project, of about this many bytes, once there is room for it; releases the room once the page is sent. Throws as `enter` does. */
  async page<T>(
    projectId: string,
    { count, bytes, beside }: { readonly count: number; readonly bytes: number; readonly beside?: object },
    make: () => Promise<Uint8Array>,
  ): Promise<JsonPage<T>> {
    const leave = await this.enter(projectId, bytes);
    try {
      return new JsonPage<T>(count, await make(), leave, beside);
    } catch (error) {
      leave();
      throw error;
    }
  }

  private hasRoomFor(bytes: number): boolean {
    return this.used === 0 || this.used + bytes <= ROOM_BYTES;
  }

  private turn(line: Line<Waiting>, bytes: number): Promise<void> {
    if (this.waiting.waiting >= MOST_WAITING) this.makeWayFor(line);
    const remaining = (currentCall()?.deadline ?? Date.now() + PATIENCE_MS) - Date.now();
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const refuse = (fault: Fault): void => {
        clearTimeout(timer);
        reject(fault);
      };
      const place = this.waiting.add(line, { bytes, enter, refuse });
      const timer = setTimeout(() => {
        this.waiting.take(line, place);
        this.admit();
        reject(new DeadlineExceeded());
      }, remaining);
    });
  }

  private makeWayFor(line: Line<Waiting>): void {
    const { longest } = this.waiting;
    if (!longest || longest.length <= line.length + 1) throw new Overloaded();
    this.waiting.takeNewest(longest)?.refuse(new Throttled(1));
  }

  private begin(line: Line<Waiting>, bytes: number): void {
    this.used += bytes;
    this.waiting.begin(line);
  }

  private leave(line: Line<Waiting>, bytes: number): void {
    this.used -= bytes;
    this.waiting.end(line);
    this.admit();
  }

  private admit(): void {
    for (;;) {
      const line = this.waiting.next;
      const next = line?.items.first?.value;
      if (!line || !next || !this.hasRoomFor(next.bytes)) return;
      this.waiting.takeOldest(line);
      this.begin(line, next.bytes);
      next.enter();
    }
  }
}
