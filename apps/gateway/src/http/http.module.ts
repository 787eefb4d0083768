import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { KeptAnswers } from '../kept/kept-answers.ts';
import { Connections } from './connections.ts';
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
    KeptAnswers,
    MethodsNotAllowed,
    RequestLog,
    ServiceCalls,
    ServiceTurns,
  ],
  exports: [MethodsNotAllowed, RequestLog, ServiceCalls],
})
export class HttpModule {}
