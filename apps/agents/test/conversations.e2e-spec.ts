import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnswerProgress, type Caller, type Conversation, conversations } from '@pks/contracts';
import { Jobs, Unavailable } from '@pks/platform';
import { eventually, faultOf } from '@pks/testing';
import { answerTaking } from '../src/answers/answer-jobs.ts';
import { aPassage } from './knowledge-stand-in.ts';
import { NOT_FOUND, type RunningAgents, aViewerBeside, runningAgents } from './running-agents.ts';

const { calls } = conversations;
const QUESTION = 'How long may a refund take?';

let running: RunningAgents;
let admin: Caller;
let ana: Caller;
let conversation_id: string;
/** Ends the searches that are held. */
let release: () => void = () => undefined;

beforeAll(async () => (running = await runningAgents()));
afterAll(() => running.stop());
afterEach(() => {
  release();
  running.identity.isAway = false;
});
beforeEach(async () => {
  admin = running.admin();
  ana = aViewerBeside(admin);
  running.identity.grant(ana.project?.id ?? '', ana.user_id, ['CAN_VIEW_DATA']);
  running.knowledge.found = [aPassage()];
  running.knowledge.ready = Promise.resolve();
  ({ id: conversation_id } = await running.call(calls.create, {}, ana));
});

const read = (): Promise<Conversation> => running.call(calls.get, { conversation_id }, ana);
const begin = () => running.call(calls.begin, { conversation_id, message: QUESTION }, ana);
const said = async () => (await read()).chat_history.map(({ type, content }) => [type, content]);
/** How many searches were made for the asker. */
const searches = () =>
  running.knowledge.searches.filter(({ caller }) => caller.user_id === ana.user_id).length;

/** How many tools have run for the asker. */
const runs = async () => (await running.session.rows(RUNS, [ana.user_id])).length;

/** Holds all searches from now on until they are released. */
function holdSearches(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  running.knowledge.ready = promise;
  release = resolve;
}

/** Makes the answering process look as if it were gone. */
async function abandon(): Promise<void> {
  await running.session.rows(
    `UPDATE agents.questions SET leased_until = '2000-01-01' WHERE status = 'answering'`,
  );
  const { project } = ana;
  const payload = { project_id: project?.id ?? '', conversation_id, number: 1 };
  await running.service.app.get(Jobs).add(answerTaking, payload, { key: conversation_id });
}

