import { expect, it } from '@jest/globals';
import { migrationClass, migrationClasses, migrationDigests } from '@pks/testing';
import { agentsSchema } from '../agents.database.ts';

const RELEASED = {
  '1795399294681-create-agents.ts': '4cfec5773be481b5d1c5c5aee4e68441d9fb58aeb0d3250be9c10a756b7407d2',
  '1795402800000-create-conversations.ts': '46cca04b354463901e37660dbe90728805413d9ce6d2eacdbcbddb5f0bc0a722',
  '1795406400000-announce-conversations.ts':
    '3497671cf26ea68de5187d38bac8874083dd1e7de4fdd2914b22c608af170449',
  '1797465600000-find-in-conversations.ts':
    '9ffa6617329ee21ab155ec3e43503c3defa9184147819939ec3feadc7d43c6c6',
  '1797552000000-delete-projects.ts': '2201dc4fa7847e3a9192ad3c32cce11ab13d28aed699b952c71256bb60178907',
  '1797638460000-count-current-conversations.ts':
    '79e9ded5a1de1afe4df17bfce17b10192b71a6c357eaf8210559390d5a95cc42',
  '1797724800000-keep-conversation-tags.ts':
    'f3b48f1c4bf78034810c9d07449898c7b2a5d988f2981299710efbdcf91a4cfa',
  '1798156800000-search-what-was-said.ts': '715760a9555d77d8c8ede9e47b236cf72064b2cc7594da1d0fbe0f71208d4b5f',
  '1798416000000-drop-email-index.ts': 'fe0134c50c79733cc5bb27fd7775411f06ea2bc5e6755bfdaee676225c16fed4',
  '1798588860000-separate-deferred-events.ts':
    '966c7b917eb1246264bf1d15609b4663865195bf3fffbba61acf1cb7e215c8f8',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});

it('a new migration has a greater number than every released one', () => {
  const released = Object.keys(RELEASED).map(migrationClass);
  const listed = agentsSchema.migrations.map(({ name }) => name);
  expect(listed.slice(0, released.length)).toEqual(released);
});

it('every migration runs, in the order of their files', async () => {
  const listed = agentsSchema.migrations.map(({ name }) => name);
  expect(listed).toEqual(await migrationClasses(import.meta.dirname));
});
