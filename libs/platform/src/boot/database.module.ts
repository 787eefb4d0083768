import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Database } from '../database/database.ts';

/** Gives a service's repositories their database. */
@Global()
@Module({})
export class DatabaseModule {
  static of(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [{ provide: Database, useValue: database }],
      exports: [Database],
    };
  }
}