describe('a question', () => {
  it('is refused while another one is answered', async () => {
    holdSearches();
    await begin();
    expect(await faultOf(begin())).toMatchObject({ kind: 'conflict' });
    release();
    await eventually('it is answered', async () => (await read()).chat_history.length === 3);
    await eventually('another one may be asked', () =>
      begin().then(
        () => true,
        () => false,
      ),
    );
  });

  it('that cannot be answered says why, and the next one can be asked', async () => {
    running.knowledge.ready = Promise.reject(new Unavailable());
    const entries = await running.call(calls.ask, { conversation_id, content: QUESTION }, ana);
    expect(entries.map(({ type, content }) => [type, content])).toEqual([
      ['message', QUESTION],
      ['message', new Unavailable().message],
    ]);
    running.knowledge.ready = Promise.resolve();
    expect(await running.call(calls.ask, { conversation_id, content: QUESTION }, ana)).toHaveLength(3);
  });

  it('whose answering process is gone is answered by another, once', async () => {
    holdSearches();
    await begin();
    await eventually('it is searched for', () => searches() === 1);
    running.knowledge.ready = Promise.resolve();
    await abandon();
    await eventually('it is answered', async () => (await read()).chat_history.length === 3);
    release();
    const { status } = await running.call(calls.follow, { conversation_id }, ana);
    expect(status).toBe('answered');
    await eventually('the first search is over', async () => (await runs()) === 2);
    expect((await said()).map(([type]) => type)).toEqual(['message', 'tool_call', 'message']);
  });

  it('that another process took over is answered as if it had not been', async () => {
    holdSearches();
    const letFirstEnd = release;
    const asked = running.call(calls.ask, { conversation_id, content: QUESTION }, ana);
    await eventually('it is searched for', () => searches() === 1);
    holdSearches();
    await abandon();
    await eventually('it is searched for again', () => searches() === 2);
    letFirstEnd();
    await eventually('the first search is over', async () => (await runs()) === 1);
    release();
    expect((await asked).map(({ type }) => type)).toEqual(['message', 'tool_call', 'message']);
  });

  it('that was looked at before its lease ended is looked at again', async () => {
    holdSearches();
    await begin();
    await running.session.rows(LOOK_NOW, [conversation_id]);
    const looks = async (state: string) =>
      (await running.session.rows(LOOKS, [conversation_id, state])).length;
    await eventually('it is looked at', async () => (await looks('completed')) === 1);
    expect(await looks('created')).toBe(1);
  });

  it('is the one of its key, also where the process was gone before its answer was stored', async () => {
    const ask = (content: string) => {
      const key = { key: conversation_id, operation: 'POST messages', fingerprint: content };
      return running.call(calls.ask, { conversation_id, content }, ana, key);
    };
    const entries = await ask('What is new?');
    await running.session.rows('DELETE FROM agents.idempotency_keys WHERE key = $1', [conversation_id]);
    expect(await faultOf(ask(QUESTION))).toMatchObject({ kind: 'payload_mismatch' });
    expect(await ask('What is new?')).toEqual(entries);
  });

  it('is another one under the same key after 24 hours', async () => {
    const ask = (content: string) => {
      const key = { key: conversation_id, operation: 'POST messages', fingerprint: content };
      return running.call(calls.ask, { conversation_id, content }, ana, key);
    };
    await ask('What is new?');
    await running.session.rows('DELETE FROM agents.idempotency_keys WHERE key = $1', [conversation_id]);
    const age = `UPDATE agents.questions SET asked_at = asked_at - interval '24 hours 1 minute' WHERE conversation_id = $1`;
    await running.session.rows(age, [conversation_id]);
    expect((await ask(QUESTION))[0]).toMatchObject({ content: QUESTION, query_id: 2 });
  });

  it('whose conversation is deleted meanwhile is found no more', async () => {
    holdSearches();
    const asked = faultOf(running.call(calls.ask, { conversation_id, content: QUESTION }, ana));
    await eventually('it is recorded', async () => (await read()).chat_history.length === 1);
    const followed = faultOf(running.call(calls.follow, { conversation_id, query_id: 1, after: 1 }, ana));
    await running.call(calls.archive, { conversation_id }, ana);
    await running.call(calls.removePermanently, { conversation_id }, admin);
    expect(await followed).toEqual(NOT_FOUND);
    release();
    expect(await asked).toEqual(NOT_FOUND);
  });

  it('that three processes could not answer is given up, and says so', async () => {
    holdSearches();
    await begin();
    await running.session.rows('UPDATE agents.questions SET attempts = 3 WHERE conversation_id = $1', [
      conversation_id,
    ]);
    await abandon();
    await eventually('it ends', async () => (await read()).chat_history.length === 2);
    expect((await said())[1]).toEqual(['message', 'The answer could not be completed.']);
  });

  it('whose second process is gone, too, is answered by a third', async () => {
    holdSearches();
    await begin();
    await eventually('it is searched for', () => searches() === 1);
    await running.session.rows(FORGET_LOOKS, [conversation_id]);
    await abandon();
    await eventually('it is searched for again', () => searches() === 2);
    await eventually('a third process searches', async () => {
      await running.session.rows(LEASE_ENDS, [conversation_id, 2]);
      await running.session.rows(LOOK_NOW, [conversation_id]);
      return searches() === 3;
    });
    release();
    await eventually('it is answered', async () => (await read()).chat_history.length === 3);
  });

  it('is not attempted while nobody knows what its asker may do', async () => {
    holdSearches();
    await begin();
    await eventually('it is searched for', () => searches() === 1);
    const asked = running.identity.asked.length;
    running.identity.isAway = true;
    await abandon();
    await eventually('its asker is looked up', () => running.identity.asked.length > asked);
    expect(await running.session.rows(ATTEMPTS, [conversation_id])).toEqual([{ attempts: 1 }]);
  });

  it('is attempted once it is known what its asker may do', async () => {
    holdSearches();
    await begin();
    await eventually('it is searched for', () => searches() === 1);
    running.knowledge.ready = Promise.resolve();
    await running.session.rows(FORGET_LOOKS, [conversation_id]);
    const asked = running.identity.asked.length;
    running.identity.isAway = true;
    await abandon();
    await eventually('its asker was looked up in vain', async () => {
      await running.session.rows(LEASE_ENDS, [conversation_id, 1]);
      if (running.identity.asked.length === asked) return false;
      return (await running.session.rows(LOOKS, [conversation_id, 'active'])).length === 0;
    });
    expect(await running.session.rows(ATTEMPTS, [conversation_id])).toEqual([{ attempts: 1 }]);
    expect(await running.session.rows(LOOKS, [conversation_id, 'created'])).toHaveLength(1);
    running.identity.isAway = false;
    await eventually('it is answered', async () => {
      await running.session.rows(LEASE_ENDS, [conversation_id, 1]);
      await running.session.rows(LOOK_NOW, [conversation_id]);
      return (await read()).chat_history.length === 3;
    });
  });

  it('is answered later with what its asker may do then', async () => {
    holdSearches();
    await begin();
    await eventually('it is searched for', () => searches() === 1);
    running.knowledge.ready = Promise.resolve();
    running.identity.grant(ana.project?.id ?? '', ana.user_id, []);
    await abandon();
    await eventually('it ends', async () => (await read()).chat_history.length === 2);
    expect(await said()).toEqual([
      ['message', QUESTION],
      ['message', 'You do not have permission to perform this action.'],
    ]);
  });
});

