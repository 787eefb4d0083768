import { useSyncExternalStore } from 'react';
import { KeptKeys } from '../api/kept-keys.ts';
import { keepIn } from './keep-in.ts';
import { type Kept, inTab } from './storage.ts';

/** A message on its way. */
export interface Sent {
  readonly text: string;
  /** How many entries were there before it. */
  readonly after: number;
}

/**
 * A message that is being written, kept until it has arrived. While it is on its way, what is written is the next one, also where its
 * page was left and opened again meanwhile. Where the storage is that of all tabs, one in which nothing is typed shows what another keeps.
 */
export class Writing {
  /** The keys of what is sent again as it was. */
  readonly keys = new KeptKeys();
  private kept: string;
  /** Null where nothing is on its way. */
  private next: string | null = null;
  private onItsWay: Sent | null = null;
  private isTyped = false;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly key: string,
    private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  ) {
    this.kept = storage.getItem(key) ?? '';
  }

  /** What is in the box: nothing of what is on its way. */
  readonly text = (): string => this.next ?? this.kept;

  /** What is on its way. */
  readonly sent = (): Sent | null => this.onItsWay;

  readonly write = (text: string): void => {
    this.keys.forget();
    this.isTyped = text !== '';
    if (this.next === null) this.keep(text);
    else this.next = text;
    this.tell();
  };

  /** What is in the box is on its way from now on. */
  readonly leave = (after: number): void => {
    this.onItsWay = { text: this.kept, after };
    this.next = '';
    this.tell();
  };

  /** What was on its way has arrived, if it has not already. */
  readonly arrive = (): void => this.end((next) => next);

  /** What was on its way is in the box again, before what was written meanwhile. */
  readonly comeBack = (): void => this.end((next) => (next === '' ? this.kept : `${this.kept}\n\n${next}`));

  /** What is kept was changed in another tab. */
  readonly follow = ({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void => {
    if (key !== this.key || this.next !== null) return;
    if (!this.isTyped) {
      this.kept = newValue ?? '';
      this.tell();
    } else if (newValue === null) this.keep(this.kept);
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private end(left: (next: string) => string): void {
    if (this.next === null) return;
    this.keep(left(this.next));
    this.isTyped = this.kept !== '';
    this.next = null;
    this.onItsWay = null;
    this.tell();
  }

  private keep(text: string): void {
    this.kept = text;
    keepIn(this.storage, this.key, text);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** What is on its way and not among the entries that are shown. */
export function notShown(sent: Sent | null, entries: number): string | null {
  return sent && entries <= sent.after ? sent.text : null;
}

const writings = new Map<string, Writing>();

/** The one that everybody has who writes under this key. */
function writingUnder(key: string, storage: Kept): Writing {
  const known = writings.get(key);
  if (known) return known;
  const writing = new Writing(key, storage);
  window.addEventListener('storage', writing.follow);
  writings.set(key, writing);
  return writing;
}

interface Written {
  readonly text: string;
  readonly sent: Sent | null;
  readonly writing: Writing;
}

/** What is written under a key, and what is on its way, as it changes: kept while the tab is open, or in another storage. */
export function useWriting(key: string, storage = inTab): Written {
  const writing = writingUnder(key, storage);
  return {
    text: useSyncExternalStore(writing.subscribe, writing.text),
    sent: useSyncExternalStore(writing.subscribe, writing.sent),
    writing,
  };
}
