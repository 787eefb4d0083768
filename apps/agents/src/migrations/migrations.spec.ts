import { expect, it } from '@jest/globals';
import { migrationDigests } from '@pks/testing';

const RELEASED = {
  '1795399294681-create-agents.ts': '4cfec5773be481b5d1c5c5aee4e68441d9fb58aeb0d3250be9c10a756b7407d2',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});
