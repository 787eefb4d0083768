import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../ports.ts';
import { MailBox } from './mail-box.ts';
import { openMailSite } from './mail-site.ts';

/** Larger mails are refused. Bytes. */
const LARGEST_BYTES = 25 * 1024 * 1024;

/** Accepts every mail, delivers none, and shows them on a page; both on 127.0.0.1 only. */
export interface MailCatcher {
  /** The address that mails are sent to. */
  readonly smtpUrl: string;
  /** The address of the page. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a catcher that keeps the newest 500 mails in a folder, also those of earlier runs. */
export async function startMailCatcher(directory: string, pagePort = 0): Promise<MailCatcher> {
  const box = new MailBox(directory);
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: LARGEST_BYTES,
    onData: (stream, _session, done) => {
      buffer(stream)
        .then((source) => {
          if (stream.sizeExceeded) return done(Object.assign(new Error('Too large.'), { responseCode: 552 }));
          box.add(source);
          done();
        })
        .catch(done);
    },
  });
  smtp.on('error', () => undefined);
  const site = openMailSite(box);
  const [smtpPort, port] = [await freePort(), pagePort || (await freePort())];
  await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', () => resolve()));
  await new Promise<void>((resolve, reject) => site.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      site.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => site.close(() => resolve())),
      ]);
    },
  };
}
