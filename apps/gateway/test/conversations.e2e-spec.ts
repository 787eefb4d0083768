import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  ArtifactVersion,
  Conversation,
  ConversationEntry,
  ConversationItem,
  Interview,
  Page,
  Sharing,
  Signal,
  SignalGroup,
  ToolRun,
} from '@pks/contracts';
import { type ApiClient, eventually } from '@pks/testing/black-box';
import { EventStream } from './support/event-stream.ts';
import { formOf } from './support/forms.ts';
import { type Person, World } from './support/world.ts';

const world = new World();
const QUESTION = 'How long may a refund take?';
const POLICY = 'Refunds are paid within fourteen days of the return.';

let project: string;
let path: string;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  ({ id: project } = await world.project());
  path = `/projects/${project}/playground-conversations/`;
  const files = formOf([{ name: 'refunds.txt', content: POLICY }]);
  await world.founder.send('POST', `/projects/${project}/documents/bulk-upload/`, files);
  await eventually('the document is found', async () => {
    const found = await world.founder.post<readonly object[]>(`/projects/${project}/search/`, {
      query: 'refund',
    });
    return found.body.length > 0;
  });
});

beforeEach(async () => {
  [ana, ben] = [await world.member(project), await world.member(project)];
});

async function begin(client: ApiClient, fields: object = {}): Promise<Conversation> {
  const made = await client.post<Conversation>(path, fields);
  expect(made.status).toBe(201);
  return made.body;
}

const ask = (client: ApiClient, id: string, headers: Record<string, string> = {}) =>
  client.send<readonly ConversationEntry[]>('POST', `${path}${id}/messages/`, { content: QUESTION }, headers);

const idsOf = ({ body }: { readonly body: Page<ConversationItem> }): readonly string[] =>
  body.results.map(({ id }) => id);

