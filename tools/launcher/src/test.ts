import { locateNatsServer } from '@pks/stack';
import { build } from './build.ts';
import { giveUp, tell } from './terminal.ts';
import { runTool, stopTools } from './tools.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopTools);

try {
  tell(`NATS server: ${await locateNatsServer(tell)}`);
  await build();
  const args = [
    'run-many',
    '-t',
    'test',
    '--outputStyle=stream-without-prefixes',
    '--parallel=1',
    ...process.argv.slice(2),
  ];
  const code = await runTool('nx', args);
  tell(code === 0 ? 'All tests passed.' : 'Tests failed; what they said is above.');
  process.exitCode = code;
} catch (error) {
  giveUp(error);
}
