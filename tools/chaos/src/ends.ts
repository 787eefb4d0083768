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
