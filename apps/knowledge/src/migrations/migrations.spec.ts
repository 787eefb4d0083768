import { expect, it } from '@jest/globals';
import { migrationClass, migrationClasses, migrationDigests } from '@pks/testing';
import { knowledgeSchema } from '../knowledge.database.ts';

const RELEASED = {
  '1763683200000-create-knowledge.ts': '8318d76f79223e91f626f7a590d707b4854106a0d78d9bfcd724f05ac550a28b',
  '1795564800000-add-events.ts': 'eeecafa1ee05675d91e828be0f43ba43d7ea6aca62a59402b5b7490e02020878',
  '1795910400000-create-documents.ts': '5aeceb162ce2b7ef7f27d34e07598706a8206ce14072677d0b892440091ac6c0',
  '1795996800000-add-search.ts': '8d0645af36f1bc985a9b7ecc763cc1e51a6e86b325bc25961ff471439f49f383',
  '1796083200000-lease-outbox.ts': '0320af151135cbf80f5a3bd0ae74ec96d89f3d9183dd615572b84ecfe97c6dd6',
  '1796256000000-limit-storage.ts': 'd09161823c701960210c4f02362ff2b28b642391bcaba4820a34c671410a2b97',
  '1796256060000-share-reading.ts': 'e355e7eff68c0b2534e84e7b70b875f78b5bf24ec93538aa1bce68433057c881',
  '1796256120000-divide-sections.ts': 'eaa3aa491f0b329a0a30c32a8b39d981feabbfb21c089a02755bd3320cd89dd9',
  '1796428800000-separate-projects.ts': '8b8c096c5dfc1bcc05b1e86963950de2b16c6c49efd268fb028d19d498184b92',
  '1796601600000-bound-idempotency-keys.ts':
    '7b30e988f47d4df352653855656e3d6aa3f57e624ca550b8bcac6a823688652f',
  '1797120000000-add-interviews.ts': '2f5f24ecbed63f256e37572a59015fb8962aecd29cc970db373b786362b16cbe',
  '1797292800000-leave-search.ts': 'a42e35c5a024a280c22c35a15085d9c2e28dd596957e75096cb0ad6b60a2d535',
  '1797552000000-delete-projects.ts': '2201dc4fa7847e3a9192ad3c32cce11ab13d28aed699b952c71256bb60178907',
  '1797638460000-keep-catalog-counts.ts': '30dfd7a6741b950e7ac54d019f8c6d9bd451305bc0b2daf0fc8b3e1f3243e0f7',
  '1797897600000-order-metadata-values.ts':
    '974a15f9b4e18a2a648bc4c061b1619e8524f5b7f923a951f4ae77765520adfb',
  '1798243200000-keep-formats.ts': '5ae513e338936ba380b1529b88bd196693798003093b3d93c8ffed65dc2cd57a',
  '1798243260000-index-unread-documents.ts':
    '3b71b1b22022bd4919b382112a9b1d8281dc174cd300583fd18c13b6ee2ca31e',
  '1798329600000-remember-written-interviews.ts':
    'dbbddf1b4cf5864df39c3a498865c7f50123e47bf7f5e78d0328743a262d76b2',
  '1798329660000-index-left-documents.ts': 'd3a5fb480f20a6dda77871d7c063dcff12f6756a3dc9f5b934c2b05659d41adb',
  '1798329720000-index-written-interviews.ts':
    '873ec6c1ab03761d48b13647637c7523b62590321b1fd4e78216b7eaf2fa6178',
  '1798329780000-mark-written-interviews.ts':
    '436d577c024df7f7ac3ad97cc7b7190e0c192eb0a67716df07b28320f17d8054',
  '1798502400000-stop-marking-interviews.ts':
    '6e1e4a1b50066b5019fc96388314bd1405be6be1bdf45b024ae5a51a460011d9',
  '1798588860000-separate-deferred-events.ts':
    '966c7b917eb1246264bf1d15609b4663865195bf3fffbba61acf1cb7e215c8f8',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});

it('a new migration has a greater number than every released one', () => {
  const released = Object.keys(RELEASED).map(migrationClass);
  const listed = knowledgeSchema.migrations.map(({ name }) => name);
  expect(listed.slice(0, released.length)).toEqual(released);
});

it('every migration runs, in the order of their files', async () => {
  const listed = knowledgeSchema.migrations.map(({ name }) => name);
  expect(listed).toEqual(await migrationClasses(import.meta.dirname));
});
