import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { silentLog } from '@pks/testing';
import { exchange } from './exchange.ts';
import { McpServers } from './mcp-servers.ts';

const PACKAGE = new URL('../../package.json', import.meta.url);

it('the server has the version of its package, which is that of a release', async () => {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const server = new McpServers({} as never, {} as never, silentLog()).of({} as never);
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const answer = await exchange(server, {
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    message: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
  });
  expect(await answer.json()).toMatchObject({ result: { serverInfo: { version } } });
});
