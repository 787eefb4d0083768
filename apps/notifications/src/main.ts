import 'reflect-metadata';
import { runService } from '@pks/platform';
import { notificationsService } from './notifications.ts';

await runService(notificationsService);
