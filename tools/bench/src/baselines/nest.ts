import 'reflect-metadata';
import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DataSource, EntitySchema } from 'typeorm';
import { POOL_SIZE } from './listing.ts';

/** The list in NestJS with Fastify and TypeORM in one process, in the usual style: no credentials, no checks, no logs. */
interface Artifact {
  project_id: string;
  id: string;
  slug: string;
  title: string;
  semantic_type: string;
  technical_type: string;
  in_scope: boolean;
  display_order: number;
  group: string;
  definition_short: string;
  head_version_number: number;
  head_updated_at: Date | null;
  version_count: number;
  published_version_number: number | null;
}

const artifacts = new EntitySchema<Artifact>({
  name: 'Artifact',
  tableName: 'artifacts',
  schema: 'knowledge',
  columns: {
    project_id: { type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    slug: { type: 'text' },
    title: { type: 'text' },
    semantic_type: { type: 'text' },
    technical_type: { type: 'text' },
    in_scope: { type: 'boolean' },
    display_order: { type: 'integer' },
    group: { type: 'text' },
    definition_short: { type: 'text' },
    head_version_number: { type: 'integer' },
    head_updated_at: { type: 'timestamptz', nullable: true },
    version_count: { type: 'integer' },
    published_version_number: { type: 'integer', nullable: true },
  },
});

const source = new DataSource({
  type: 'postgres',
  url: process.env['DATABASE_URL'] ?? '',
  entities: [artifacts],
  poolSize: POOL_SIZE,
});

class ArtifactsController {
  async list(projectId: string, limitText: string, offsetText = '0'): Promise<object> {
    const [limit, offset] = [Number(limitText), Number(offsetText)];
    const [rows, count] = await source.getRepository(artifacts).findAndCount({
      where: { project_id: projectId },
      order: { in_scope: 'DESC', display_order: 'ASC', slug: 'ASC', id: 'ASC' },
      take: limit,
      skip: offset,
    });
    const results = rows.map(({ project_id: _project, ...item }) => ({
      ...item,
      can_delete: item.semantic_type === 'custom',
    }));
    return {
      count,
      next: offset + limit < count ? `?limit=${limit}&offset=${offset + limit}` : null,
      previous: null,
      results,
    };
  }
}

class BaselineModule {}

const list = Object.getOwnPropertyDescriptor(ArtifactsController.prototype, 'list') ?? {};
Get(':projectId/artifacts')(ArtifactsController.prototype, 'list', list);
Param('projectId')(ArtifactsController.prototype, 'list', 0);
Query('limit')(ArtifactsController.prototype, 'list', 1);
Query('offset')(ArtifactsController.prototype, 'list', 2);
Controller('api/v1/projects')(ArtifactsController);
Module({ controllers: [ArtifactsController] })(BaselineModule);

await source.initialize();
const app = await NestFactory.create(
  BaselineModule,
  new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true } }),
  {
    logger: false,
  },
);
await app.listen(Number(process.env['PORT']), '127.0.0.1');
