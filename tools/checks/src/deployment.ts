import { judgeCompose } from './deployment/compose.ts';
import { judgeDockerfile } from './deployment/dockerfile.ts';
import { judgeKubernetes } from './deployment/kubernetes.ts';
import { judgeNatsUsers } from './deployment/nats-users.ts';

const found = [...judgeDockerfile(), ...judgeCompose(), ...judgeKubernetes(), ...judgeNatsUsers()];
for (const sentence of found) console.error(sentence);
console.log(
  `Dockerfile, docker-compose.yml, the manifests for Kubernetes and the users of NATS read, without an engine: ${found.length === 0 ? 'nothing is wrong' : `${found.length} wrong`}.`,
);
process.exitCode = found.length === 0 ? 0 : 1;
