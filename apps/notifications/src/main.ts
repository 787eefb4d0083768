import 'reflect-metadata';
import { runService } from '@pks/platform';
import { notificationsService } from './notifications-service.ts';

await runService(notificationsService);
