import { strict as assert } from 'node:assert';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { MailBox } from './mail-box.ts';
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts';
import type { Message, MessageSummary } from './message.ts';

const NASTY = '<script>alert(1)</script>';

async function aFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pks-mails-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function aCatcher(context: TestContext): Promise<MailCatcher> {
  const catcher = await startMailCatcher(await aFolder(context));
  context.after(() => catcher.stop());
  return catcher;
}

async function mail(catcher: MailCatcher, subject: string, html = '<p>Hello</p>'): Promise<void> {
  const transport = createTransport({ url: catcher.smtpUrl });
  await transport.sendMail({
    from: 'Ana <ana@a.test>',
    to: 'ben@b.test',
    subject,
    text: `About ${subject}`,
    html,
  });
  transport.close();
}

async function read<T>(catcher: MailCatcher, path: string): Promise<T> {
  const response = await fetch(new URL(path, catcher.url));
  return (await response.json()) as T;
}

const list = (catcher: MailCatcher): Promise<MessageSummary[]> => read(catcher, '/api/messages');

test('shows what was sent, the newest first, whole and in parts', async (context) => {
  const catcher = await aCatcher(context);
  await mail(catcher, 'Grüße');
  await mail(catcher, 'second');
  const [second, first] = await list(catcher);
  assert.deepEqual([second?.subject, first?.subject], ['second', 'Grüße']);
  assert.deepEqual([first?.from, first?.to], ['Ana <ana@a.test>', ['ben@b.test']]);
  const message = await read<Message>(catcher, `/api/messages/${first?.id}`);
  assert.equal(message.text.trim(), 'About Grüße');
  assert.equal(message.html.trim(), '<p>Hello</p>');
  const source = await fetch(new URL(`/messages/${first?.id}/source`, catcher.url));
  assert.match(await source.text(), /^From: Ana <ana@a\.test>$/m);
  const page = await (await fetch(catcher.url)).text();
  assert.ok(page.indexOf('second') < page.indexOf('Grüße'));
});

test('runs no script of a mail, and loads nothing for it', async (context) => {
  const catcher = await aCatcher(context);
  await mail(catcher, NASTY, `${NASTY}<img src="https://a.test/x.png">`);
  const [{ id } = { id: '' }] = await list(catcher);
  for (const path of ['/', `/messages/${id}`]) {
    const response = await fetch(new URL(path, catcher.url));
    assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
    assert.ok(!(await response.text()).includes('<script'));
  }
  const page = await (await fetch(new URL(`/messages/${id}`, catcher.url))).text();
  assert.match(page, /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  const html = await fetch(new URL(`/messages/${id}/html`, catcher.url));
  const policy = html.headers.get('content-security-policy') ?? '';
  assert.match(policy, /^sandbox /);
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /allow-scripts|allow-same-origin|script-src/);
});

test('responds to no other site, and with 404 for what does not exist', async (context) => {
  const catcher = await aCatcher(context);
  assert.equal(await statusFor(catcher, 'evil.test'), 404);
  assert.equal(await statusFor(catcher, new URL(catcher.url).host), 200);
  for (const path of ['/nothing', '/messages/..%2f..%2fsecrets', '/messages/x/source', '/api/messages/x']) {
    assert.equal((await fetch(new URL(path, catcher.url))).status, 404);
  }
});

test('keeps mails across restarts, for their owner alone', async (context) => {
  const folder = await aFolder(context);
  const first = await startMailCatcher(join(folder, 'mails'));
  await mail(first, 'kept');
  await first.stop();
  const second = await startMailCatcher(join(folder, 'mails'));
  assert.deepEqual(
    (await list(second)).map(({ subject }) => subject),
    ['kept'],
  );
  await second.stop();
  assert.equal((await stat(join(folder, 'mails'))).mode & 0o777, 0o700);
});

test('keeps the newest, and no more than configured', async (context) => {
  const folder = await aFolder(context);
  const box = new MailBox(folder, 3);
  for (const time of [1, 2, 3, 4, 5]) box.add(Buffer.from(`Subject: ${time}`), time);
  assert.equal((await readdir(folder)).length, 3);
  assert.deepEqual(
    box.ids().map((id) => box.source(id)?.toString()),
    ['Subject: 5', 'Subject: 4', 'Subject: 3'],
  );
});

/** The response to a request for the address under another host name. */
async function statusFor(catcher: MailCatcher, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(catcher.url, { headers: { host } }, (response) => {
      text(response).then(() => resolve(response.statusCode), reject);
    });
    sent.once('error', reject).end();
  });
}
