import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { LocalEndpoint } from './local-endpoint.ts';

/** A request that the endpoint received. */
export interface ModelRequest {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly ReceivedMessage[];
  /** The functions that the model may call. */
  readonly tools?: readonly { readonly function: OfferedFunction }[];
}

/** A message of a request; with the role `tool`, it is the result of a call. */
export interface ReceivedMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly object[];
}

/** A function as a request describes it. */
export interface OfferedFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

/** A call that the model wants: arguments that are not a text are sent as JSON. */
export interface WantedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** A completion that is not streamed: a text, or calls; with `tokens` null, the server counts none. */
export interface WholeAnswer {
  readonly text?: string;
  readonly calls?: readonly WantedCall[];
  readonly tokens?: number | null;
  readonly reason?: string;
}

/** How a streamed answer ends: complete, cut off, with a lost connection, or never. */
export type AnswerEnd = 'stop' | 'length' | 'lost' | 'never';

/** The endpoint's answer: pieces of a stream, any other response, or nothing at all. */
export type ModelAnswer =
  | { readonly pieces: readonly string[]; readonly end?: AnswerEnd }
  | { readonly status: number; readonly body: string; readonly contentType?: string }
  | { readonly whole: WholeAnswer }
  | null;

/** A real HTTP server on 127.0.0.1 that responds like OpenAI's chat completions, with the answers set for the next requests. */
export class ModelEndpoint extends LocalEndpoint {
  readonly requests: ModelRequest[] = [];
  /** The answers to the next requests, one each; later requests get none. */
  readonly next: ModelAnswer[] = [];
  private readonly open = new Set<ServerResponse>();

  private constructor() {
    super('/v1');
  }

  static start(): Promise<ModelEndpoint> {
    const endpoint = new ModelEndpoint();
    return endpoint.listen((request, response) => {
      endpoint.open.add(response);
      response.on('close', () => endpoint.open.delete(response));
      void text(request).then((body) => endpoint.answer(request, body, response));
    });
  }

  /** How many requests still wait for their answer or its end. */
  get waiting(): number {
    return this.open.size;
  }

  /** Answers the requests that have no answer yet. */
  answerWaiting(answer: ModelAnswer): void {
    for (const response of this.open) if (!response.headersSent) respond(response, answer);
  }

  private answer({ method, url, headers }: IncomingMessage, body: string, response: ServerResponse): void {
    if (method !== 'POST' || url !== '/v1/chat/completions') return void response.writeHead(404).end('{}');
    const request = JSON.parse(body) as Omit<ModelRequest, 'authorization'>;
    this.requests.push({ authorization: headers.authorization, ...request });
    respond(response, this.next.shift() ?? null);
  }
}

function respond(response: ServerResponse, answer: ModelAnswer): void {
  if (answer === null) return;
  if ('pieces' in answer) return streamed(response, answer.pieces, answer.end ?? 'stop');
  if ('whole' in answer) return void response.end(JSON.stringify(completionOf(answer.whole)));
  const { status, contentType = 'application/json' } = answer;
  response.writeHead(status, { 'Content-Type': contentType }).end(answer.body);
}

function completionOf({ text: content = '', calls = [], tokens = 10, reason }: WholeAnswer): object {
  const tool_calls = calls.map(({ name, arguments: given }, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }));
  const message = { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls } : {}) };
  const finish_reason = reason ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const usage = tokens === null ? {} : { usage: { total_tokens: tokens } };
  return { choices: [{ index: 0, message, finish_reason }], ...usage };
}

function streamed(response: ServerResponse, pieces: readonly string[], end: AnswerEnd): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  const send = (delta: object, finish_reason: string | null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  send({ role: 'assistant', content: '' }, null);
  for (const content of pieces) send({ content }, null);
  if (end === 'never') return;
  if (end === 'lost') return void response.destroy();
  send({}, end);
  response.end('data: [DONE]\n\n');
}
