import { Injectable } from '@nestjs/common';
import { interviewAssigned, interviewLetters } from '@pks/contracts';
import { BusClient, Clock, type Occurred, ownCall } from '@pks/platform';

type Assignment = Occurred<typeof interviewAssigned>;

/** The deadline of a call to the interviews service. Milliseconds. */
const CALL_WITHIN_MS = 3_000;
/** An older event had to wait, because something was unavailable. Milliseconds. */
const WAITED_MS = 60_000;

/** Finds the interview assignments that became outdated while their events waited. */
@Injectable()
export class WaitedAssignments {
  constructor(
    private readonly bus: BusClient,
    private readonly clock: Clock,
  ) {}

  /**
   * The ids of the events whose interview nobody has to take any more: it was deleted or completed meanwhile, or its assignee has left.
   * Events that did not wait are not checked.
   * @throws Fault when the interviews service cannot answer.
   */
  async outdatedAmong(events: readonly Occurred[]): Promise<ReadonlySet<string>> {
    const waitedSince = this.clock.now().getTime() - WAITED_MS;
    const waited = events.filter(isAssignment).filter(({ occurredAt }) => occurredAt.getTime() < waitedSince);
    const outdated = await Promise.all(
      waited.map(async (event) => ((await this.isOutdated(event)) ? [event.id] : [])),
    );
    return new Set(outdated.flat());
  }

  /** An assignment is outdated if its e-mail is. */
  private async isOutdated({ payload, requestId }: Assignment): Promise<boolean> {
    const { project_id, interview_id, assigned_to } = payload;
    const request = { project_id, interview_id, kind: 'assignment', assigned_to } as const;
    const context = ownCall(CALL_WITHIN_MS, requestId);
    return (await this.bus.call(interviewLetters.calls.read, request, context)).letter === null;
  }
}

function isAssignment(event: Occurred): event is Assignment {
  return event.subject === interviewAssigned.subject;
}
