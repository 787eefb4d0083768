import { freePort } from '@pks/stack';
import { type FaultCase, NOTHING } from './fault-case.ts';

const GATEWAY = 'gateway';
const SECOND = 2;

/** Two replicas of each service, restarted one after the other. */
export const ROLLING_RESTARTS: FaultCase = {
  name: 'rolling-restarts',
  sentence:
    'Two replicas of each service are restarted one after the other, again and again (--restarts N): nothing may fail.',
  mayFail: NOTHING,
  isSilent: true,
  mayEnd: (end) => end.endsWith(' (code 0)'),
  bring: async (scene) => {
    const { stack } = scene.product;
    const port = String(await freePort());
    const addresses = [stack.baseUrl, `http://127.0.0.1:${port}/api/v1`] as const;
    const names = Object.keys(stack.services);
    const start = (name: string, replica?: number): Promise<void> =>
      stack.start(name, {
        ...(replica === undefined ? {} : { replica }),
        ...(name === GATEWAY && replica === SECOND ? { env: { PORT: port } } : {}),
      });
    for (const name of names) await start(name, SECOND);
    const services = names.filter((name) => name !== GATEWAY);
    for (let round = 1; round <= scene.restarts; round += 1) {
      for (const name of [...services, GATEWAY]) {
        const isEdge = name === GATEWAY;
        if (isEdge) scene.moveClients(addresses[1]);
        await stack.services[name]?.stop();
        await start(name);
        if (isEdge) scene.moveClients(addresses[0]);
        await stack.services[`${name}-${SECOND}`]?.stop();
        await start(name, SECOND);
      }
      scene.report(`${round} of ${scene.restarts} rounds: ${round * names.length * 2} restarts.`);
    }
    return [];
  },
};
