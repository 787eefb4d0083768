import { describe, expect, it } from '@jest/globals';
import { Forbidden } from '@pks/platform/process';
import { McpOrigins } from './mcp-origins.ts';

const APP = 'https://app.example.test';
const PUBLIC = { corsOrigins: APP, publicBaseUrl: 'https://knowledge.example.test/api/v1' };

describe('pages that may speak to /mcp', () => {
  it.each([
    [PUBLIC, undefined],
    [PUBLIC, APP],
    [PUBLIC, 'https://knowledge.example.test'],
    [{}, 'http://localhost:6274'],
    [{}, 'http://127.0.0.1:3000'],
    [{}, 'http://[::1]:3000'],
    [{ corsOrigins: APP }, APP],
  ])('%j: %s', (config, origin) => {
    expect(() => new McpOrigins(config).assertAllowed(origin)).not.toThrow();
  });

  it.each([
    [PUBLIC, 'http://localhost:6274'],
    [PUBLIC, 'http://knowledge.example.test'],
    [PUBLIC, 'https://knowledge.example.test:444'],
    [PUBLIC, 'https://app.example.test.evil.test'],
    [{}, APP],
    [{}, 'http://localhost.evil.test'],
    [{}, 'xhttp://localhost'],
    [{}, 'null'],
  ])('are no others: %j, %s', (config, origin) => {
    expect(() => new McpOrigins(config).assertAllowed(origin)).toThrow(Forbidden);
  });
});
