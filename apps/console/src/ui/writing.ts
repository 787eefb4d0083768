import { useSyncExternalStore } from 'react';
import { KeptKeys } from '../api/kept-keys.ts';
import { keepIn } from './keep-in.ts';
import { type Kept, inTab } from './storage.ts';

/** A message that is being sent. */
export interface Sent {
  readonly text: string;
  /** The number of entries before it. */
  readonly after: number;
}

/**
 * A message that is being written, stored until it has arrived. While it is being sent, the field is for the next message, even if the
 * user left the page and returned. In a storage that tabs share, a tab in which nothing is typed shows the text of another tab.
 */
export class Writing {
  /** The idempotency keys, for sending the same message again. */
  readonly keys = new KeptKeys();
  private kept: string;
  /** The next message; null while none is being sent. */
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

  /** The text in the field, without the message that is being sent. */
  readonly text = (): string => this.next ?? this.kept;

  /** The message that is being sent. */
  readonly sent = (): Sent | null => this.onItsWay;

  readonly write = (text: string): void => {
    this.keys.forget();
    this.isTyped = text !== '';
    if (this.next === null) this.keep(text);
    else this.next = text;
    this.notify();
  };

  /** Moves the text in the field to the message that is being sent. */
  readonly leave = (after: number): void => {
    this.onItsWay = { text: this.kept, after };
    this.next = '';
    this.notify();
  };

  /** The message that was being sent has arrived. Does nothing if that is known already. */
  readonly arrive = (): void => this.end((next) => next);

  /** Returns the message that was being sent to the field, before the text written meanwhile. */
  readonly comeBack = (): void => this.end((next) => (next === '' ? this.kept : `${this.kept}\n\n${next}`));

  /** Follows a change of the stored text by another tab. */
  readonly follow = ({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void => {
    if (key !== this.key || this.next !== null) return;
    if (!this.isTyped) {
      this.kept = newValue ?? '';
      this.notify();
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
    this.notify();
  }

  private keep(text: string): void {
    this.kept = text;
    keepIn(this.storage, this.key, text);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The message that is being sent, unless the entries shown already include it. */
export function notShown(sent: Sent | null, entries: number): string | null {
  return sent && entries <= sent.after ? sent.text : null;
}

const writings = new Map<string, Writing>();

/** The one instance for a key, which all users of the key share. */
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

/** The text under a key and the message being sent, both reactive; stored while the tab is open, or in another storage. */
export function useWriting(key: string, storage = inTab): Written {
  const writing = writingUnder(key, storage);
  return {
    text: useSyncExternalStore(writing.subscribe, writing.text),
    sent: useSyncExternalStore(writing.subscribe, writing.sent),
    writing,
  };
}
