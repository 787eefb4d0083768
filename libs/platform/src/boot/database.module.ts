import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { Outbox } from '../database/outbox.ts';

/** Gives a service's repositories their database, and the outbox that lies in it. */
@Global()
@Module({})
export class DatabaseModule {
  static of(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: Database, useValue: database },
        { provide: Outbox, useValue: new Outbox(database) },
      ],
      exports: [Database, Outbox],
    };
  }
}
