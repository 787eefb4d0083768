import { type Socket, connect } from 'node:net';
import { FORM_TYPE, writtenForm } from './forms.ts';
import { type RawAnswer, head, parseAnswer } from './raw-http.ts';

const TRICKLE_MS = 500;

/** The address to which a slow client uploads, and its token. */
export interface SlowTarget {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly token: string;
  /** The length of the body that it announces. Bytes. */
  readonly length?: number;
}

/** A client that announces a large upload, and then sends a byte every half second. */
export class SlowUpload {
  /** Resolves with what was received once the server has answered, or closed the connection. */
  readonly answer: Promise<RawAnswer>;
  private readonly socket: Socket;
  private readonly trickle: NodeJS.Timeout;

  constructor({ baseUrl, projectId, token, length = 10_000_000 }: SlowTarget) {
    const { hostname, port } = new URL(baseUrl);
    this.socket = connect(Number(port), hostname);
    this.socket.write(
      head(
        `POST /api/v1/projects/${projectId}/documents/bulk-upload/ HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${token}`,
        `Content-Type: ${FORM_TYPE['content-type']}`,
        `Content-Length: ${length}`,
      ),
    );
    this.socket.write(writtenForm([['name="files"; filename="slow.txt"', 'slow']], ''));
    this.trickle = setInterval(() => this.socket.write('x'), TRICKLE_MS);
    this.answer = this.received().finally(() => this.stop());
  }

  stop(): void {
    clearInterval(this.trickle);
    this.socket.destroy();
  }

  private received(): Promise<RawAnswer> {
    let text = '';
    return new Promise((resolve) => {
      const done = (): void => resolve(parseAnswer(text));
      this.socket.on('data', (data) => {
        text += data.toString();
        if (text.includes('\r\n\r\n{')) done();
      });
      this.socket.once('close', done).once('error', done);
    });
  }
}