describe('a conversation', () => {
  it('begins empty, with the settings that the project has from its start', async () => {
    const settings = await ana.api.get<Page<object>>(`/projects/${project}/agent-settings/`);
    const [first] = settings.body.results;
    expect(settings.body).toMatchObject({ count: 1, results: [{ name: 'Default', is_default: true }] });
    expect(await begin(ana.api, { tags: ['Money', 'money', 'Returns'] })).toMatchObject({
      name: 'New conversation',
      type: 'playground',
      created_by: ana.id,
      chat_history: [],
      agent_settings: (first as { id: string }).id,
      agent_settings_name: 'Default',
      tags: ['Money', 'Returns'],
      is_shared: false,
      is_archived: false,
      archived_at: null,
    });
  });

  it('answers with what the project says, its source and the call that found it', async () => {
    const { id } = await begin(ana.api);
    const { status, body } = await ask(ana.api, id);
    expect([status, body.map(({ role, type, query_id }) => [role, type, query_id])]).toEqual([
      201,
      [
        ['user', 'message', 1],
        ['assistant', 'tool_call', 1],
        ['assistant', 'message', 1],
      ],
    ]);
    expect(body[1]).toMatchObject({ tool_type: 'retrieval', input_parameters: { query: QUESTION } });
    expect(body[1]?.results[0]).toMatchObject({ kind: 'document', title: 'refunds.txt', text: POLICY });
    expect(body[2]?.content).toContain(`> ${POLICY}\n\n— refunds.txt`);
    const whole = await ana.api.get<Conversation>(`${path}${id}/`);
    expect(whole.body).toMatchObject({ name: QUESTION, chat_history: body });
    const [tool] = (await world.founder.get<Page<{ id: string }>>(`/projects/${project}/tools/`)).body
      .results;
    const runs = await world.founder.get<Page<ToolRun>>(`/projects/${project}/tools/${tool?.id}/runs/`);
    expect(runs.body.results[0]).toMatchObject({ run_by: { id: ana.id }, status: 'success' });
  });

  it('records a question once for an idempotency key', async () => {
    const { id } = await begin(ana.api);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await ask(ana.api, id, headers);
    expect((await ask(ana.api, id, headers)).body).toEqual(first.body);
    const { body } = await ana.api.get<Conversation>(`${path}${id}/`);
    expect(body.chat_history).toHaveLength(3);
  });

  it('is another one’s only by its id, once it is shared, and only to read', async () => {
    const { id } = await begin(ana.api, { name: 'Secret' });
    expect((await ben.api.get(`${path}${id}/`)).status).toBe(404);
    const shared = await ana.api.post<Sharing>(`${path}${id}/share/`);
    expect([shared.status, shared.body]).toEqual([200, { status: 'shared', is_shared: true }]);
    expect((await ben.api.get<Conversation>(`${path}${id}/`)).body).toMatchObject({ id, is_shared: true });
    expect(idsOf(await ben.api.get(path))).toEqual([]);
    expect((await ask(ben.api, id)).status).toBe(403);
    expect((await ben.api.send('PATCH', `${path}${id}/`, { name: 'Mine' })).status).toBe(403);
    expect((await world.founder.send('PATCH', `${path}${id}/`, { name: 'Ours' })).status).toBe(200);
    expect((await ask(world.founder, id)).status).toBe(403);
    await ana.api.post(`${path}${id}/unshare/`);
    expect((await ben.api.get(`${path}${id}/`)).status).toBe(404);
  });

  it('is archived, found again, and deleted for good by an admin', async () => {
    const { id } = await begin(ana.api, { name: 'Old', tags: ['past'] });
    expect((await ana.api.post(`${path}${id}/unarchive/`)).body).toEqual({
      error: 'This conversation is not archived.',
    });
    expect((await ana.api.send('DELETE', `${path}${id}/`)).status).toBe(204);
    expect(idsOf(await ana.api.get(path))).not.toContain(id);
    expect(idsOf(await ana.api.get(`${path}?include_archived=true`))).toContain(id);
    expect((await ask(ana.api, id)).body).toEqual({ error: 'This conversation is archived.' });
    expect((await ana.api.post(`${path}${id}/permanent_delete/`)).status).toBe(403);
    expect((await ana.api.post(`${path}${id}/unarchive/`)).status).toBe(204);
    expect((await world.founder.post(`${path}${id}/permanent_delete/`)).status).toBe(400);
    await ana.api.send('DELETE', `${path}${id}/`);
    expect((await world.founder.post(`${path}${id}/permanent_delete/`)).status).toBe(204);
    expect((await ana.api.get(`${path}${id}/`)).status).toBe(404);
  });
});

describe('a signal about a conversation', () => {
  const submit = (api: ApiClient, conversation_id: string) => {
    const context = {
      conversation_id,
      query_id: 1,
      user_message: 'As I remember it',
      conversation_title: 'Mine',
    };
    return api.post<Signal>(`/projects/${project}/signals/`, { feedback: 'Out of date.', context });
  };

  it('shows its title and the question, whatever the client says of them', async () => {
    const { id } = await begin(ana.api, { name: 'Returns' });
    await ask(ana.api, id);
    const { body } = await submit(ana.api, id);
    expect(body).toMatchObject({ conversation_title: 'Returns', user_message: QUESTION, query_id: 1 });
  });

  it('shows nothing of one that its submitter may not see', async () => {
    const { id } = await begin(ana.api, { name: 'Secret' });
    await ask(ana.api, id);
    for (const other of [id, randomUUID()]) {
      const { body } = await submit(ben.api, other);
      expect(body).toMatchObject({ conversation_title: 'Mine', user_message: 'As I remember it' });
    }
  });
});

