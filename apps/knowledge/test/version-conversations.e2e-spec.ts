import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Contract,
  type ConversationNote,
  type InterviewNote,
  type ServiceName,
  conversationNotes,
  interviewNotes,
} from '@pks/contracts';
import { BusServer, NotFound, type Service, SystemClock } from '@pks/platform';
import {
  type TestBus,
  connectTestBus,
  faultOf,
  silentLog,
  standInService,
  type TestProject,
} from '@pks/testing';
import { RunningKnowledge } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
let bus: TestBus;
let project: TestProject;
let id: string;
let serving: BusServer[] = [];

beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
  bus = await connectTestBus(knowledge.natsUrl);
});
afterAll(async () => {
  await bus.close();
  await knowledge.stop();
});
beforeEach(async () => {
  id = randomUUID();
  project = knowledge.aProject();
  await project.create('Churn');
});
afterEach(async () => {
  await Promise.all(serving.map((server) => server.close()));
  serving = [];
});

/** Answers for another service, with the checks that each service makes. */
async function serve<C extends Contract>(
  queue: ServiceName,
  contract: C,
  handlers: Service<C>,
): Promise<void> {
  const options = { queue, deadlineMs: 10_000, concurrency: 50, queued: 50 };
  const { connection, seal } = bus;
  const server = new BusServer({ connection, seal, clock: new SystemClock(), log: silentLog() }, options);
  await (await standInService(contract, handlers, server)).listen();
  await connection.flush();
  serving.push(server);
}

/** Serves one conversation, which its project's members see. */
const withConversation = (answer?: () => Promise<ConversationNote>) =>
  serve('agents', conversationNotes, {
    async describe({ project_id, conversation_id }, caller): Promise<ConversationNote> {
      if (answer) return answer();
      if (conversation_id !== id || project_id !== project.id) throw new NotFound();
      return { type: 'playground', title: `Churn, to ${caller.email}`, user_message: null };
    },
  });

/** Serves one interview. */
const withInterview = (known = id) =>
  serve('interviews', interviewNotes, {
    async describe({ project_id, interview_id }): Promise<InterviewNote> {
      if (interview_id !== known || project_id !== project.id) throw new NotFound();
      return { type: 'guided-interview', name: 'Onboarding' };
    },
  });

const append = (coach_conversation_id: string | null = id) =>
  project.append('churn', 'Two', { coach_conversation_id });

describe('a version', () => {
  it('shows the conversation in which it was made, as its author sees it, wherever it is shown', async () => {
    await withConversation();
    await withInterview(randomUUID());
    const version = await append();
    const conversation = { id, type: 'playground', name: `Churn, to ${project.caller.email}` };
    expect(version).toMatchObject({ coach_conversation_id: id, conversation });
    expect(await project.version('churn', 2)).toEqual(version);
    await Promise.all(serving.map((server) => server.close()));
    serving = [];
    const { results } = await project.history('churn');
    expect(results.map((row) => row.conversation)).toEqual([conversation, null]);
  });

  it('shows the interview in which it was made', async () => {
    await withConversation(() => Promise.reject(new NotFound()));
    await withInterview();
    expect((await append()).conversation).toEqual({ id, type: 'guided-interview', name: 'Onboarding' });
  });

  it('shows none that is not known, and none where none is named', async () => {
    await withConversation();
    await withInterview();
    for (const named of [randomUUID(), null]) {
      expect(await append(named)).toMatchObject({ coach_conversation_id: named, conversation: null });
    }
  });

  it('fits the artifact that it is appended to, where that replaced another one while its conversation is looked up', async () => {
    const create = (technical_type: string) => project.create('Flow', { technical_type });
    await create('bpmn_xml');
    await withConversation(async () => {
      await project.remove('flow');
      await create('mental_map');
      throw new NotFound();
    });
    const large = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><task id="${'x'.repeat(20_000)}"/></definitions>`;
    const appended = project.append('flow', large, { coach_conversation_id: id });
    expect(await faultOf(appended)).toMatchObject({ fields: { payload: ['Must be an object.'] } });
    expect((await project.get('flow')).payload).toEqual({});
  });

  it('is appended while the agents service is away, and shows what the other service knows', async () => {
    expect((await append()).conversation).toBeNull();
    await withInterview();
    expect((await append()).conversation).toMatchObject({ name: 'Onboarding' });
  });

  it('is appended while the agents service does not answer', async () => {
    const late = Promise.withResolvers<ConversationNote>();
    await withConversation(() => late.promise);
    expect(await append()).toMatchObject({ coach_conversation_id: id, conversation: null });
    late.reject(new NotFound());
  });
});
