/** Wakes one who waits, also when it is rung before he does. */
export class Bell {
  private rung = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.wake?.();
  }

  /** Resolves once the bell rings, or has rung since the last time, or when so much time is over. Milliseconds. */
  async heard(withinMs: number): Promise<void> {
    if (!this.rung) await this.nextRing(withinMs);
    this.rung = false;
  }

  private nextRing(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
