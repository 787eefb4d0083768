import { expect, it } from '@jest/globals';
import { migrationClass, migrationClasses, migrationDigests } from '@pks/testing';
import { searchSchema } from '../search.database.ts';

const RELEASED = {
  '1797292800000-create-search.ts': '93f096520d185ed926e447572c1edfd5ee0dea96ddcea41f46275f3b6a205fb1',
  '1797552000000-delete-projects.ts': '2201dc4fa7847e3a9192ad3c32cce11ab13d28aed699b952c71256bb60178907',
  '1798588860000-separate-deferred-events.ts':
    '966c7b917eb1246264bf1d15609b4663865195bf3fffbba61acf1cb7e215c8f8',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});

it('a new migration has a greater number than every released one', () => {
  const released = Object.keys(RELEASED).map(migrationClass);
  const listed = searchSchema.migrations.map(({ name }) => name);
  expect(listed.slice(0, released.length)).toEqual(released);
});

it('every migration runs, in the order of their files', async () => {
  const listed = searchSchema.migrations.map(({ name }) => name);
  expect(listed).toEqual(await migrationClasses(import.meta.dirname));
});
