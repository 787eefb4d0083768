import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../walls/workspace.ts';
import { judgeKubernetes } from './kubernetes.ts';

const stored = (file: string): string => readFileSync(join(ROOT, 'tools/deployment', file), 'utf8');

const FAULTS = [
  ['a file that is missing', 'kustomization.yaml', 'kubernetes/settings.env', 'kubernetes/setings.env'],
  [
    'an app that is missing',
    'kubernetes/processes.yaml',
    'metadata: { name: agents }',
    'metadata: { name: agent }',
  ],
  [
    'a program that no source builds',
    'kubernetes/processes.yaml',
    'apps/search/dist/main.js',
    'apps/search/main.js',
  ],
  [
    'a variable that a process does not know',
    'kubernetes/processes.yaml',
    'name: CALLER_SECRET',
    'name: CALER_SECRET',
  ],
  ["another one's user of NATS", 'kubernetes/processes.yaml', 'nats://feedback:', 'nats://identity:'],
  [
    'a service that is a superuser',
    'kubernetes/processes.yaml',
    'postgres://feedback:',
    'postgres://postgres:',
  ],
  [
    "another one's password",
    'kubernetes/processes.yaml',
    'key: FEEDBACK_DB_PASSWORD',
    'key: AGENTS_DB_PASSWORD',
  ],
  ['no place for documents', 'kubernetes/processes.yaml', 'claimName: documents', 'claimName: search'],
  ['documents in another place', 'kubernetes/processes.yaml', 'mountPath: /documents', 'mountPath: /files'],
  ['a setting that no process reads', 'kubernetes/settings.env', 'TRUST_PROXY=', 'TRUST_PROXIES='],
  ['a secret among the settings', 'kubernetes/settings.env', 'TRUST_PROXY=1', 'LANGUAGE_MODEL_API_KEY=1'],
  ['a secret that nobody makes', 'make-env.sh', 'NATS_CLUSTER_PASSWORD=', 'NATS_ROUTES_PASSWORD='],
  ['a password that NATS would read as a number', 'kubernetes/nats.yaml', `'"$(GATEWAY)"'`, `'$(GATEWAY)'`],
  ["another one's password of NATS", 'kubernetes/nats.yaml', `'"$(GATEWAY)"'`, `'"$(AGENTS)"'`],
  [
    'processes that may all be away',
    'kubernetes/disruptions.yaml',
    'metadata: { name: search }',
    'metadata: { name: find }',
  ],
  [
    'programs that can be changed',
    'kubernetes/every-process.yaml',
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
  ],
  ['a process of root', 'kubernetes/every-process.yaml', 'runAsNonRoot: true', 'runAsNonRoot: false'],
  ['capabilities that nobody needs', 'kubernetes/every-process.yaml', 'drop: [ALL]', 'drop: [NET_RAW]'],
  [
    'a message server with rights that it does not need',
    'kubernetes/nats.yaml',
    'allowPrivilegeEscalation: false',
    'privileged: false',
  ],
] as const;

test('the manifests for Kubernetes: nothing is wrong', () => {
  assert.deepEqual(judgeKubernetes(), []);
});

for (const [name, file, part, fault] of FAULTS) {
  test(`the manifests for Kubernetes: sees ${name}`, () => {
    const read = (asked: string): string => {
      const text = stored(asked);
      if (asked !== file) return text;
      assert.ok(text.includes(part));
      return text.replaceAll(part, fault);
    };
    assert.notDeepEqual(judgeKubernetes(read), []);
  });
}
