import type { Route } from './route.ts';
import { documentMetadataRoutes, documentRoutes } from './documents.routes.ts';
import { conversationRoutes } from './conversations.routes.ts';
import { draftRoutes } from './drafts.routes.ts';
import { signalRoutes } from './feedback.routes.ts';
import {
  inviteRoutes,
  organizationRoutes,
  projectRoutes,
  projectUserRoutes,
  serviceAccountRoutes,
  sessionRoutes,
} from './identity.routes.ts';
import { interviewWritingRoutes } from './interview-writing.routes.ts';
import { importRoutes } from './imports.routes.ts';
import { interviewRoutes } from './interviews.routes.ts';
import { messageRoutes } from './interview-messages.routes.ts';
import { artifactRoutes, changelogRoutes, versionRoutes } from './knowledge.routes.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { searchRoutes } from './search.routes.ts';
import { toolRoutes } from './tools.routes.ts';

/** Every endpoint of the service. */
export const ALL_ROUTES: readonly Route[] = [
  ...sessionRoutes,
  ...organizationRoutes,
  ...serviceAccountRoutes,
  ...projectRoutes,
  ...projectUserRoutes,
  ...inviteRoutes,
  ...artifactRoutes,
  ...versionRoutes,
  ...changelogRoutes,
  ...documentRoutes,
  ...documentMetadataRoutes,
  ...searchRoutes,
  ...signalRoutes,
  ...interviewRoutes,
  ...draftRoutes,
  ...messageRoutes,
  ...interviewWritingRoutes,
  ...importRoutes,
  ...notificationRoutes,
  ...toolRoutes,
  ...conversationRoutes,
];
