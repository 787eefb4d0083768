import { Module } from '@nestjs/common';
import { ContentThread } from './content-thread.ts';

/** Work on contents that takes too long for the thread that serves requests. */
@Module({ providers: [ContentThread], exports: [ContentThread] })
export class ContentModule {}
