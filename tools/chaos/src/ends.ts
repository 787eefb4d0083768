/** Lets wait for the end of processes, which the stack tells of. */
export class Ends {
  private readonly waiting = new Map<string, () => void>();

  /** Resolves when the process of this name ends. */
  next(name: string): Promise<void> {
    return new Promise((resolve) => this.waiting.set(name, resolve));
  }

  tell(name: string): void {
    this.waiting.get(name)?.();
    this.waiting.delete(name);
  }
}