const ATTEMPTS = 'SELECT attempts FROM agents.questions WHERE conversation_id = $1';
const LOOKS = `SELECT id FROM agents_jobs.job WHERE data->>'conversation_id' = $1 AND state::text = $2`;
const LOOK_NOW = `UPDATE agents_jobs.job SET start_after = now() WHERE data->>'conversation_id' = $1 AND state = 'created'`;
const FORGET_LOOKS = `DELETE FROM agents_jobs.job WHERE data->>'conversation_id' = $1 AND state = 'created'`;
/** Repeated for each attempt, because a process that is not really gone renews its lease. */
const LEASE_ENDS = `UPDATE agents.questions SET leased_until = '2000-01-01' WHERE conversation_id = $1 AND attempts = $2`;
const RUNS = `SELECT id FROM agents.tool_runs WHERE run_by_id = $1`;

/** Inserts entries with the numbers $2 to $3, about question $4, or each about its own. */
const MANY = `
  INSERT INTO agents.conversation_entries (project_id, conversation_id, number, id, role, type, content, query_id,
                                           input_parameters, results, created_at)
  SELECT c.project_id, c.id, n, gen_random_uuid(), 'assistant', 'message', 'Entry ' || n || repeat(' and so on', 100),
         coalesce($4::integer, n),
         '{}', '[]', now()
    FROM agents.conversations c CROSS JOIN generate_series($2::integer, $3::integer) n WHERE c.id = $1`;

describe('a long question', () => {
  it('names its conversation, and is searched for, in whole characters', async () => {
    const query = `${'a'.repeat(78)}😀${'b'.repeat(1_919)}`;
    await running.call(calls.ask, { conversation_id, content: `${query}😀 and more` }, ana);
    expect((await read()).name).toBe(`${'a'.repeat(78)}…`);
    expect(running.knowledge.searches.at(-1)?.request).toMatchObject({ query });
  });

  it('is searched for by its words, however much space is before them', async () => {
    const content = `${' \n'.repeat(1_000)}${QUESTION}`;
    const [, search] = await running.call(calls.ask, { conversation_id, content }, ana);
    expect(search).toMatchObject({ type: 'tool_call', input_parameters: { query: QUESTION } });
  });
});

