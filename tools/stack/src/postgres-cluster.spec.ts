import { strict as assert } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ensureCluster } from './postgres-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'stack-cluster-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** An initdb on a C library whose only locale is C. */
const INITDB = `#!/bin/sh
for argument in "$@"; do
  case $argument in
    --pgdata=*) data=\${argument#*=} ;;
    --lc-ctype=C) letters=C ;;
  esac
done
if [ "$letters" != C ]; then
  echo 'initdb: error: invalid locale name "C.UTF-8"' >&2
  exit 1
fi
echo 18 > "$data/PG_VERSION"
`;

test('is created where the system has no locale but C', async () => {
  const initdb = join(folder, 'initdb');
  writeFileSync(initdb, INITDB, { mode: 0o755 });
  const home = { folder, cluster: join(folder, 'cluster'), release: () => undefined };
  await ensureCluster(home, { initdb, account: {}, ephemeral: true });
  assert.equal(readFileSync(join(home.cluster, 'PG_VERSION'), 'utf8'), '18\n');
});
