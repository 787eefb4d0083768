import preset from '../../jest.preset.js';

export default {
  ...preset,
  globalSetup: '../../libs/testing/src/jest/with-postgres-and-nats.ts',
  globalTeardown: '../../libs/testing/src/jest/stop.ts',
};
