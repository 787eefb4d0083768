import { describe, expect, it } from '@jest/globals';
import { AppendVersion, AddMetadata, FilterByMetadata, StoreDocuments, fieldsOf } from '@pks/contracts';
import { keyAt } from './text-key.ts';

describe('the key of what is wrong in a body', () => {
  it.each([
    ['a field', AppendVersion, ['short_name'], 'short_name'],
    ['something in an open value', AppendVersion, ['payload', 'deep', '0'], 'payload'],
    ['an unknown field', AppendVersion, ['colour', 'deep'], 'colour'],
    ['an item of a list of texts', FilterByMetadata, ['metadata_values', '2'], 'metadata_values.2'],
    ['a field of an item', StoreDocuments, ['files', '1', 'name'], 'files.1.name'],
    [
      'an item of a list in an item',
      StoreDocuments,
      ['files', '1', 'metadata', '0', '1'],
      'files.1.metadata.0',
    ],
    ['a name in the body itself', AppendVersion, [], 'non_field_errors'],
    ['an item of a body that is no list', AppendVersion, ['0', 'payload'], 'non_field_errors'],
  ])('for %s', (_what, message, path, key) => {
    expect(keyAt(path, fieldsOf(message))).toBe(key);
  });

  it('begins with the index where the body may be a list', () => {
    const pairs = fieldsOf(AddMetadata).find(({ name }) => name === 'pairs')?.nested;
    const fields = pairs ? fieldsOf(pairs) : [];
    expect(keyAt(['3', 'value'], fields, true)).toBe('3.value');
    expect(keyAt(['value'], fields, true)).toBe('value');
    expect(keyAt(['3'], fields, true)).toBe('3');
  });
});