describe('a group of signals', () => {
  const grouped = async (api: ApiClient, query = '') =>
    (await api.get<Page<SignalGroup>>(`/projects/${project}/signals/grouped_by_conversation/${query}`)).body
      .results;

  it('shows its conversation as it is now, and only on request once that is archived', async () => {
    const { id: conversation_id, created_at } = await begin(ana.api, { name: 'Returns' });
    const signal = { feedback: 'Out of date.', context: { conversation_id } };
    await ana.api.post<Signal>(`/projects/${project}/signals/`, signal);
    const follows = async (query: string, fields: Partial<SignalGroup>) => {
      await eventually('the group follows its conversation', async () => {
        const [group] = await grouped(ana.api, query);
        return Object.entries(fields).every(([name, value]) => group?.[name as keyof SignalGroup] === value);
      });
    };
    await follows('', { conversation_title: 'Returns', conversation_created_at: created_at });
    await ana.api.patch(`${path}${conversation_id}/`, { name: 'Refunds' });
    await follows('', { conversation_title: 'Refunds', agent_name: 'Default' });
    await ana.api.delete(`${path}${conversation_id}/`);
    await follows('?include_archived=true', { conversation_is_archived: true });
    expect(await grouped(ana.api)).toEqual([]);
  });
});

describe('a version that was made in a conversation', () => {
  it('shows it, and in an interview that', async () => {
    const { id, type, name } = await begin(world.founder, { name: 'Returns' });
    const versions = `/projects/${project}/artifacts/brief/versions/`;
    const append = async (coach_conversation_id: string) =>
      (await world.founder.post<ArtifactVersion>(versions, { payload: '# Brief', coach_conversation_id }))
        .body;
    expect((await append(id)).conversation).toEqual({ id, type, name });
    const assignment = { assignee_ids: [ana.id], topic: 'Refunds' };
    const made = await world.founder.post<readonly Interview[]>(
      `/projects/${project}/interviews/assign/`,
      assignment,
    );
    const [interview] = made.body;
    expect((await append(interview?.id ?? '')).conversation).toEqual({
      id: interview?.id,
      type: 'interview',
      name: interview?.name,
    });
    expect((await append(project)).conversation).toBeNull();
  });
});

describe('the list of conversations', () => {
  it('has one’s own, the ones that changed last first, and all for an admin', async () => {
    const mine = [await begin(ana.api), await begin(ana.api)].map(({ id }) => id);
    const other = (await begin(ben.api)).id;
    expect(idsOf(await ana.api.get(path))).toEqual([...mine].reverse());
    await ask(ana.api, mine[0] ?? '');
    expect(idsOf(await ana.api.get(path))).toEqual(mine);
    expect(idsOf(await world.founder.get(path))).toEqual(expect.arrayContaining([...mine, other]));
  });

  it('is filtered by tags, whatever their case, and by what was said', async () => {
    const [tagged, plain] = [await begin(ana.api, { tags: ['Élan'] }), await begin(ana.api)];
    await ask(ana.api, plain.id);
    expect(idsOf(await ana.api.get(`${path}?tags=${encodeURIComponent('other,éLAN')}`))).toEqual([tagged.id]);
    expect(idsOf(await ana.api.get(`${path}?no_tags=true`))).toEqual([plain.id]);
    expect(idsOf(await ana.api.get(`${path}?text=REFUND%20take`))).toEqual([plain.id]);
    expect(idsOf(await ana.api.get(`${path}?text=%25`))).toEqual([]);
    expect((await ana.api.get(`${path}all-tags/`)).body).toEqual({ tags: ['Élan'] });
  });

  it('is found by each tag that there is, none of which has a comma', async () => {
    const { id } = await begin(ana.api, { tags: ['x y', '"z"', ';'] });
    const comma = { tags: ['plain', 'with, comma'] };
    for (const refused of [await ana.api.post(path, comma), await ana.api.patch(`${path}${id}/`, comma)])
      expect(refused).toMatchObject({
        status: 400,
        body: { 'tags.1': ['This field may not contain a comma.'] },
      });
    const { tags } = (await ana.api.get<{ tags: readonly string[] }>(`${path}all-tags/`)).body;
    expect(tags.length).toBeGreaterThan(2);
    for (const tag of tags)
      expect(idsOf(await ana.api.get(`${path}?tags=${encodeURIComponent(tag)}`))).not.toEqual([]);
  });
});