describe('an answer without a language model', () => {
  it('quotes the three best passages of the oldest search, and names the sources of these alone', async () => {
    await running.create(admin, { name: 'A later search' });
    const titles = ['one', 'two', 'three', 'four', 'five'];
    running.knowledge.found = titles.map((title) => aPassage({ title }));
    const [, search, answer] = await running.call(calls.ask, { conversation_id, content: QUESTION }, ana);
    expect(search?.content).toBe('Semantic search');
    expect(search?.results.map(({ title }) => title)).toEqual(titles);
    expect(answer?.results.map(({ title }) => title)).toEqual(titles.slice(0, 3));
    expect(answer?.content.match(/(?<=— )\w+/g)).toEqual(titles.slice(0, 3));
  });
});

describe('a list of conversations', () => {
  it('is searched for names and for what was said, not for the tools that ran', async () => {
    const entries = await running.call(calls.ask, { conversation_id, content: QUESTION }, ana);
    const tool = entries.find(({ type }) => type === 'tool_call')?.content;
    const found = async (text?: string) => (await running.call(calls.list, { text }, ana)).results.length;
    expect([await found('HOW LONG'), await found('three'), await found(tool)]).toEqual([1, 1, 0]);
  });
});

describe('the progress of an answer', () => {
  const follow = (fields: object) => running.call(calls.follow, { conversation_id, ...fields }, ana);
  const numbers = ({ entries }: AnswerProgress) => entries.map(({ number }) => number);

  beforeEach(async () => {
    for (let asked = 0; asked < 3; asked += 1)
      await running.call(calls.ask, { conversation_id, content: QUESTION }, ana);
  });

  it('has the entries of its question, or all up to it, after an entry', async () => {
    expect(numbers(await follow({}))).toEqual([7, 8, 9]);
    expect(numbers(await follow({ after: 2 }))).toEqual([7, 8, 9]);
    expect(numbers(await follow({ after: 2, earlier: true }))).toEqual([3, 4, 5, 6, 7, 8, 9]);
    const second = await follow({ after: 2, earlier: true, query_id: 2 });
    expect([second.query_id, numbers(second), second.has_more]).toEqual([2, [3, 4, 5, 6], false]);
  });

  it('is refused after an entry that does not exist, instead of leaving out what comes before it', async () => {
    expect(numbers(await follow({ after: 9, earlier: true }))).toEqual([]);
    for (const after of [10, 999_999_999_999_999])
      for (const earlier of [true, false])
        expect(await faultOf(follow({ after, earlier }))).toMatchObject({
          kind: 'invalid',
          fields: { after: [`The conversation has no entry ${after} yet.`] },
        });
  });

  it('has 20 entries at most, and says that there may be more', async () => {
    await running.session.rows(MANY, [conversation_id, 10, 39, 3]);
    const [first, second] = [await follow({ earlier: true }), await follow({ after: 20, earlier: true })];
    expect([numbers(first).length, numbers(first).at(-1), first.has_more]).toEqual([20, 20, true]);
    expect([numbers(second)[0], numbers(second).at(-1), second.has_more]).toEqual([21, 39, false]);
    const last = await follow({ after: 0 });
    expect([numbers(last)[0], numbers(last).at(-1), last.has_more]).toEqual([7, 26, true]);
  });
});

describe('a conversation of 10,000 entries', () => {
  it('is read in one request, in order', async () => {
    await running.session.rows(MANY, [conversation_id, 1, 10_000, null]);
    await running.session.rows('UPDATE agents.conversations SET size = 10000000 WHERE id = $1', [
      conversation_id,
    ]);
    const { chat_history } = await read();
    expect(chat_history.map(({ query_id }) => query_id)).toEqual(
      Array.from({ length: 10_000 }, (_, n) => n + 1),
    );
  });

  it('and no more than 32 MiB', async () => {
    await running.session.rows('UPDATE agents.conversations SET size = 33554432 WHERE id = $1', [
      conversation_id,
    ]);
    expect(await faultOf(begin())).toMatchObject({
      kind: 'invalid',
      message: 'This conversation has reached its limit: begin another one.',
    });
  });
});
