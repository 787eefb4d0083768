import { Module } from '@nestjs/common';

/** The parts of the notifications service. */
@Module({ providers: [] })
export class NotificationsModule {}
