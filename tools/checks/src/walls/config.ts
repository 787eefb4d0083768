import { createProjectGraphAsync } from '@nx/devkit';
import nx from '@nx/eslint-plugin';
import type { Linter } from 'eslint';
import typescript, { type CompatiblePlugin } from 'typescript-eslint';
import { walls } from './plugin.ts';
import { MAY_IMPORT, TESTS } from './table.ts';

// Nx's rule reads the project graph that was computed last, and checks nothing if there is none.
await createProjectGraphAsync({ exitOnError: false });

/** Nx types its rules by typescript-eslint, which this type bridges to ESLint's own. */
const plugin: CompatiblePlugin = { ...nx, meta: { name: '@nx' } };

/** The platform's tests use the testing library, which uses the platform. */
const TESTED_WITH = [['@pks/platform', '@pks/testing']];

/**
 * The walls, as a part of ESLint's configuration. Nx's rule checks which packages may import which, by their tags, and that
 * imports are declared; ours checks which files may use the database and HTTP. Forms of import that Nx's rule misses are refused.
 */
export const WALLS: Linter.Config[] = [
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    plugins: { '@nx': plugin, walls },
    rules: { 'walls/restricted': 'error', '@nx/enforce-module-boundaries': ['error', boundaries(false)] },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@typescript-eslint': typescript.plugin },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-require-imports': 'error',
    },
  },
  {
    files: ['libs/*/src/**/*.ts'],
    ignores: [...TESTS],
    rules: { 'walls/documented': 'error' },
  },
  { files: [...TESTS], rules: { '@nx/enforce-module-boundaries': ['error', boundaries(true)] } },
];

function boundaries(isTest: boolean): object {
  const depConstraints = Object.entries(MAY_IMPORT).map(([kind, { code, tests }]) => ({
    sourceTag: `type:${kind}`,
    onlyDependOnLibsWithTags: [...code, ...(isTest ? tests : [])].map((allowed) => `type:${allowed}`),
  }));
  return {
    allow: ['../../jest.preset.js'],
    banTransitiveDependencies: true,
    ignoredCircularDependencies: TESTED_WITH,
    // A program that a test starts imports the built package by its name.
    allowCircularSelfDependency: isTest,
    depConstraints,
  };
}
