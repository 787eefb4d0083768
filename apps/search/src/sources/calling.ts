import { Injectable } from '@nestjs/common';
import { type CallContext, Clock, currentCall } from '@pks/platform';
import { v7 } from 'uuid';

/** The patience of a job. Milliseconds. */
const PATIENCE_MS = 30_000;

/** Makes calls to other services: as a part of a call or of an event's handling, or for a job. */
@Injectable()
export class Calling {
  constructor(private readonly clock: Clock) {}

  /** The context of a call that is made now. */
  context(): CallContext {
    const deadline = this.clock.now().getTime() + PATIENCE_MS;
    return currentCall() ?? { requestId: v7(), deadline, caller: null };
  }
}
