import { expect, it } from '@jest/globals';
import { migrationDigests } from '@pks/testing';

const RELEASED = {};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});
