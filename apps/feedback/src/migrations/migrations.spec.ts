import { expect, it } from '@jest/globals';
import { migrationDigests } from '@pks/testing';

const RELEASED = {
  '1795651200000-create-signals.ts': '5b28f6f95ba44daf78adc51eb6174c78b085a047431a70bc57f9619d9808adcc',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});
