/** Which kinds of package a kind may import, and which more its tests may. */
export const MAY_IMPORT: Readonly<Record<string, { code: readonly string[]; tests: readonly string[] }>> = {
  app: { code: ['contracts', 'platform'], tests: ['testing'] },
  platform: { code: ['contracts'], tests: ['testing'] },
  contracts: { code: [], tests: [] },
  testing: { code: ['contracts', 'platform', 'tools'], tests: [] },
  e2e: { code: ['contracts', 'testing', 'tools'], tests: [] },
  tools: { code: ['tools'], tests: [] },
};

/** A foreign package or module that only some files may import. */
export interface Restriction {
  readonly modules: RegExp;
  readonly allowedIn: readonly RegExp[];
  readonly sentence: string;
}

/** Who may touch the database and who may speak HTTP. */
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
    allowedIn: [/^libs\/(platform|testing)\//, /^tools\//, /^e2e\//],
    sentence: 'Only the platform, the tests and the tools may import the database driver.',
  },
  {
    modules: /^((node:)?https?2?|fastify|@fastify\/.+|@nestjs\/platform-(fastify|express)|express)$/,
    allowedIn: [
      /^apps\/gateway\//,
      /^libs\/platform\/src\/health\//,
      /^libs\/testing\//,
      /^tools\//,
      /^e2e\//,
    ],
    sentence: 'Only the gateway speaks HTTP; a service answers over the bus.',
  },
];

/** Tells whether a file is a test. */
export function isTest(path: string): boolean {
  return /\.(spec|e2e-spec)\.ts$/.test(path) || /\/test\//.test(path);
}
