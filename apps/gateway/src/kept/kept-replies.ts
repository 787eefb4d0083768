/** How long a reply is kept, counted from when its service was asked. Milliseconds. */
export const KEPT_MS = 100;

/** A reply with its size. */
export interface Sized {
  /** Bytes. */
  readonly size: number;
}

interface Entry<T> {
  readonly reply: T;
  readonly projectId: string;
  /** When the service was asked. */
  readonly askedAt: number;
}

/**
 * Replies of the last 100 ms. All are kept for the same time, so the first to be kept is the first to expire, and the first to be
 * removed when all together are too large. Times are those of one monotonic clock.
 */
export class KeptReplies<T extends Sized> {
  private readonly entries = new Map<string, Entry<T>>();
  /** When each project was last written to: replies asked for earlier are not used. */
  private readonly written = new Map<string, number>();
  /** When all replies were last dropped. */
  private cleared = -Infinity;
  private bytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly now: () => number,
  ) {}

  /** The kept reply to the same request, if it may still be used. */
  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    return entry && this.isCurrent(entry.projectId, entry.askedAt) ? entry.reply : undefined;
  }

  /** Keeps a reply about a project, if it may be used at all and takes no more than a tenth of the room. */
  keep(key: string, projectId: string, askedAt: number, reply: T): void {
    if (!this.isCurrent(projectId, askedAt) || reply.size > this.maxBytes / 10) return;
    this.remove(key);
    this.entries.set(key, { reply, projectId, askedAt });
    this.bytes += reply.size;
    this.trim();
  }

  /** Stops using all replies about the project that were asked for until now. */
  drop(projectId: string): void {
    this.written.delete(projectId);
    this.written.set(projectId, this.now());
    this.trim();
  }

  /** Stops using all replies that were asked for until now, in any project. */
  clear(): void {
    this.cleared = this.now();
    this.entries.clear();
    this.bytes = 0;
  }

  /** Whether a reply that was asked for at this time may still be used. */
  isCurrent(projectId: string, askedAt: number): boolean {
    const since = Math.max(this.now() - KEPT_MS, this.written.get(projectId) ?? -Infinity, this.cleared);
    return askedAt > since;
  }

  /** How much is kept. */
  get kept(): { readonly replies: number; readonly bytes: number; readonly projects: number } {
    return { replies: this.entries.size, bytes: this.bytes, projects: this.written.size };
  }

  private trim(): void {
    const oldest = this.now() - KEPT_MS;
    for (const [key, { askedAt }] of this.entries) {
      if (askedAt > oldest && this.bytes <= this.maxBytes) break;
      this.remove(key);
    }
    for (const [projectId, at] of this.written) {
      if (at > oldest) break;
      this.written.delete(projectId);
    }
  }

  private remove(key: string): void {
    this.bytes -= this.entries.get(key)?.reply.size ?? 0;
    this.entries.delete(key);
  }
}
