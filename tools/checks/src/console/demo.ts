import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { freePort, ON_ITS_OWN } from '@pks/stack';
import type { Cookie } from 'playwright-core';
import { type Reply, rows, send } from '../smoke/client.ts';
import { Product, until } from '../smoke/product.ts';

export const PASSWORD = 'demo-password';

/** The types of the files that are uploaded, by their extensions; all others are Markdown. */
const TYPES: ReadonlyMap<string, string> = new Map([['.csv', 'text/csv']]);

/** Calls the API of the demo's project: a GET, or a POST if there is a body, unless `method` says otherwise. @throws Error for a refusal */
export type Call = (path: string, body?: unknown, method?: string) => Promise<Reply>;

/** The product with its demo data, as `npm start` starts it, in a folder and at ports of its own. */
export class Demo {
  address = '';
  /** The path of its project, in the console as in the API. */
  project = '';
  private mail = '';
  private directory = '';
  private product: Product | undefined;
  private readonly tokens = new Map<string, string>();

  async start(): Promise<void> {
    this.directory = mkdtempSync(join(tmpdir(), 'console-'));
    // PostgreSQL may run as another user, who must be able to read the folder.
    chmodSync(this.directory, 0o755);
    const [port, mailPort] = [await freePort(), await freePort()];
    this.address = `http://127.0.0.1:${port}`;
    this.mail = `http://127.0.0.1:${mailPort}`;
    const environment = {
      ...ON_ITS_OWN,
      DATA_DIRECTORY: this.directory,
      PORT: String(port),
      MAIL_PORT: String(mailPort),
    };
    // Two products are started from one build at the same time, which neither may take from the other.
    this.product = new Product(environment, ['--built']);
    // An interrupted check does not run what follows its cases.
    process.once('exit', () => this.product?.interrupt());
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void this.stop().finally(() => process.exit(1)));
    await this.product.untilReady();
  }

  async stop(): Promise<void> {
    this.product?.interrupt();
    await this.product?.exited;
    if (this.directory !== '') rmSync(this.directory, { recursive: true, force: true });
  }

  /** Gets a token for each of these users. */
  async signInAll(emails: readonly string[]): Promise<void> {
    for (const email of emails) {
      const login = await send(`${this.api}/auth/token/`, { body: { email, password: PASSWORD } });
      this.tokens.set(email, String(login.body['token']));
    }
  }

  /** Finds the project that the users of the demo share. */
  async findProject(email: string): Promise<void> {
    this.project = `/projects/${String(rows(await this.as(email, '')('/projects/'))[0]?.['id'])}`;
  }

  /** The cookie of a browser in which a user is signed in. */
  sessionOf(email: string): Cookie {
    const { hostname: domain } = new URL(this.address);
    const rest = { domain, path: '/', expires: -1, httpOnly: true, secure: false } as const;
    return { ...rest, name: 'pks_session', value: this.tokenOf(email), sameSite: 'Strict' };
  }

  /** The API of a project, by default the demo's, as a user of the demo. */
  as(email: string, project = this.project): Call {
    const token = this.tokenOf(email);
    return async (path, body, method) => {
      const reply = await send(this.api + project + path, { token, body, ...(method && { method }) });
      if (reply.status >= 400) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply;
    };
  }

  /** Creates another project in the demo's organization. Returns its path. */
  async otherProject(email: string, name: string): Promise<string> {
    const organization_id = await this.organizationOf(email);
    const { body } = await this.as(email, '')('/projects/', { name, organization_id });
    return `/projects/${String(body['id'])}`;
  }

  /** Creates a user of the organization, who is not a member of the project. */
  async colleague(admin: string, email: string): Promise<void> {
    const users = `/organizations/${await this.organizationOf(admin)}/users/`;
    await this.as(admin, '')(users, { email, password: PASSWORD });
    await this.signInAll([email]);
  }

  /** Uploads a text to the project. Returns the id of its document. */
  async upload(email: string, name: string, text: string): Promise<string> {
    const [document] = await this.send(email, this.project, new Map([[name, text]]), false);
    return String(document?.['id']);
  }

  /** Uploads files that the product does not read, which contain only their names. */
  async uploadUnread(email: string, project: string, names: readonly string[]): Promise<void> {
    await this.send(email, project, new Map(names.map((name) => [name, name])), true);
  }

  private async send(
    email: string,
    project: string,
    files: ReadonlyMap<string, string>,
    isUnread: boolean,
  ): Promise<readonly Reply['body'][]> {
    const body = new FormData();
    body.set('skip_parsing', String(isUnread));
    for (const [name, text] of files)
      body.append('files', new Blob([text], { type: TYPES.get(extname(name)) ?? 'text/markdown' }), name);
    const headers = { authorization: `Bearer ${this.tokenOf(email)}` };
    const url = `${this.api}${project}/documents/bulk-upload/`;
    const response = await fetch(url, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
    return (await response.json()) as readonly Reply['body'][];
  }

  private async organizationOf(email: string): Promise<string> {
    const { body } = await this.as(email)('/');
    return String(body['organization_id']);
  }

  /** The id of the first row of a list. */
  async firstOf(email: string, path: string): Promise<string> {
    return String(rows(await this.as(email)(path))[0]?.['id']);
  }

  /** The path of the link in the newest e-mail to an address that has one; waits for it. */
  async linkMailedTo(email: string, page: string): Promise<string> {
    let link = '';
    await until(`an e-mail to ${email} leads to ${page}`, async () => {
      link = await this.linkIn(email, page);
      return link !== '';
    });
    return link;
  }

  private async linkIn(email: string, page: string): Promise<string> {
    const listed: unknown = await (await fetch(`${this.mail}/api/messages`)).json();
    const mails = listed as readonly { id: string; to: readonly string[] }[];
    for (const { id } of mails.filter(({ to }) => to.includes(email))) {
      const text = await (await fetch(`${this.mail}/messages/${id}`)).text();
      const found = new RegExp(`http://[^\\s"<]+${page}\\?token=[\\w%-]+`).exec(text)?.[0];
      if (found !== undefined) return new URL(found).pathname + new URL(found).search;
    }
    return '';
  }

  private get api(): string {
    return `${this.address}/api/v1`;
  }

  private tokenOf(email: string): string {
    return this.tokens.get(email) ?? '';
  }
}
