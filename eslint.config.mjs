import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import redos from 'eslint-plugin-redos';
import typescript from 'typescript-eslint';
import { WALLS } from './tools/checks/src/walls/config.ts';
import { TESTS } from './tools/checks/src/walls/table.ts';

const NODE_TEST = {
  from: 'package',
  package: 'node:test',
  name: ['test', 'it', 'describe', 'before', 'after'],
};

const NODE_GLOBALS = Object.fromEntries(
  [
    'Buffer',
    'URL',
    'clearInterval',
    'clearTimeout',
    'console',
    'fetch',
    'process',
    'setInterval',
    'setTimeout',
  ].map((name) => [name, 'readonly']),
);

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/node_modules/',
    '**/.nx/',
    '**/.data/',
    '**/coverage/',
    'libs/client/src/generated/',
  ]),
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    extends: [js.configs.recommended],
    rules: {
      complexity: ['error', 15],
      eqeqeq: 'error',
      'max-depth': ['error', 3],
      'max-lines': ['error', 300],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
    },
  },
  ...WALLS,
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: NODE_GLOBALS,
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './apps/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [NODE_TEST] }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
    },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/{contracts,platform}/src/**/*.ts'],
    ignores: TESTS,
    rules: { 'no-console': 'error' },
  },
  {
    // Text from outside meets these patterns: the time that a match takes is proportional to the length of the text.
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/{contracts,platform}/src/**/*.ts'],
    ignores: TESTS,
    plugins: { redos },
    // What is judged by trial is judged by the same ones in each run.
    rules: { 'redos/no-vulnerable': ['error', { ignoreErrors: false, randomSeed: 1 }] },
  },
  {
    files: ['apps/*/src/**/*.{ts,tsx}'],
    ignores: TESTS,
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
  {
    // What is not declared is neither guarded nor described nor tested.
    files: ['apps/gateway/src/**/*.ts'],
    ignores: [
      ...TESTS,
      'apps/gateway/src/console/*.controller.ts',
      'apps/gateway/src/http/method-not-allowed.ts',
      'apps/gateway/src/mcp/mcp-route.ts',
      'apps/gateway/src/oauth/resource-metadata.controller.ts',
      'apps/gateway/src/openapi/*.controller.ts',
      'apps/gateway/src/routing/api-routes.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.object.name=/^(server|scope|fastify)$/][callee.property.name=/^(get|head|post|put|patch|delete|options|all|route)$/]',
          message: 'Declare the route in routes/: the guard, the OpenAPI document and the matrix read that.',
        },
        {
          selector: "Decorator[expression.callee.name='Controller']",
          message: 'Declare the route in routes/: the guard, the OpenAPI document and the matrix read that.',
        },
      ],
    },
  },
  {
    // A migration that ran never changes: it contains its SQL, and imports none.
    files: ['apps/*/src/migrations/*.ts'],
    ignores: TESTS,
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?!typeorm$)', message: 'A migration contains all of its SQL.' }] },
      ],
    },
  },
  {
    // A controller's method is one line that hands on: its types are the contract's.
    files: ['apps/*/src/**/*.controller.ts'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  {
    files: [...TESTS],
    rules: {
      'max-lines': ['error', 400],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
