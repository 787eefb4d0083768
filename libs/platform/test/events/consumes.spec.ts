import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type CanActivate,
  type ExecutionContext,
  type INestMicroservice,
  Module,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type TestBus, silentLog } from '@pks/testing';
import {
  BusServer,
  type Consumer,
  Consumes,
  FaultFilter,
  Forbidden,
  type Occurred,
  type Once,
  SystemClock,
} from '../../src/index.ts';
import { type Consumption, consumptionsIn } from '../../src/events/consumes.ts';
import { openBus } from '../fixtures/bus.ts';
import { Said, said } from '../fixtures/event-service.ts';

const consumed: string[] = [];
const failure = new Error('The printer is out of paper.');

class NoSecrets implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToRpc().getData<Occurred<typeof said>>().payload.words !== 'secret';
  }
}

@Consumes('printing', said)
class Printing implements Consumer<typeof said> {
  @UseGuards(new NoSecrets())
  async consume({ payload }: Occurred<typeof said>, once: Once): Promise<void> {
    if (payload.words === 'jam') throw failure;
    await once(async () => void consumed.push(`printed ${payload.words}`));
  }
}

@Consumes('reading', said)
class Reading implements Consumer<typeof said> {
  async consume({ payload }: Occurred<typeof said>, once: Once): Promise<void> {
    await once(async () => void consumed.push(`read ${payload.words}`));
  }
}

@Module({ controllers: [Printing, Reading] })
class Consumers {}

let bus: TestBus;
let app: INestMicroservice;
let consumptions: Consumption[];

beforeAll(async () => {
  bus = await openBus();
  const parts = { connection: bus.connection, seal: bus.seal, clock: new SystemClock(), log: silentLog() };
  const server = new BusServer(parts, { queue: 'consumers', deadlineMs: 1_000, concurrency: 1, queued: 1 });
  app = await NestFactory.createMicroservice(Consumers, { strategy: server, logger: false });
  app.useGlobalFilters(new FaultFilter(() => undefined));
  await app.listen();
  consumptions = consumptionsIn(server.getHandlers());
});
beforeEach(() => {
  consumed.length = 0;
});
afterAll(async () => {
  await app.close();
  await bus.close();
});

function consume(name: string, words: string): Promise<void> | undefined {
  const payload: Said = { project_id: randomUUID(), words };
  const event = { id: randomUUID(), subject: said.subject, payload, occurredAt: new Date(), requestId: 'r' };
  const consumption = consumptions.find((one) => one.name === name);
  return consumption?.consumer.consume(event, (effect) => effect());
}

describe('consumers of one and the same event', () => {
  it('are controllers of Nest that are kept apart, each under its name', async () => {
    expect(consumptions.map(({ name, events }) => [name, events])).toEqual([
      ['printing', [said]],
      ['reading', [said]],
    ]);
    await consume('printing', 'hello');
    expect(consumed).toEqual(['printed hello']);
    await consume('reading', 'hello');
    expect(consumed).toEqual(['printed hello', 'read hello']);
  });

  it('fail with the error that was thrown, so that the event is deferred with its reason', async () => {
    await expect(consume('printing', 'jam')).rejects.toBe(failure);
  });

  it('are guarded like any controller of Nest, each by its own guards', async () => {
    await expect(consume('printing', 'secret')).rejects.toMatchObject({ data: new Forbidden().data });
    await consume('reading', 'secret');
    expect(consumed).toEqual(['read secret']);
  });
});
