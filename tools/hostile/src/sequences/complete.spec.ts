import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertComplete } from './complete.ts';

const list = '/projects/{project_id}/labels/';
const remove = { method: 'DELETE', path: `${list}{label_id}/`, operationId: 'labels_remove' };

test('what is created and deleted has a sequence', () => {
  const create = { method: 'POST', path: list, operationId: 'labels_create' };
  assert.throws(() => assertComplete([create, remove]), /labels_create creates: add it to RESOURCES/);
  assertComplete([create]);
  assertComplete([{ ...create, operationId: 'signals_submit' }, remove]);
});
