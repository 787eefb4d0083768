import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type ArgumentsHost,
  BadRequestException,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  type INestMicroservice,
  InternalServerErrorException,
  Module,
  type NestInterceptor,
  NotFoundException,
  type PipeTransform,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { RpcException } from '@nestjs/microservices';
import { type Caller, Empty, Text, Words, contract, rpc } from '@pks/contracts';
import { type TestBus, aCall, aCaller, openTestDatabase, outcomeOf } from '@pks/testing';
import { type Observable, map, throwError } from 'rxjs';
import {
  BusServer,
  Conflict,
  type Database,
  FaultFilter,
  Forbidden,
  Internal,
  NotPossible,
  Serves,
  type Service,
  SystemClock,
  TransactionalOnceOnly,
  currentCall,
  currentTransaction,
  faultOfDatabase,
} from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { openBus } from '../fixtures/bus.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

class Ask {
  @Text()
  readonly name!: string;
}
class Told {
  @Words()
  readonly name!: string;
}

const doors = contract(`test-${randomUUID().slice(0, 8)}.doors`, {
  open: rpc(Ask).by('authenticated').returns(Told),
  plain: rpc(Empty).by('authenticated').returns(Told),
});

/** The parts that ran, in order, and whether in a transaction. */
const ran: string[] = [];
const note = (what: string): void => void ran.push(currentTransaction() ? `${what} in a transaction` : what);
let thrown: unknown;

class OutOfStock extends Error {}

class Guard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    note('guard');
    const { name } = context.switchToRpc().getData<Ask>();
    const caller = context.switchToRpc().getContext<Caller>();
    if (name === 'thrown') throw thrown;
    return name !== 'closed' && caller.email.includes('@') && currentCall() !== undefined;
  }
}

class Shout implements PipeTransform<unknown> {
  transform(value: unknown, { metatype }: { metatype?: unknown }): unknown {
    if (metatype !== Ask || !(value instanceof Object) || !('name' in value)) return value;
    note('pipe');
    if (value.name === 'unpiped') throw new BadRequestException(['first', 'second']);
    return { name: String(value.name).toUpperCase() };
  }
}

class Bracket implements NestInterceptor {
  constructor(private readonly name: string) {}

  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    note(this.name);
    return next.handle().pipe(map((result) => this.around(result)));
  }

  private around(result: unknown): unknown {
    return result instanceof Object && 'name' in result ? { name: `[${String(result.name)}]` } : result;
  }
}

@Catch(OutOfStock)
class StockFilter implements ExceptionFilter<OutOfStock> {
  catch(error: OutOfStock, _host: ArgumentsHost): Observable<never> {
    return throwError(() => new Conflict(error.message));
  }
}

@Catch(RangeError)
class RangeFilter implements ExceptionFilter<RangeError> {
  catch(error: RangeError): Observable<never> {
    return throwError(() => new NotPossible(error.message));
  }
}

@Serves(doors)
class Doors implements Service<typeof doors> {
  readonly before = { open: async () => note('condition') };

  @UseGuards(new Guard())
  @UsePipes(new Shout())
  @UseInterceptors(new Bracket('interceptor'))
  @UseFilters(new StockFilter())
  async open({ name }: Ask, caller: Caller): Promise<Told> {
    note('handler');
    if (name === 'SOLD') throw new OutOfStock('Sold out.');
    if (name === 'FAR') throw new RangeError('Too far.');
    if (name === 'BROKEN') throw new Error('defect');
    return { name: `${name} ${caller.user_id === '' ? 'nobody' : 'caller'}` };
  }

  async plain(): Promise<Told> {
    note('handler');
    return { name: 'plain' };
  }
}

@Module({ controllers: [Doors] })
class DoorsModule {}

let bus: TestBus;
let database: Database;
let closeDatabase: () => Promise<void>;
let app: INestMicroservice;
const globalGuard = { refuses: false };

