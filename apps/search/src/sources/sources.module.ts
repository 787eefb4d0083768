import { Module } from '@nestjs/common';
import { Calling } from './calling.ts';
import { Interviews } from './interviews.ts';
import { Knowledge } from './knowledge.ts';

/** The sources that are searched, from other services. */
@Module({ providers: [Calling, Interviews, Knowledge], exports: [Calling, Interviews, Knowledge] })
export class SourcesModule {}
