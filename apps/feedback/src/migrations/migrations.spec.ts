import { expect, it } from '@jest/globals';
import { migrationClass, migrationClasses, migrationDigests } from '@pks/testing';
import { feedbackSchema } from '../feedback.database.ts';

const RELEASED = {
  '1795651200000-create-signals.ts': '5b28f6f95ba44daf78adc51eb6174c78b085a047431a70bc57f9619d9808adcc',
  '1796083200000-lease-outbox.ts': '0320af151135cbf80f5a3bd0ae74ec96d89f3d9183dd615572b84ecfe97c6dd6',
  '1796428800000-separate-projects.ts': 'f333b2edafb94c8063fcf823bc1b8db618cef52488d6ff0de67b89d678b32b29',
  '1796601600000-bound-idempotency-keys.ts':
    '7b30e988f47d4df352653855656e3d6aa3f57e624ca550b8bcac6a823688652f',
  '1797292800000-copy-conversations.ts': '84f062c1d37fc490b9a6d60577d1679f0a3203a04ed3d6f8839590b5487b5d71',
  '1797465600000-keep-groups.ts': 'fc59f58936f1ec45999024fe5bcbb3fef5565f457abc36f820e5df34782c241f',
  '1797465660000-fill-groups.ts': '2d541624d5a69e83a36fd895b78973796cda46fe2ea25c21bf730385c0c76531',
  '1797552000000-delete-projects.ts': '2201dc4fa7847e3a9192ad3c32cce11ab13d28aed699b952c71256bb60178907',
  '1797811200000-count-archived-groups.ts':
    'a953e7b2131446013c949fba3a5e74c1a1021a02cd6647e42426c4f8c8c14d2f',
  '1797811260000-mark-archived-groups.ts': 'f6a4e7baf712d7a32d0483600a07e760f6c405f8bf1d8fb1ecce7ebb9a06909e',
  '1797811320000-drop-archived-index.ts': '8a78f1de70baa57f4450b88604a31ee7951bddfb9e68cd4f462bc07179896e08',
  '1797897600000-look-up-groups.ts': '5a2c2a761a09555d8f952f240fb4dfd00ac44250f62d74af2b0de4ef7c5ee9e2',
  '1797984000000-index-open-signals.ts': 'cece59cd49be24f4151c80913ef0b91d55d17d2af570c5bae101cdfffdb42894',
  '1798416000000-count-groups-in-parts.ts':
    'a4fce14953dc535469d8bd2e82fd94ea5d55d88f0f5e034baf4be90df739eb77',
  '1798416060000-count-signals-in-parts.ts':
    '9a8a4fc24bd281aacc0a56a93810d1c9f5ca3bbbd2e3d92084b5e75570f3a9cb',
  '1798502400000-drop-former-counts.ts': '5e742be4f0ee358ca8dd1eb0beb9103b4ffe8c41933dbabb19b8dca608bdd272',
  '1798588860000-separate-deferred-events.ts':
    '966c7b917eb1246264bf1d15609b4663865195bf3fffbba61acf1cb7e215c8f8',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});

it('a new migration has a greater number than every released one', () => {
  const released = Object.keys(RELEASED).map(migrationClass);
  const listed = feedbackSchema.migrations.map(({ name }) => name);
  expect(listed.slice(0, released.length)).toEqual(released);
});

it('every migration runs, in the order of their files', async () => {
  const listed = feedbackSchema.migrations.map(({ name }) => name);
  expect(listed).toEqual(await migrationClasses(import.meta.dirname));
});
