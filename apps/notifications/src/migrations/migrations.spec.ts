import { expect, it } from '@jest/globals';
import { migrationClass, migrationClasses, migrationDigests } from '@pks/testing';
import { notificationsSchema } from '../notifications.database.ts';

const RELEASED = {
  '1795564800000-create-inbox.ts': '242b336089aebbcfcc100e8a0815dfd60e37fe82f032d742cea0715525beed9d',
  '1795565000000-create-notifications.ts': '6df99a7dce67b5568c775c6faa18035b75bd0d5ac993de7e56915c9162270392',
  '1796428800000-separate-projects.ts': '3a9e03143269a6ddb60a7a043e0bf1a13d5ce65817e87f2f7c67ccb1d368ed74',
  '1796601600000-bound-idempotency-keys.ts':
    '7b30e988f47d4df352653855656e3d6aa3f57e624ca550b8bcac6a823688652f',
  '1797379200000-announce-to-projects.ts': '541e21ba80ad6eda6272d71fd2d5dea1249ccf1c910dc892fc529cd98b9e004d',
  '1797465600000-index-ended-periods.ts': '503855fa7e617ba1d50f1b1dbc2638551fb91768eac6aee9be10c2c44932a86c',
  '1797552000000-delete-projects.ts': '2201dc4fa7847e3a9192ad3c32cce11ab13d28aed699b952c71256bb60178907',
  '1797638400000-separate-read-ones.ts': '0a6bb860d8c43f8fe11915ba31eb5150b762ffe26924041c518af8d2cc8275ab',
  '1798070400000-relate-keys.ts': '2a7dc3e056be82986165baed2bda42bda7f752778de85f47080f948e58143fc3',
  '1798588800000-order-unread-by-age.ts': 'c4e21d105f7b25b511079b2bb98ff6f99cc9de5f293cb85896c81a7138c1c0ba',
  '1798588860000-separate-deferred-events.ts':
    '966c7b917eb1246264bf1d15609b4663865195bf3fffbba61acf1cb7e215c8f8',
  '1798675320000-take-turns-in-mail.ts': 'f44f3d3f834320c5127495e8e23f5127fc1ab1fdf90b637ed89c98eb75fb67e6',
  '1798761600000-remember-when-turns-are-taken.ts':
    '93dd106c8491c2360e39363b5349e5d615babf69459e65cfb7daaa03ba8531d6',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});

it('a new migration has a greater number than every released one', () => {
  const released = Object.keys(RELEASED).map(migrationClass);
  const listed = notificationsSchema.migrations.map(({ name }) => name);
  expect(listed.slice(0, released.length)).toEqual(released);
});

it('every migration runs, in the order of their files', async () => {
  const listed = notificationsSchema.migrations.map(({ name }) => name);
  expect(listed).toEqual(await migrationClasses(import.meta.dirname));
});
