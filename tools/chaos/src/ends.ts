/** Waits for processes to exit, as the stack reports it. */
export class Ends {
  private readonly waiting = new Map<string, () => void>();

  /** Resolves when the process of this name exits. */
  next(name: string): Promise<void> {
    return new Promise((resolve) => this.waiting.set(name, resolve));
  }

  record(name: string): void {
    this.waiting.get(name)?.();
    this.waiting.delete(name);
  }
}

/** A sentence for each process that ended although nothing killed it: it would be found dead, or be restarted, when its turn comes. */
export function endsOfThemselves(ended: readonly string[]): string[] {
  return ended.filter((end) => !end.endsWith(' (killed)')).map((end) => `A process ended: ${end}.`);
}
