import { describe, expect, it } from '@jest/globals';
import { s3AddressIn } from './s3-address.ts';

describe('the address of a bucket', () => {
  it.each([
    ['s3://files', { bucket: 'files', prefix: '', region: undefined, endpoint: undefined }],
    ['s3://files/', { bucket: 'files', prefix: '' }],
    ['s3://files/of/us?region=eu-central-1', { prefix: 'of/us/', region: 'eu-central-1' }],
    ['s3://files/100%25', { prefix: '100%/' }],
    ['s3://my.files/%C3%A4/', { bucket: 'my.files', prefix: 'ä/' }],
    ['s3://files?endpoint=http://localhost:9000', { endpoint: 'http://localhost:9000' }],
    ['s3://files?endpoint=https%3A%2F%2Fstore.test%2Fs3', { endpoint: 'https://store.test/s3' }],
  ])('%s is read', (text, address) => {
    expect(s3AddressIn(text)).toMatchObject(address);
  });

  it.each([
    ['s3:', 'names no bucket'],
    ['s3://', 'names no bucket'],
    ['s3:///prefix', 'names no bucket'],
    ['s3://UPPER_case', 'names no bucket'],
    ['s3://key:secret@files', 'holds no credentials'],
    ['s3://files?region=eu&colour=red', 'unknown parameter "colour"'],
    ['s3://files/100%', 'has a folder that cannot be read: write % as %25'],
    ['s3://files?endpoint=store.test', 'no http:// or https:// address'],
  ])('%s is refused: it %s', (text, sentence) => {
    expect(() => s3AddressIn(text)).toThrow(sentence);
  });
});
