/** If something takes longer than this, the clients of a run give up. Milliseconds. */
const GIVEN_UP_MS = 120_000;

/** How long the clients of a run retry: until something takes too long, or the run is over. */
export class Patience {
  private readonly givingUp = new AbortController();
  private readonly givenUpMs: number;

  constructor(givenUpMs = GIVEN_UP_MS) {
    this.givenUpMs = givenUpMs;
  }

  /** Aborted, with the reason, once the clients give up. */
  get signal(): AbortSignal {
    return this.givingUp.signal;
  }

  /** Awaits work of the clients, which give up if it takes too long: then this resolves to a sentence. Rejects if the work does. */
  async during(what: string, work: Promise<unknown>): Promise<string | undefined> {
    const reason = new Error(`${what} took longer than ${this.givenUpMs / 1_000} s.`);
    const timer = setTimeout(() => this.givingUp.abort(reason), this.givenUpMs);
    try {
      await work;
      return undefined;
    } catch (error) {
      if (error !== reason) throw error;
      return reason.message;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the run. */
  end(): void {
    this.givingUp.abort(new Error('The run is over.'));
  }
}
