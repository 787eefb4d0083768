import { Injectable } from '@nestjs/common';
import {
  type CompletedInterview,
  type InterviewReference,
  type InterviewsAfter,
  type SummarizedInterview,
  interviewSummaries,
} from '@pks/contracts';
import { BusClient, type FaultKind, faultOf } from '@pks/platform';
import { Calling } from './calling.ts';

const { calls } = interviewSummaries;

/** The answers for an interview without a summary: it was deleted meanwhile, or is not completed. */
const NONE: ReadonlySet<FaultKind> = new Set(['not_found', 'invalid']);

/** The completed interviews of the interviews service, as they are now. Its methods throw a fault while that service does not answer. */
@Injectable()
export class Interviews {
  constructor(
    private readonly bus: BusClient,
    private readonly calling: Calling,
  ) {}

  /** The summary of an interview; undefined if it has none. */
  async read(reference: InterviewReference): Promise<SummarizedInterview | undefined> {
    try {
      return await this.bus.call(calls.read, reference, this.calling.context());
    } catch (error) {
      if (NONE.has(faultOf(error).kind)) return undefined;
      throw error;
    }
  }

  /** The next completed interviews of all projects, by project and id. */
  after(place: InterviewsAfter): Promise<readonly CompletedInterview[]> {
    return this.bus.call(calls.after, place, this.calling.context());
  }
}
