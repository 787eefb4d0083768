/** How far behind the highest number a number may arrive. */
const WINDOW = 8_192;

/**
 * Recognizes repeated numbers of a sender that counts up (RFC 6479). Numbers further behind than the window count as
 * repeated too: messages of one connection arrive in order.
 */
export class ReplayWindow {
  private readonly seen = new Uint8Array(WINDOW);
  private highest = 0;

  /** Whether the number arrives for the first time. */
  admits(number: number): boolean {
    if (!Number.isSafeInteger(number) || number < 1 || number <= this.highest - WINDOW) return false;
    this.advanceTo(number);
    const place = number % WINDOW;
    if (this.seen[place] === 1) return false;
    this.seen[place] = 1;
    return true;
  }

  /** Frees the places of skipped numbers, which may still arrive; the numbers that had these places no longer may. */
  private advanceTo(number: number): void {
    if (number - this.highest >= WINDOW) this.seen.fill(0);
    else for (let next = this.highest + 1; next <= number; next += 1) this.seen[next % WINDOW] = 0;
    this.highest = Math.max(this.highest, number);
  }
}
