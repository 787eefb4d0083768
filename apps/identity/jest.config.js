import preset from '../../jest.preset.js';

export default {
  ...preset,
  /** Hashing a password is meant to be slow; a busy machine makes it slower. */
  testTimeout: 20_000,
  globalSetup: '../../libs/testing/src/jest/with-postgres-and-nats.ts',
  globalTeardown: '../../libs/testing/src/jest/stop.ts',
};
