import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HonestAnswer, HonestClient, type HonestRequest } from './honest-client.ts';
import { type Kind, ROUND } from './mix.ts';
import { FORM_TYPE, formOf } from './request.ts';
import type { Tenant } from './tenant.ts';
import type { Waited } from './waits.ts';

const PARAGRAPH = 'What the project knows of its customers, in a sentence of some length. ';
/** The status of a document that cannot be read, and those of one that the product has finished with. */
const FAILED = 'failed';
const FINISHED = ['active', FAILED];

/** A document that the product has not read yet. */
interface Unread {
  readonly id: string;
  readonly since: number;
}

/** How long the honest user waited for requests and for uploaded files. */
export interface Experience {
  readonly waited: readonly Waited[];
  /** The longest time from an upload until its text was read, or until now. Milliseconds. */
  readonly longestReadingMs: number;
  /** How many files the product gave up, although anybody can read them. */
  readonly failedReadings: number;
}

/** A user who sends the requests that users send, at a steady pace, whether or not earlier ones are answered. */
export class HonestUser {
  private readonly client: HonestClient;
  private waited: Waited[] = [];
  private longestReadingMs = 0;
  private failedReadings = 0;
  private unread: Unread[] = [];
  private session = '';
  private step = 0;
  private first: Kind[] = [];
  private readonly aside: Promise<void>[] = [];
  private until = 0;
  private work: Promise<void> = Promise.resolve();

  private readonly tenant: Tenant;
  private readonly slugs: readonly string[];
  private readonly noteId: string;

  private constructor(tenant: Tenant, slugs: readonly string[], noteId: string) {
    this.tenant = tenant;
    this.slugs = slugs;
    this.noteId = noteId;
    this.client = new HonestClient(tenant.baseUrl);
  }

