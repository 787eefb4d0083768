import { expect, it } from '@jest/globals';
import { loadConfig } from '@pks/platform/process';
import { TEST_SECRET } from '@pks/testing';
import { GatewayConfig } from './gateway.config.ts';

it('says what a misspelt value may be', () => {
  const misspelt = { CALLER_SECRET: TEST_SECRET, CONSOLE: 'of' };
  expect(() => loadConfig(GatewayConfig, misspelt)).toThrow('CONSOLE: Expected one of on, off.');
});
