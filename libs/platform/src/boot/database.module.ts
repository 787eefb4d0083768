import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { Outbox } from '../database/outbox.ts';
import { Jobs } from '../jobs/jobs.ts';
import { LOG, type Log } from '../logging/log.ts';
import { ProjectDeletion } from '../project-deletion/project-deletion.ts';

/** Provides a service's database, and the outbox and the jobs that are stored in it. */
@Global()
@Module({})
export class DatabaseModule {
  static of(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: Database, useValue: database },
        { provide: Outbox, useValue: new Outbox(database) },
        {
          provide: ProjectDeletion,
          useFactory: (log: Log) => new ProjectDeletion(database, log),
          inject: [LOG],
        },
        { provide: Jobs, useFactory: (log: Log) => new Jobs(database, log), inject: [LOG] },
      ],
      exports: [Database, Jobs, Outbox, ProjectDeletion],
    };
  }
}
