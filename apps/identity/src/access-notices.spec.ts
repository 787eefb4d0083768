import { describe, expect, it } from '@jest/globals';
import { BusConnection } from '@pks/platform';
import { silentLog } from '@pks/testing';
import { AccessNotices } from './access-notices.ts';

describe('a notice of changed access', () => {
  it('is lost while NATS is away, and the change itself succeeds', () => {
    const away = new BusConnection('nats://127.0.0.1:1', 'test', silentLog());
    expect(() => new AccessNotices(away, silentLog()).changed(['user'])).not.toThrow();
  });
});