beforeAll(async () => {
  bus = await openBus();
  ({ database, close: closeDatabase } = await openTestDatabase(keeperSchema));
  const { log } = capturedLog();
  const server = new BusServer(
    {
      connection: bus.connection,
      seal: bus.seal,
      clock: new SystemClock(),
      log,
      onceOnly: new TransactionalOnceOnly(database),
    },
    { queue: 'doors', deadlineMs: 10_000, concurrency: 4, queued: 100 },
  );
  app = await NestFactory.createMicroservice(DoorsModule, { strategy: server, logger: false });
  app
    .useGlobalFilters(new FaultFilter(faultOfDatabase), new RangeFilter())
    .useGlobalGuards({ canActivate: () => !globalGuard.refuses })
    .useGlobalPipes({ transform: (value: unknown) => value })
    .useGlobalInterceptors(new Bracket('global interceptor'));
  await app.listen();
});
beforeEach(() => {
  ran.length = 0;
  globalGuard.refuses = false;
});
afterAll(async () => {
  await app.close();
  await closeDatabase();
  await bus.close();
});

const open = (name: string, key?: string): Promise<unknown> => {
  const idempotency = { key: key ?? '', fingerprint: name, operation: 'POST /doors/' };
  const call = aCall(ANA, key === undefined ? undefined : idempotency);
  return outcomeOf(bus.client.call(doors.calls.open, { name }, call));
};
const ANA = aCaller();

describe('around a controller on the bus', () => {
  it('guards, pipes and interceptors of Nest run, each in turn', async () => {
    expect(await open('gate')).toEqual({ answered: { name: '[[GATE caller]]' } });
    expect(ran).toEqual(['guard', 'global interceptor', 'interceptor', 'pipe', 'condition', 'handler']);
  });

  it('a guard refuses before anything else runs', async () => {
    expect(await open('closed')).toEqual(new Forbidden().data);
    expect(ran).toEqual(['guard']);
  });

  it('a filter of Nest handles what a handler throws, on the method and globally', async () => {
    expect(await open('sold')).toEqual(new Conflict('Sold out.').data);
    expect(await open('far')).toEqual(new NotPossible('Too far.').data);
    expect(await open('broken')).toEqual(new Internal().data);
  });

  it('a pipe refuses with an exception of Nest, whose sentences are the answer', async () => {
    expect(await open('unpiped')).toMatchObject({
      kind: 'invalid',
      fields: { non_field_errors: ['first', 'second'] },
    });
  });

  it('a global guard and a global interceptor apply to all of its calls', async () => {
    const plain = (): Promise<unknown> => outcomeOf(bus.client.call(doors.calls.plain, {}, aCall(ANA)));
    expect(await plain()).toEqual({ answered: { name: '[plain]' } });
    globalGuard.refuses = true;
    expect(await plain()).toEqual(new Forbidden().data);
    expect(ran).toEqual(['global interceptor', 'handler']);
  });
});

describe('what a guard throws', () => {
  it.each([
    [new ForbiddenException('Not you.'), { kind: 'forbidden', message: 'Not you.' }],
    [new NotFoundException(), { kind: 'not_found', message: 'Not Found' }],
    [new RpcException('Not now.'), { kind: 'invalid', message: 'Not now.' }],
    [new RpcException({ kind: 'conflict', message: 'Taken.' }), { kind: 'conflict', message: 'Taken.' }],
    [new RpcException({ status: 404, message: 'Gone.' }), { kind: 'not_found', message: 'Gone.' }],
    [new Conflict('Taken.'), { kind: 'conflict', message: 'Taken.' }],
    [new InternalServerErrorException('secret'), new Internal().data],
    [new Error('secret'), new Internal().data],
  ])('is a fault: %s', async (error, fault) => {
    thrown = error;
    expect(await open('thrown')).toEqual(fault);
  });
});

describe('under an idempotency key', () => {
  it('the handler alone is in the transaction; it and its condition run once', async () => {
    const key = randomUUID();
    const answer = { answered: { name: '[[GATE caller]]' } };
    expect(await open('gate', key)).toEqual(answer);
    const around = ['guard', 'global interceptor', 'interceptor', 'pipe'];
    expect(ran).toEqual([...around, 'condition', 'handler in a transaction']);
    ran.length = 0;
    expect(await open('gate', key)).toEqual(answer);
    expect(ran).toEqual(around);
  });

  it('a refusal of a guard or a pipe is not stored', async () => {
    for (const name of ['closed', 'unpiped']) {
      const key = randomUUID();
      expect(await open(name, key)).toHaveProperty('kind');
      expect(await database.manager.query('SELECT 1 FROM idempotency_keys WHERE key = $1', [key])).toEqual(
        [],
      );
    }
  });
});