  /** Creates a user of this tenant's project, with the objects that they work on. */
  static async in(tenant: Tenant): Promise<HonestUser> {
    const slugs: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const slug = await tenant.artifact();
      await tenant.append(slug, `# Customers ${n}\n\n${PARAGRAPH.repeat(20)}`);
      slugs.push(slug);
    }
    const noteId = await tenant.upload('notes.txt', PARAGRAPH.repeat(10), ['kind', 'notes']);
    return new HonestUser(tenant, slugs, noteId);
  }

  /** Begins to work: a request is due every `intervalMs`, those of the kinds in `first` first. */
  begin(intervalMs: number, first: readonly Kind[]): void {
    this.first = [...first];
    this.until = Number.POSITIVE_INFINITY;
    this.waited = [];
    this.unread = [];
    this.longestReadingMs = 0;
    this.failedReadings = 0;
    this.work = this.workOn(intervalMs);
  }

  /** Stops when the requests under way are answered. Returns how long the user waited. */
  async end(): Promise<Experience> {
    this.until = performance.now();
    await this.work;
    await Promise.all(this.aside.splice(0));
    await this.do('reading');
    const now = performance.now();
    const waiting = this.unread.map(({ since }) => now - since);
    return {
      waited: this.waited,
      longestReadingMs: Math.max(this.longestReadingMs, ...waiting),
      failedReadings: this.failedReadings,
    };
  }

  /** A request counts from when it was due, so that a stop of eight seconds shows in each request that was due during these seconds. */
  private async workOn(intervalMs: number): Promise<void> {
    const began = performance.now();
    for (let due = began; due < this.until; due += intervalMs) {
      await sleep(Math.max(0, due - performance.now()));
      if (due >= this.until) return;
      const kind = this.first.shift() ?? ROUND[this.step++ % ROUND.length] ?? 'list';
      this.aside.push(kind === 'login' ? this.logInAndOut(due) : this.doNoted(kind, due));
    }
  }

  /** Logs in and out over connections of its own, as from another device: no other request waits for it. */
  private async logInAndOut(due: number): Promise<void> {
    const answer = await this.client.send(this.request('login'));
    this.note('login', answer.status, due);
    if (answer.status !== 200) return;
    this.session = fieldIn(answer, 'token');
    const loggedIn = performance.now();
    this.note('logout', (await this.client.send(this.request('logout'))).status, loggedIn);
  }

  private async doNoted(kind: Kind, due: number): Promise<void> {
    this.note(kind, (await this.do(kind)).status, due);
  }

  private note(kind: Kind, status: number, due: number): void {
    this.waited.push({ kind, status, ms: performance.now() - due });
  }

  private async do(kind: Kind): Promise<HonestAnswer> {
    const answer = await this.client.send(this.request(kind));
    if (kind === 'upload' && answer.status === 201)
      this.unread.push({ id: fieldIn(answer, 'id'), since: performance.now() });
    if (kind === 'reading' && answer.status === 200) this.look(answer);
    return answer;
  }

  /** Notes which documents the product has read meanwhile. */
  private look({ text }: HonestAnswer): void {
    const statuses = JSON.parse(text) as { id: string; status: string }[];
    const statusOf = new Map(statuses.map(({ id, status }) => [id, status]));
    const isFinished = ({ id }: Unread): boolean => FINISHED.includes(statusOf.get(id) ?? '');
    const finished = this.unread.filter(isFinished);
    const now = performance.now();
    this.longestReadingMs = Math.max(this.longestReadingMs, ...finished.map(({ since }) => now - since));
    this.failedReadings += finished.filter(({ id }) => statusOf.get(id) === FAILED).length;
    this.unread = this.unread.filter((one) => !isFinished(one));
  }

  private watchedIds(): string {
    return [this.noteId, ...this.unread.map(({ id }) => id)].join(',');
  }

  private request(kind: Kind): HonestRequest {
    const { projectId, token, viewer } = this.tenant;
    const place = `/projects/${projectId}`;
    const slug = this.slugs[this.step % this.slugs.length] ?? '';
    const get = (path: string): HonestRequest => ({ method: 'GET', path: place + path, token });
    const post = (path: string, body: object): HonestRequest => ({
      method: 'POST',
      path: place + path,
      token,
      body: JSON.stringify(body),
    });
    const { email, password } = viewer;
    const requests: Readonly<Record<Kind, () => HonestRequest>> = {
      list: () => get('/artifacts/?limit=20'),
      detail: () => get(`/artifacts/${slug}/`),
      notifications: () => get('/notifications/?limit=20'),
      signals: () => get('/signals/?limit=20'),
      search: () => post('/search/', { query: 'what the project knows of customers' }),
      filter: () => post('/documents/filter-by-metadata/?limit=20', { metadata_values: ['notes'] }),
      append: () =>
        post(`/artifacts/${slug}/versions/`, { payload: `# ${randomUUID()}\n\n${PARAGRAPH.repeat(20)}` }),
      create: () => post('/artifacts/', { title: `Honest ${randomUUID()}`, technical_type: 'markdown' }),
      diff: () => get(`/artifacts/${slug}/versions/2/diff/`),
      reading: () => get(`/documents/indexing-status/?document_ids=${this.watchedIds()}`),
      upload: () => ({
        ...post('/documents/bulk-upload/', {}),
        body: formOf({ name: 'notes.txt', type: 'text/plain', content: PARAGRAPH.repeat(10) }),
        type: FORM_TYPE.slice('Content-Type: '.length),
      }),
      login: () => ({
        method: 'POST',
        path: '/auth/token/',
        body: JSON.stringify({ email, password }),
        anew: true,
      }),
      logout: () => ({ method: 'DELETE', path: '/auth/token/', token: this.session, anew: true }),
    };
    return requests[kind]();
  }
}

/** A text in the answer, or in the first item of the answer. */
function fieldIn({ text }: HonestAnswer, field: string): string {
  const answer: unknown = JSON.parse(text);
  const item: unknown = Array.isArray(answer) ? answer[0] : answer;
  return String((item as Record<string, unknown>)[field]);
}
