import preset from '../../jest.preset.js';

// Specs have an environment of their own, which the native code of ONNX Runtime and LanceDB does not see.
process.env.ORT_DISABLE_TELEMETRY = '1';
process.env.LANCEDB_LOG ??= 'off';

export default {
  ...preset,
  globalSetup: '../../libs/testing/src/jest/with-postgres-and-nats.ts',
  globalTeardown: '../../libs/testing/src/jest/stop.ts',
};
