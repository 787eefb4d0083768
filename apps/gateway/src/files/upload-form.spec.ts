import { describe, expect, it } from '@jest/globals';
import { Invalid } from '@pks/platform/process';
import { METADATA, UploadFields } from './upload-form.ts';

describe('the metadata of an upload', () => {
  const fieldsWith = (lists: number): UploadFields => {
    const fields = new UploadFields();
    fields.add(METADATA, Buffer.from(JSON.stringify(Array(lists).fill([['team', 'sales']]))));
    return fields;
  };

  it('is a list of pairs for each file', () => {
    const fields = fieldsWith(100);
    fields.check();
    expect(fields.metadataOf(100)).toEqual(Array(100).fill([['team', 'sales']]));
    expect(() => fields.metadataOf(99)).toThrow('there are 99 files and 100 lists');
  });

  it('is refused before the files if it has more lists than an upload may have files', () => {
    const sentence = 'Ensure this field has no more than 100 items.';
    expect(() => fieldsWith(101).check()).toThrow(Invalid.field(METADATA, sentence));
  });
});
