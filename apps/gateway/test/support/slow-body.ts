import { type Socket, connect } from 'node:net';
import { type RawAnswer, head, parseAnswer } from './raw-http.ts';

/** A request whose body is sent except for its last byte. */
export class SlowBody {
  private readonly socket: Socket;
  private readonly last: string;
  private text = '';

  /** `line`: the method and the path below the base URL. */
  constructor(baseUrl: string, line: readonly [method: string, path: string], token: string, body: object) {
    const { hostname, port, pathname } = new URL(baseUrl);
    const [method, path] = line;
    const text = JSON.stringify(body);
    this.last = text.slice(-1);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (data) => (this.text += data.toString()));
    this.socket.write(
      head(
        `${method} ${pathname}${path} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(text)}`,
      ) + text.slice(0, -1),
    );
  }

  /** Sends the last byte, and resolves with the response once its headers have arrived. */
  async end(): Promise<RawAnswer> {
    const answered = new Promise<void>((resolve) => {
      this.socket.on('data', () => this.text.includes('\r\n\r\n') && resolve());
      this.socket.once('close', () => resolve()).once('error', () => resolve());
    });
    this.socket.write(this.last);
    await answered;
    this.socket.destroy();
    return parseAnswer(this.text);
  }
}
