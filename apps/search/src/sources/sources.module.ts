import { Module } from '@nestjs/common';
import { Calling } from './calling.ts';
import { Interviews } from './interviews.ts';
import { Knowledge } from './knowledge.ts';

/** What other services have that is searched. */
@Module({ providers: [Calling, Interviews, Knowledge], exports: [Calling, Interviews, Knowledge] })
export class SourcesModule {}