describe('an answer that is followed', () => {
  const entriesIn = ({ events }: EventStream) => events.filter(({ event }) => event === 'entry');

  it('arrives entry by entry, and is continued after any of them', async () => {
    const { id } = await begin(ana.api);
    const address = `${world.baseUrl}${path}${id}/`;
    const asked = await EventStream.ask(`${address}send_message_stream/`, ana.token, { message: QUESTION });
    expect((await asked.first('done')).data).toEqual({ query_id: 1, status: 'answered' });
    const { body } = await ana.api.get<Conversation>(`${path}${id}/`);
    expect(entriesIn(asked).map(({ data }) => data)).toEqual(body.chat_history);
    expect(entriesIn(asked).map(({ id: number }) => number)).toEqual(['1', '2', '3']);
    const again = await EventStream.open(`${address}stream/`, ana.token, { 'last-event-id': '1' });
    await again.first('done');
    expect(entriesIn(again).map(({ id: number }) => number)).toEqual(['2', '3']);
  });

  it('is continued after an entry of an earlier question, with all that was said since', async () => {
    const { id } = await begin(ana.api);
    for (let asked = 0; asked < 3; asked += 1) await ask(ana.api, id);
    const numbersAfter = async (headers: Record<string, string>) => {
      const stream = await EventStream.open(`${world.baseUrl}${path}${id}/stream/`, ana.token, headers);
      expect((await stream.first('done')).data).toEqual({ query_id: 3, status: 'answered' });
      return entriesIn(stream).map(({ id: number }) => Number(number));
    };
    expect(await numbersAfter({})).toEqual([7, 8, 9]);
    expect(await numbersAfter({ 'last-event-id': '2' })).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  it('ends with the reason when it is continued after an entry that does not exist', async () => {
    const { id } = await begin(ana.api);
    await ask(ana.api, id);
    const after = (number: string) =>
      EventStream.open(`${world.baseUrl}${path}${id}/stream/`, ana.token, { 'last-event-id': number });
    expect((await (await after('3')).first('done')).data).toEqual({ query_id: 1, status: 'answered' });
    const beyond = await after('4');
    expect((await beyond.first('end')).data).toEqual({ error: 'The conversation has no entry 4 yet.' });
    expect(beyond.events).toHaveLength(1);
  });

  it('is the first one when it is asked again with the same key, and says so', async () => {
    const { id } = await begin(ana.api);
    const address = `${world.baseUrl}${path}${id}/send_message_stream/`;
    const asking = () =>
      EventStream.ask(address, ana.token, { message: QUESTION }, { 'idempotency-key': `ask ${id}` });
    const [first, again] = [await asking(), await asking()];
    await Promise.all([first.first('done'), again.first('done')]);
    expect(again.events).toEqual(first.events);
    const replayed = ({ response }: EventStream) => response.headers.get('idempotent-replayed');
    expect([replayed(first), replayed(again)]).toEqual([null, 'true']);
  });

  it('is sent whole when it is asked for the first time, whatever was received before', async () => {
    const { id } = await begin(ana.api);
    const address = `${world.baseUrl}${path}${id}/send_message_stream/`;
    const asked = await EventStream.ask(address, ana.token, { message: QUESTION }, { 'last-event-id': '99' });
    await asked.first('done');
    expect(asked.events.map(({ id: number }) => number)).toEqual(['1', '2', '3', undefined]);
  });

  it('is completed though its client leaves', async () => {
    const { id } = await begin(ana.api);
    const address = `${world.baseUrl}${path}${id}/send_message_stream/`;
    const asked = await EventStream.ask(address, ana.token, { message: QUESTION });
    asked.close();
    await eventually('the answer is complete', async () => {
      const { body } = await ana.api.get<Conversation>(`${path}${id}/`);
      return body.chat_history.length === 3;
    });
  });

  it('is refused before it begins, in JSON', async () => {
    const { id } = await begin(ana.api);
    const stream = `${path}${id}/send_message_stream/`;
    expect((await ana.api.post(stream, {})).body).toMatchObject({ message: ['This field is required.'] });
    expect((await ben.api.post(stream, { message: QUESTION })).status).toBe(404);
    expect((await ben.api.get(`${path}${id}/stream/`)).status).toBe(404);
  });
});
