import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

it('shows an example that compiles', () => {
  const example = /```ts\n([^`]+)```/.exec(read('../README.md'))?.[1];
  const compiled = read('readme-example.ts').replace("'../src/index.ts'", "'@pks/client'");
  expect(example?.trim()).toBe(compiled.trim());
});
