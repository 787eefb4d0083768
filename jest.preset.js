import { fileURLToPath } from 'node:url';

const testing = (file) => fileURLToPath(new URL(`libs/testing/src/jest/${file}`, import.meta.url));

/** What every project's jest shares: TypeScript by swc as ES modules, libraries from their sources. */
export default {
  cacheDirectory: fileURLToPath(new URL('node_modules/.cache/jest', import.meta.url)),
  testEnvironment: testing('one-context.js'),
  runtime: testing('shared-modules.js'),
  setupFiles: [testing('first-modules.js')],
  testEnvironmentOptions: { customExportConditions: ['@pks/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/{src,test}/**/*.{spec,e2e-spec}.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/', '/dist/'],
  maxWorkers: 2,
  /** A worker closes its connections after its last test, which takes a while on a busy machine. Milliseconds. */
  workerGracefulExitTimeout: 10_000,
  /** Machines are slow at times; no test is about speed. */
  testTimeout: 240_000,
};
