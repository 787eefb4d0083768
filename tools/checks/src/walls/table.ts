/** Which kinds of package a kind may import, and which further kinds its tests may. */
export const MAY_IMPORT: Readonly<Record<string, { code: readonly string[]; tests: readonly string[] }>> = {
  app: { code: ['contracts', 'platform'], tests: ['testing', 'client'] },
  client: { code: [], tests: [] },
  platform: { code: ['contracts'], tests: ['testing'] },
  console: { code: ['client'], tests: [] },
  contracts: { code: [], tests: [] },
  testing: { code: ['contracts', 'platform', 'tools'], tests: [] },
  tools: { code: ['tools'], tests: [] },
};

/** A third-party package or module that only some files may import. */
export interface Restriction {
  readonly modules: RegExp;
  readonly allowedIn: readonly RegExp[];
  readonly sentence: string;
}

/** Which files may use the database, and which may use HTTP. */
export const RESTRICTIONS: readonly Restriction[] = [
  {
    modules: /^(typeorm|@nestjs\/typeorm)(\/|$)/,
    allowedIn: [
      /\.entity\.ts$/,
      /\.repository(\.spec)?\.ts$/,
      /\/migrations\//,
      /^libs\/(platform|testing)\//,
      /^tools\//,
    ],
    sentence: 'Only entities, repositories, migrations and the platform may import the ORM.',
  },
  {
    modules: /^pg(-[a-z-]+)?(\/|$)/,
    allowedIn: [/^libs\/(platform|testing)\//, /^tools\//],
    sentence: 'Only the platform, the tests and the tools may import the database driver.',
  },
  {
    modules: /^((node:)?https?2?|fastify|@fastify\/.+|@nestjs\/platform-(fastify|express)|express)$/,
    allowedIn: [
      /^apps\/gateway\//,
      /^libs\/platform\/src\/(health|outgoing)\//,
      /^libs\/testing\//,
      /^libs\/client\/test\//,
      /^tools\//,
    ],
    sentence: 'Only the gateway serves HTTP; a service answers over the bus.',
  },
];

/** The globs of files that are tests. */
export const TESTS: readonly string[] = [
  '**/*.spec.ts',
  '**/*.e2e-spec.ts',
  '**/*.smoke.ts',
  '**/test/**/*.ts',
];
