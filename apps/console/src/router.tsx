import type { JSX } from 'react';
import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { isSignedOut, queryClient } from './api/client.ts';
import { ME } from './api/session.ts';
import { Failed, Loading } from './ui/states.tsx';
import { NotLoaded, loaded } from './ui/loaded.ts';
import { PageNotLoaded } from './ui/not-loaded.tsx';
import { Said } from './ui/said.tsx';
import { Toasts } from './ui/toasts.tsx';
import { documentFiltersIn } from './pages/documents/filters.ts';
import { artifactsIn, conversationsIn, inboxIn, interviewsIn, searchIn } from './pages/list-filters.ts';
import { queryIn } from './pages/search-filters.ts';
import { signalFiltersIn } from './pages/signals/filters.ts';
import { NotFound } from './shell/not-found.tsx';
import { SignedIn } from './shell/signed-in.tsx';
import { artifactSearchIn, markIn, passageIn, returnIn, tokenIn } from './search-parameters.ts';

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
      <Said />
    </>
  ),
  notFoundComponent: NotFound,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: returnIn,
  component: lazyRouteComponent(() => loaded(import('./pages/sign-in.tsx')), 'SignInPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: tokenIn,
  component: lazyRouteComponent(() => loaded(import('./pages/reset-password.tsx')), 'ResetPasswordPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/accept-invite',
  validateSearch: tokenIn,
  component: lazyRouteComponent(() => loaded(import('./pages/accept-invite.tsx')), 'AcceptInvitePage'),
});

const stopReminders = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId/interviews/$interviewId/stop-reminders',
  validateSearch: tokenIn,
  component: lazyRouteComponent(() => loaded(import('./pages/stop-reminders.tsx')), 'StopRemindersPage'),
});

/** Every route below requires a session; a user without one signs in, and returns to the address. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(ME);
    } catch (error) {
      if (isSignedOut(error)) redirect({ to: '/sign-in', search: { to: location.href }, throw: true });
      throw error;
    }
  },
  component: SignedIn,
  errorComponent: Unknown,
});

/**
 * Shown if it could not be found out who is signed in. Retrying reads that again, which rendering again would
 * not do.
 */
function Unknown({ error }: { readonly error: unknown }): JSX.Element {
  const { invalidate } = useRouter();
  return <Failed error={error} retry={() => void invalidate()} />;
}

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/projects', throw: true });
  },
});

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects',
  component: lazyRouteComponent(() => loaded(import('./pages/projects.tsx')), 'ProjectsPage'),
});

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => loaded(import('./shell/project-shell.tsx')), 'ProjectShell'),
});

const home = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => loaded(import('./pages/home.tsx')), 'HomePage'),
});

const artifacts = createRoute({
  getParentRoute: () => project,
  path: '/artifacts',
  validateSearch: artifactsIn,
  component: lazyRouteComponent(() => loaded(import('./pages/artifacts.tsx')), 'ArtifactsPage'),
});

const artifact = createRoute({
  getParentRoute: () => project,
  path: '/artifacts/$slug',
  validateSearch: artifactSearchIn,
  component: lazyRouteComponent(() => loaded(import('./pages/artifact/artifact.tsx')), 'ArtifactPage'),
});

const documents = createRoute({
  getParentRoute: () => project,
  path: '/documents',
  validateSearch: documentFiltersIn,
  component: lazyRouteComponent(() => loaded(import('./pages/documents/documents.tsx')), 'DocumentsPage'),
});

const document = createRoute({
  getParentRoute: () => project,
  path: '/documents/$documentId',
  validateSearch: passageIn,
  component: lazyRouteComponent(() => loaded(import('./pages/documents/document.tsx')), 'DocumentPage'),
});

const search = createRoute({
  getParentRoute: () => project,
  path: '/search',
  validateSearch: queryIn,
  component: lazyRouteComponent(() => loaded(import('./pages/search.tsx')), 'SearchPage'),
});

const signals = createRoute({
  getParentRoute: () => project,
  path: '/signals',
  validateSearch: signalFiltersIn,
  component: lazyRouteComponent(() => loaded(import('./pages/signals/signals.tsx')), 'SignalsPage'),
});

const signal = createRoute({
  getParentRoute: () => project,
  path: '/signals/$signalId',
  component: lazyRouteComponent(() => loaded(import('./pages/signals/signal.tsx')), 'SignalPage'),
});

const interviews = createRoute({
  getParentRoute: () => project,
  path: '/interviews',
  validateSearch: interviewsIn,
  component: lazyRouteComponent(() => loaded(import('./pages/interviews/interviews.tsx')), 'InterviewsPage'),
});

const interview = createRoute({
  getParentRoute: () => project,
  path: '/interviews/$interviewId',
  validateSearch: markIn,
  component: lazyRouteComponent(() => loaded(import('./pages/interviews/interview.tsx')), 'InterviewPage'),
});

const testRun = createRoute({
  getParentRoute: () => project,
  path: '/interview-drafts/$draftId/test-runs/$testRunId',
  component: lazyRouteComponent(() => loaded(import('./pages/interviews/test-run.tsx')), 'TestRunPage'),
});

const conversations = createRoute({
  getParentRoute: () => project,
  path: '/conversations',
  validateSearch: conversationsIn,
  component: lazyRouteComponent(
    () => loaded(import('./pages/conversations/conversations.tsx')),
    'ConversationsPage',
  ),
});

const conversation = createRoute({
  getParentRoute: () => project,
  path: '/conversations/$conversationId',
  component: lazyRouteComponent(
    () => loaded(import('./pages/conversations/conversation.tsx')),
    'ConversationPage',
  ),
});

const tools = createRoute({
  getParentRoute: () => project,
  path: '/tools',
  component: lazyRouteComponent(() => loaded(import('./pages/tools/tools.tsx')), 'ToolsPage'),
});

const tool = createRoute({
  getParentRoute: () => project,
  path: '/tools/$toolId',
  component: lazyRouteComponent(() => loaded(import('./pages/tools/tool.tsx')), 'ToolPage'),
});

const members = createRoute({
  getParentRoute: () => project,
  path: '/members',
  validateSearch: searchIn,
  component: lazyRouteComponent(() => loaded(import('./pages/members/members.tsx')), 'MembersPage'),
});

/** The API links notifications about members to this path. */
const users = createRoute({
  getParentRoute: () => project,
  path: '/users',
  validateSearch: searchIn,
  beforeLoad: ({ params, search: found }) => {
    redirect({ to: '/projects/$projectId/members', params, search: found, replace: true, throw: true });
  },
});

const inbox = createRoute({
  getParentRoute: () => project,
  path: '/inbox',
  validateSearch: inboxIn,
  component: lazyRouteComponent(() => loaded(import('./pages/inbox.tsx')), 'InboxPage'),
});

const activity = createRoute({
  getParentRoute: () => project,
  path: '/activity',
  component: lazyRouteComponent(() => loaded(import('./pages/activity.tsx')), 'ActivityPage'),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => loaded(import('./pages/settings.tsx')), 'SettingsPage'),
});

const inProject = [
  home,
  artifacts,
  artifact,
  documents,
  document,
  search,
  signals,
  signal,
  interviews,
  interview,
  testRun,
  conversations,
  conversation,
  tools,
  tool,
  members,
  users,
  inbox,
  activity,
  settings,
];

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    reset,
    invite,
    stopReminders,
    signedIn.addChildren([start, projects, project.addChildren(inProject)]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error, reset: again }) =>
    error instanceof NotLoaded ? <PageNotLoaded /> : <Failed error={error} retry={again} />,
  scrollRestoration: true,
  trailingSlash: 'preserve',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
