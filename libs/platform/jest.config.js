import preset from '../../jest.preset.js';

export default {
  ...preset,
  testTimeout: 30_000,
  globalSetup: '../../libs/testing/src/jest/with-postgres-and-nats.ts',
  globalTeardown: '../../libs/testing/src/jest/stop.ts',
};
