import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { curlOf, jsonBody } from './request.ts';

test('a command line has the bytes of the body and never the credential', () => {
  const body = jsonBody({ a: 'é\' " \\ \n😀', b: '\ud800' });
  const line = curlOf(
    { method: 'POST', target: "/x?a='", headers: { authorization: 'Bearer pkt_secret' }, body },
    'http://h',
  );
  assert.ok(!line.includes('pkt_secret') && line.includes('Bearer $TOKEN') && line.includes('/x?a=%27'));
  const [, quoted = ''] = /--data-binary (\$'.*')$/s.exec(line) ?? [];
  const bytes = execFileSync('bash', ['-c', `printf %s ${quoted}`]);
  assert.deepEqual(JSON.parse(bytes.toString('utf8')), { a: 'é\' " \\ \n😀', b: '\ud800' });
});
