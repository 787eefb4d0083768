import { useState, useSyncExternalStore } from 'react';

/**
 * A message that is being written, kept while the tab is open, until it has arrived. While it is on its way, what is written is the next
 * one.
 */
export class Writing {
  private kept: string;
  /** Null where nothing is on its way. */
  private next: string | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly key: string) {
    this.kept = sessionStorage.getItem(key) ?? '';
  }

  /** What is in the box: nothing of what is on its way. */
  readonly text = (): string => this.next ?? this.kept;

  readonly write = (text: string): void => {
    if (this.next === null) this.keep(text);
    else this.next = text;
    this.tell();
  };

  /** What is in the box is on its way from now on. */
  readonly leave = (): void => {
    this.next = '';
    this.tell();
  };

  /** What was on its way has arrived, if it has not already. */
  readonly arrive = (): void => this.end((next) => next);

  /** What was on its way is in the box again, before what was written meanwhile. */
  readonly comeBack = (): void => this.end((next) => (next === '' ? this.kept : `${this.kept}\n\n${next}`));

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private end(left: (next: string) => string): void {
    if (this.next === null) return;
    this.keep(left(this.next));
    this.next = null;
    this.tell();
  }

  private keep(text: string): void {
    this.kept = text;
    if (text === '') sessionStorage.removeItem(this.key);
    else sessionStorage.setItem(this.key, text);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** What is written under a key, as it changes. */
export function useWriting(key: string): readonly [text: string, writing: Writing] {
  const [writing] = useState(() => new Writing(key));
  return [useSyncExternalStore(writing.subscribe, writing.text), writing];
}
