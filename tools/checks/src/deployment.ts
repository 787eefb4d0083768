import { judgeCompose } from './deployment/compose.ts';
import { judgeDockerfile } from './deployment/dockerfile.ts';

const found = [...judgeDockerfile(), ...judgeCompose()];
for (const sentence of found) console.error(sentence);
console.log(
  `Dockerfile and docker-compose.yml read, without an engine: ${found.length === 0 ? 'nothing is wrong' : `${found.length} wrong`}.`,
);
process.exitCode = found.length === 0 ? 0 : 1;
