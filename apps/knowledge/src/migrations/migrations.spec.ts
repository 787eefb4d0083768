import { expect, it } from '@jest/globals';
import { migrationDigests } from '@pks/testing';

const RELEASED = {
  '1763683200000-create-knowledge.ts': '8318d76f79223e91f626f7a590d707b4854106a0d78d9bfcd724f05ac550a28b',
  '1795564800000-add-events.ts': 'eeecafa1ee05675d91e828be0f43ba43d7ea6aca62a59402b5b7490e02020878',
  '1795910400000-create-documents.ts': '5aeceb162ce2b7ef7f27d34e07598706a8206ce14072677d0b892440091ac6c0',
  '1795996800000-add-search.ts': '8d0645af36f1bc985a9b7ecc763cc1e51a6e86b325bc25961ff471439f49f383',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});
