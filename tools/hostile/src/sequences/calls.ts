import type { Checks } from '../checks.ts';
import type { Operation } from '../document/open-api.ts';
import { Offence } from '../findings.ts';
import type { Answer } from '../product/client.ts';
import type { Named } from '../product/world.ts';
import { requestOf } from '../requests/plan.ts';
import { type SentBody, type SentRequest, curlOf } from '../requests/request.ts';

/** The parts of a sequence's request beside its operation. */
export interface Said {
  readonly body?: SentBody | null;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly key?: string;
  /** A credential other than the admin's. */
  readonly token?: string;
}

/** Sends the requests of one sequence, and remembers them. */
export class Calls {
  /** The requests so far, as command lines. */
  readonly sent: string[] = [];
  private readonly checks: Checks;
  private readonly operations: ReadonlyMap<string, Operation>;
  private readonly places: Named;

  constructor(checks: Checks, operations: ReadonlyMap<string, Operation>, places: Named) {
    this.checks = checks;
    this.operations = operations;
    this.places = places;
  }

  /** Calls an operation, and returns its answer, which the document must describe. @throws Offence */
  async call(
    operationId: string,
    named: Named,
    { body = null, query = {}, key, token }: Said = {},
  ): Promise<Answer> {
    const operation = this.operations.get(operationId);
    if (!operation) throw new Error(`The document has no operation ${operationId}.`);
    const { admin } = this.checks.world;
    const plan = {
      query: Object.entries(query).map(([name, value]) => [name, encodeURIComponent(value)] as const),
      headers: key === undefined ? {} : { 'idempotency-key': key },
      body,
      path: {},
    };
    const request = requestOf(operation, plan, {
      prefix: admin.prefix,
      named: { ...this.places, ...named },
      authorization: `Bearer ${token ?? admin.token}`,
    });
    return this.send(operation, request);
  }

  /** Like `call`, for an answer that must have this status. @throws Offence */
  async expect(status: number, operationId: string, named: Named, said: Said = {}): Promise<Answer> {
    const answer = await this.call(operationId, named, said);
    if (answer.status === status) return answer;
    throw this.offence(`${operationId} was answered with ${answer.status} instead of ${status}.`, answer);
  }

  /** The error for something that is wrong after the sequence so far. */
  offence(sentence: string, answer?: Answer): Offence {
    return new Offence(
      sentence,
      this.sent.join('\n  '),
      answer === undefined ? '' : `${answer.status} ${answer.text}`,
    );
  }

  private async send(operation: Operation, request: SentRequest): Promise<Answer> {
    this.sent.push(curlOf(request, this.checks.world.admin.client.origin));
    try {
      return await this.checks.described(operation, request);
    } catch (error) {
      if (!(error instanceof Offence)) throw error;
      throw new Offence(error.message, this.sent.join('\n  '), error.answer);
    }
  }
}
