import { PassThrough } from 'node:stream';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import type { AnswerProgress } from '@pks/contracts';
import { Unavailable } from '@pks/platform/process';
import { aCaller, silentLog } from '@pks/testing';
import type { ServiceCalls } from '../http/service-calls.ts';
import { AnswerStreams } from './answer-streams.ts';
import { HEARTBEAT, doneText, resuming } from './event-text.ts';

const DONE: AnswerProgress = { query_id: 1, status: 'answered', entries: [], has_more: false };
const ANSWER = {
  requestId: 'r',
  projectId: 'p',
  conversationId: 'c',
  queryId: 1,
  after: 0,
  earlier: false,
  readmit: async () => aCaller(),
};

it('is no silent stream while the service is away', async () => {
  const replies = [() => Promise.reject(new Unavailable()), () => Promise.resolve(DONE)];
  const calls = { call: () => replies.shift()?.() } as unknown as ServiceCalls;
  let read = '';
  const socket = new PassThrough();
  socket.on('data', (bytes: Buffer) => (read += bytes.toString()));
  const response = new ServerResponse(new IncomingMessage(socket as unknown as Socket));
  response.assignSocket(socket as unknown as Socket);
  response.useChunkedEncodingByDefault = false;
  await new AnswerStreams(calls, silentLog()).send(ANSWER, response);
  expect(read).toContain(resuming() + HEARTBEAT + HEARTBEAT + doneText(DONE));
});

it('ends at once when it begins while the gateway stops', async () => {
  const response = new ServerResponse(new IncomingMessage(new PassThrough() as unknown as Socket));
  const calls = { call: () => Promise.reject(new Error('It was asked.')) } as unknown as ServiceCalls;
  const streams = new AnswerStreams(calls, silentLog());
  streams.beforeApplicationShutdown();
  await streams.send(ANSWER, response);
  expect(response.writableEnded).toBe(true);
  response.destroy();
});
