import preset from '../../jest.preset.js';

const { maxWorkers, testTimeout, workerGracefulExitTimeout, ...project } = preset;

export default {
  maxWorkers,
  testTimeout,
  workerGracefulExitTimeout,
  projects: [
    { ...project, displayName: 'rules', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    {
      ...project,
      displayName: 'end to end',
      testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
      globalSetup: './test/support/global-setup.ts',
      globalTeardown: './test/support/global-teardown.ts',
    },
  ],
};
