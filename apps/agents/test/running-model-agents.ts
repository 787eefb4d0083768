import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  type Caller,
  type Contract,
  type DocumentDetail,
  type FoundPassage,
  type JsonObject,
  type ServiceName,
  type ToolType,
  documents,
  search,
  standings,
  toolRuns,
  tools,
} from '@pks/contracts';
import { BusServer, NotFound, type Service, SystemClock } from '@pks/platform';
import {
  type Environment,
  type ServiceGround,
  type TestBus,
  type TestedService,
  aCaller,
  runningService,
  silentLog,
  standInService,
} from '@pks/testing';
import { agents } from '../src/agents.ts';
import { aDocument } from './knowledge-stand-in.ts';

const PLACES = { page: 1, heading: '', version_number: null, slug: null } as const;

/** A document of the stand-in for the knowledge service. */
export interface HeldDocument {
  readonly id: string;
  readonly projectId: string;
  readonly text: string;
}

/** The agents service with stand-ins for other services, which check callers as those services do. */
export interface RunningModelAgents extends TestedService {
  readonly call: ServiceGround['call'];
  /** The documents of all projects. */
  readonly held: HeldDocument[];
  /** The calls to the knowledge service: for what, for whom, and in which project. */
  readonly asked: (readonly [string, string, string])[];
  run(caller: Caller, toolId: string, parameters: JsonObject): Promise<readonly JsonObject[]>;
  create(admin: Caller, type: ToolType, fields?: JsonObject): Promise<string>;
  /** The id of the default tool of a type; undefined if the project has none. */
  first(caller: Caller, type: ToolType): Promise<string | undefined>;
}

/** Starts the agents service over a real NATS server and a real PostgreSQL. */
export async function runningModelAgents(env: Environment, log = silentLog()): Promise<RunningModelAgents> {
  const tested = await runningService(agents, { env, log });
  const [held, asked]: [HeldDocument[], RunningModelAgents['asked']] = [[], []];
  await serveBeside(tested.bus, held, asked);
  const call: RunningModelAgents['call'] = (rpc, request, caller, idempotency) =>
    tested.call(rpc, { project_id: caller?.project?.id, ...request }, caller, idempotency);
  return {
    ...tested,
    call,
    held,
    asked,
    run: (caller, tool_id, parameters) => call(toolRuns.calls.run, { tool_id, parameters }, caller),
    create: async (admin, tool_type, fields = {}) =>
      (await call(tools.calls.create, { name: 'A tool', tool_type, ...fields }, admin)).id,
    first: async (caller, tool_type) => (await call(tools.calls.list, { tool_type }, caller)).results[0]?.id,
  };
}

/** An admin of a new project. */
export function anAdmin(): Caller {
  return aCaller({ email: `${randomUUID()}@example.test` });
}

/** Another user in the same project, who may only view. */
export function aViewerBeside({ project }: Caller): Caller {
  if (!project) throw new Error('The caller is in no project.');
  const email = `${randomUUID()}@example.test`;
  return aCaller({ email, project: { ...project, permissions: ['CAN_VIEW_DATA'] } });
}

/** The project in which a caller acts. */
export function projectIdOf({ project }: Caller): string {
  return project?.id ?? '';
}

async function serveBeside(
  bus: TestBus,
  held: readonly HeldDocument[],
  asked: (readonly [string, string, string])[],
): Promise<void> {
  const one = (what: string, place: { project_id: string; document_id: string }, caller: Caller) => {
    asked.push([what, caller.user_id, place.project_id]);
    const found = held.find(
      ({ id, projectId }) => id === place.document_id && projectId === place.project_id,
    );
    if (!found) throw new NotFound();
    return found;
  };
  const project = {
    project_name: 'Support',
    artifact_publish_mode: 'manual_publish',
    permissions: ['CAN_VIEW_DATA'],
  } as const;
  await serve(bus, 'identity', standings, { of: async () => project });
  await serve(bus, 'search', search, {
    find: async ({ project_id, top_k }, { user_id }) => {
      asked.push(['find', user_id, project_id]);
      return held
        .filter(({ projectId }) => projectId === project_id)
        .map(passageOf)
        .slice(0, top_k);
    },
  });
  const { get, text } = documents.calls;
  const reading = { subject: documents.subject, calls: { get, text } };
  await serve(bus, 'knowledge', reading, {
    get: async (place, caller) => ({ ...detailOf(caller), id: one('get', place, caller).id }),
    text: async (place, caller) => {
      const { id, text: whole } = one('text', place, caller);
      return { id, indexing_status: 'active', page_count: 1, text: whole };
    },
  });
}

function passageOf({ id, text }: HeldDocument): FoundPassage {
  const matched_by = { words: [], nearness: 0.5 };
  return { ...PLACES, kind: 'document', id, title: `${id}.txt`, text, score: 0.5, matched_by };
}

function detailOf({ user_id, email }: Caller): DocumentDetail {
  return {
    ...aDocument({ name: 'handbook.txt', content_type: 'text/plain', page_count: 1 }),
    uploaded_by: { id: user_id, email },
    indexing_status: 'active',
    indexing_error: null,
  };
}

async function serve<C extends Contract>(
  { connection, seal }: TestBus,
  queue: ServiceName,
  contract: C,
  handlers: Service<C>,
): Promise<void> {
  const options = { queue, deadlineMs: 60_000, concurrency: 50, queued: 50 };
  const server = new BusServer({ connection, seal, clock: new SystemClock(), log: silentLog() }, options);
  await (await standInService(contract, handlers, server)).listen();
}
