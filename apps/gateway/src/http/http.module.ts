import { Module } from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { KeptAnswers } from '../kept/kept-answers.ts';
import { Connections } from './connections.ts';
import { EarlyRefusals } from './early-refusals.ts';
import { FailureFilter } from './failure.filter.ts';
import { MethodsNotAllowed } from './method-not-allowed.ts';
import { RequestLog } from './request-log.ts';
import { ServiceCalls } from './service-calls.ts';
import { ServiceTurns } from './service-turns.ts';

/** What every request needs, whatever its route. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: FailureFilter },
    Connections,
    {
      provide: EarlyRefusals,
      inject: [HttpAdapterHost],
      useFactory: ({ httpAdapter }: HttpAdapterHost<FastifyAdapter>): EarlyRefusals =>
        httpAdapter.getInstance<FastifyInstance>().early,
    },
    KeptAnswers,
    MethodsNotAllowed,
    RequestLog,
    ServiceCalls,
    ServiceTurns,
  ],
  exports: [EarlyRefusals, MethodsNotAllowed, ServiceCalls],
})
export class HttpModule {}
