import preset from '../../jest.preset.js';

/** The least work; `passwords.spec.ts` tests the default. */
process.env['PASSWORD_HASH_COST'] ??= '10';

export default {
  ...preset,
  globalSetup: '../../libs/testing/src/jest/with-postgres-and-nats.ts',
  globalTeardown: '../../libs/testing/src/jest/stop.ts',
};
