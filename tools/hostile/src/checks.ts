import { randomUUID } from 'node:crypto';
import { type OpenApi, type Operation, parametersIn } from './document/open-api.ts';
import { Offence } from './findings.ts';
import type { Answer } from './product/client.ts';
import { Targets } from './product/targets.ts';
import type { World } from './product/world.ts';
import { type FlawNotes, type Plan, requestOf } from './requests/plan.ts';
import { type SentRequest, curlOf } from './requests/request.ts';
import { LIMITED, explanationOf } from './verdict/explained.ts';
import { unheededBy } from './verdict/heeded.ts';
import { Judge } from './verdict/judge.ts';
import { missedBy } from './verdict/refusal.ts';

/** The outcome of a case that held, and how many requests it took. */
export interface Held {
  readonly outcome: 'done' | 'explained' | 'limited';
  readonly requests: number;
}

const LOG_OUT = 'sessions_log_out';
const TOO_MANY = 429;

/** Sends requests, and checks the answers against the document. */
export class Checks {
  readonly world: World;
  private readonly judge: Judge;
  private readonly targets: Targets;

  constructor(document: OpenApi, world: World) {
    this.world = world;
    this.judge = new Judge(document);
    this.targets = new Targets(world);
  }

  /** A request that the document allows is done, or refused by a rule that no schema can express. @throws Offence */
  async valid(operation: Operation, plan: Plan): Promise<Held> {
    const named = await this.targets.of(operation);
    const token =
      operation.operationId === LOG_OUT ? await this.world.anotherToken() : this.world.admin.token;
    const given = requestOf(operation, plan, {
      prefix: this.world.admin.prefix,
      named,
      authorization: `Bearer ${token}`,
    });
    const request = plan.again === true ? withKey(operation, given) : given;
    const answer = await this.described(operation, request);
    if (isLimited(operation, answer)) return { outcome: 'limited', requests: 1 };
    if (answer.status >= 400) {
      if (explanationOf(operation.operationId, answer)) return { outcome: 'explained', requests: 1 };
      throw this.offence(`The request is valid, and was answered with ${answer.status}.`, request, answer);
    }
    const unheeded = unheededBy(operation.operationId, request, answer);
    if (unheeded !== null) throw this.offence(unheeded, request, answer);
    if (plan.again !== true || answer.status === 304) return { outcome: 'done', requests: 1 };
    return { outcome: 'done', requests: 1 + (await this.again(operation, request, answer)) };
  }

  /** A request with a flaw is refused, and the error names the flawed field. @throws Offence */
  async invalid(operation: Operation, plan: Plan, flaw: FlawNotes): Promise<Held> {
    const named = await this.targets.kept(operation);
    const authorization = `Bearer ${this.world.admin.token}`;
    const request = requestOf(operation, plan, { prefix: this.world.admin.prefix, named, authorization });
    const answer = await this.described(operation, request);
    if (isLimited(operation, answer)) return { outcome: 'limited', requests: 1 };
    const missed = missedBy(flaw, answer);
    if (missed !== null) throw this.offence(missed, request, answer);
    return { outcome: 'done', requests: 1 };
  }

  /** Sends a request, whose answer the document must describe. @throws Offence */
  async described(operation: Operation, request: SentRequest): Promise<Answer> {
    const answer = await this.world.admin.client.send(request).catch((error: unknown) => {
      throw this.offence(`There was no answer: ${String(error)}`, request, null);
    });
    const fault = this.judge.fault(operation, answer);
    if (fault !== null) throw this.offence(fault, request, answer);
    return answer;
  }

  offence(sentence: string, request: SentRequest, answer: Answer | null): Offence {
    const got = answer === null ? '' : `${answer.status} ${answer.text}`;
    return new Offence(sentence, curlOf(request, this.world.admin.client.origin), got);
  }

  /** Repeats a request: with the same key it gets the same answer and has no effect; with an `ETag`, an unchanged body is not sent again. */
  private async again(operation: Operation, request: SentRequest, first: Answer): Promise<number> {
    if (request.headers['idempotency-key'] !== undefined) {
      const second = await this.described(operation, request);
      const isSame = second.status === first.status && (second.text === first.text || isStream(first));
      if (second.headers['idempotent-replayed'] === 'true' && isSame) return 1;
      if (second.status === 409 && SECRETS.includes(operation.operationId)) return 1;
      throw this.offence('The same Idempotency-Key got another answer than the first.', request, second);
    }
    const etag = first.headers['etag'];
    if (operation.method !== 'GET' || etag === undefined || 'range' in request.headers) return 0;
    const conditional = { ...request, headers: { ...request.headers, 'if-none-match': etag } };
    const second = await this.described(operation, conditional);
    if (second.status === 304 || second.headers['etag'] !== etag) return 1;
    throw this.offence('The ETag of the first answer got the whole of it again.', conditional, second);
  }
}

/** Operations whose answer has a secret, which is shown only once. */
const SECRETS: readonly string[] = ['api_keys_create'];

function withKey(operation: Operation, request: SentRequest): SentRequest {
  if (!parametersIn(operation, 'header').some(({ name }) => name === 'Idempotency-Key')) return request;
  return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
}

/** Whether the answer is a stream, of which a varying part arrives before the client leaves. */
function isStream({ headers }: Answer): boolean {
  return headers['content-type']?.startsWith('text/event-stream') ?? false;
}

function isLimited({ operationId }: Operation, { status }: Answer): boolean {
  return status === TOO_MANY && LIMITED.includes(operationId);
}
