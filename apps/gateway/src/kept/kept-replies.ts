/** How long a reply is kept, from the moment when its service was asked. Milliseconds. */
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
 * Replies of the last 100 ms. All are kept for the same time, so the first to expire is the first that was kept, and the first to
 * go when they are too large together. Times are those of one monotonic clock.
 */
export class KeptReplies<T extends Sized> {
  private readonly entries = new Map<string, Entry<T>>();
  /** When each project was last written to: what was asked for before is not used. */
  private readonly written = new Map<string, number>();
  /** When everything was last dropped. */
  private cleared = -Infinity;
  private bytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly now: () => number,
  ) {}

  /** The reply to the same request, if it is still to be used. */
  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    return entry && this.isCurrent(entry.projectId, entry.askedAt) ? entry.reply : undefined;
  }

  /** Keeps a reply of a project, if it may be used at all and is not a tenth of all the room. */
  keep(key: string, projectId: string, askedAt: number, reply: T): void {
    if (!this.isCurrent(projectId, askedAt) || reply.size > this.maxBytes / 10) return;
    this.remove(key);
    this.entries.set(key, { reply, projectId, askedAt });
    this.bytes += reply.size;
    this.trim();
  }

  /** Uses nothing more of what was asked for until now. */
  drop(projectId: string): void {
    this.written.delete(projectId);
    this.written.set(projectId, this.now());
    this.trim();
  }

  /** Uses nothing more of what was asked for until now, in any project. */
  clear(): void {
    this.cleared = this.now();
    this.entries.clear();
    this.bytes = 0;
  }

  /** Whether what was asked for at a time is still to be used. */
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
