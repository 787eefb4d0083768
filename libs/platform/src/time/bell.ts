/** Wakes a waiting loop, even if it is rung before the loop waits. */
export class Bell {
  private rung = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.wake?.();
  }

  /**
   * Resolves when the bell rings, immediately if it has rung since the last call, or after a timeout in milliseconds;
   * returns whether it rang.
   */
  async wait(withinMs: number): Promise<boolean> {
    if (!this.rung) await this.nextRing(withinMs);
    const { rung } = this;
    this.rung = false;
    return rung;
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
