import { Injectable } from '@nestjs/common';
import { type CallContext, Clock, currentCall } from '@pks/platform';
import { v7 } from 'uuid';

/** How long a job waits for the answer to a call. Milliseconds. */
const PATIENCE_MS = 30_000;

/** Gives calls to other services their context: that of the current call or event, or one for a job. */
@Injectable()
export class Calling {
  constructor(private readonly clock: Clock) {}

  /** The context of a call that is made now. */
  context(): CallContext {
    const deadline = this.clock.now().getTime() + PATIENCE_MS;
    return currentCall() ?? { requestId: v7(), deadline, caller: null };
  }
}
