import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@pks/stack';
import { type Reply, send } from '../smoke/client.ts';
import { Product } from '../smoke/product.ts';
import { PASSWORD } from './visitor.ts';

/** The product with its demo data, as `npm start` starts it, in a folder and at ports of its own. */
export class Demo {
  address = '';
  private mail = '';
  private directory = '';
  private product: Product | undefined;

  async start(): Promise<void> {
    this.directory = mkdtempSync(join(tmpdir(), 'console-'));
    // PostgreSQL may run as another user, which has to be able to read the folder.
    chmodSync(this.directory, 0o755);
    const [port, mailPort] = [await freePort(), await freePort()];
    this.address = `http://127.0.0.1:${port}`;
    this.mail = `http://127.0.0.1:${mailPort}`;
    this.product = new Product({
      DATA_DIRECTORY: this.directory,
      PORT: String(port),
      MAIL_PORT: String(mailPort),
      DATABASE_URL: '',
      NATS_URL: '',
      SMTP_URL: '',
    });
    await this.product.untilReady();
  }

  async stop(): Promise<void> {
    this.product?.interrupt();
    await this.product?.exited;
    if (this.directory !== '') rmSync(this.directory, { recursive: true, force: true });
  }

  /** Sends to the API of a project (the path of its pages) as a user of the demo. */
  async sender(project: string, email: string): Promise<(path: string, body: unknown) => Promise<Reply>> {
    const api = `${this.address}/api/v1`;
    const login = await send(`${api}/auth/token/`, { body: { email, password: PASSWORD } });
    const token = String(login.body['token']);
    return (path, body) => send(api + project + path, { token, body });
  }

  /** The link of the newest invitation to an address; empty where there is none. */
  async linkMailedTo(email: string): Promise<string> {
    const listed: unknown = await (await fetch(`${this.mail}/api/messages`)).json();
    const mails = listed as readonly { id: string; to: readonly string[] }[];
    const found = mails.find(({ to }) => to.includes(email));
    if (!found) return '';
    const text = await (await fetch(`${this.mail}/messages/${found.id}`)).text();
    return /http:\/\/[^\s"<]+\/accept-invite\?token=[\w%-]+/.exec(text)?.[0] ?? '';
  }
}
