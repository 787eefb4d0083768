import preset from '../../jest.preset.js';

export default {
  ...preset,
  globalSetup: '../../libs/testing/src/jest/with-postgres-and-nats.ts',
  testTimeout: 30_000,
  globalTeardown: '../../libs/testing/src/jest/stop.ts',
};
