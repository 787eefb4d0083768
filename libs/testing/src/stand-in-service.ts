import { type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Contract } from '@pks/contracts';
import { type BusServer, FaultFilter, Serves, type Service, faultOfDatabase } from '@pks/platform';

/** Creates a Nest microservice that serves a contract with the methods of an object; `listen()` starts it. */
export async function standInService<C extends Contract>(
  contract: C,
  handlers: Service<C>,
  server: BusServer,
): Promise<INestMicroservice> {
  @Module({ controllers: [controllerOf(contract, handlers)] })
  class StandIn {}
  const app = await NestFactory.createMicroservice(StandIn, {
    strategy: server,
    logger: false,
    abortOnError: false,
  });
  return app.useGlobalFilters(new FaultFilter(faultOfDatabase));
}

/** A controller whose methods are those of an object, and get what is prepared for them. */
function controllerOf<C extends Contract>(contract: C, handlers: Service<C>): Type<object> {
  class Controller {
    readonly before = handlers.before;
  }
  for (const name of Object.keys(contract.calls)) {
    const value = (...request: unknown[]): unknown =>
      Reflect.apply(Reflect.get(handlers, name) as () => unknown, handlers, request);
    Object.defineProperty(Controller.prototype, name, { value, configurable: true });
  }
  Serves(contract)(Controller as never);
  return Controller;
}
