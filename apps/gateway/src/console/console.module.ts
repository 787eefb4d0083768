import { Module } from '@nestjs/common';
import { ConsoleFiles } from './console-files.ts';
import { ConsoleController } from './console.controller.ts';

/** The pages for people, at the root of the gateway. */
@Module({ controllers: [ConsoleController], providers: [ConsoleFiles] })
export class ConsoleModule {}
