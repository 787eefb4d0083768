import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { isSignedOut, queryClient } from './api/client.ts';
import { ME } from './api/session.ts';
import { Failed, Loading } from './ui/states.tsx';
import { NotLoaded, loaded } from './ui/loaded.ts';
import { PageNotLoaded } from './ui/not-loaded.tsx';
import { Toasts } from './ui/toasts.tsx';
import { type ArtifactTab, TABS } from './pages/artifact/tab.ts';
import { signalFiltersIn } from './pages/signals/filters.ts';
import { NotFound } from './shell/not-found.tsx';

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: NotFound,
});

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const marking = ({ mark }: Record<string, unknown>): { mark?: string } =>
  textIn(mark) === '' ? {} : { mark: textIn(mark) };
const withToken = (search: Record<string, unknown>): { token: string } => ({
  token: textIn(search['token']),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { to?: string } => {
    const to = textIn(search['to']);
    return /^\/(?!\/)/.test(to) ? { to } : {};
  },
  component: lazyRouteComponent(() => loaded(import('./pages/sign-in.tsx')), 'SignInPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: withToken,
  component: lazyRouteComponent(() => loaded(import('./pages/reset-password.tsx')), 'ResetPasswordPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/accept-invite',
  validateSearch: withToken,
  component: lazyRouteComponent(() => loaded(import('./pages/accept-invite.tsx')), 'AcceptInvitePage'),
});

const stopReminders = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId/interviews/$interviewId/stop-reminders',
  validateSearch: withToken,
  component: lazyRouteComponent(() => loaded(import('./pages/stop-reminders.tsx')), 'StopRemindersPage'),
});

/** Everything behind it needs a session; whoever has none signs in, and comes back. */
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
  errorComponent: ({ error, reset: again }) => <Failed error={error} retry={again} />,
});

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
  component: lazyRouteComponent(() => loaded(import('./pages/artifacts.tsx')), 'ArtifactsPage'),
});

interface ArtifactSearch {
  readonly tab?: ArtifactTab;
  readonly version?: number;
  readonly from?: number;
  /** Words that were found, separated by spaces. */
  readonly mark?: string;
}

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;

const artifact = createRoute({
  getParentRoute: () => project,
  path: '/artifacts/$slug',
  validateSearch: (search: Record<string, unknown>): ArtifactSearch => {
    const tab = TABS.find((one) => one === search['tab']);
    const [version, from] = [numberIn(search['version']), numberIn(search['from'])];
    return { ...(tab && { tab }), ...(version && { version }), ...(from && { from }), ...marking(search) };
  },
  component: lazyRouteComponent(() => loaded(import('./pages/artifact/artifact.tsx')), 'ArtifactPage'),
});

const documents = createRoute({
  getParentRoute: () => project,
  path: '/documents',
  validateSearch: ({ labels }: Record<string, unknown>): { labels?: string[] } => {
    const values = Array.isArray(labels) ? labels.map(textIn).filter((label) => label !== '') : [];
    return values.length === 0 ? {} : { labels: values };
  },
  component: lazyRouteComponent(() => loaded(import('./pages/documents/documents.tsx')), 'DocumentsPage'),
});

const document = createRoute({
  getParentRoute: () => project,
  path: '/documents/$documentId',
  validateSearch: (search: Record<string, unknown>): { page?: number; mark?: string } => {
    const page = numberIn(search['page']);
    return { ...(page && { page }), ...marking(search) };
  },
  component: lazyRouteComponent(() => loaded(import('./pages/documents/document.tsx')), 'DocumentPage'),
});

const search = createRoute({
  getParentRoute: () => project,
  path: '/search',
  validateSearch: (given: Record<string, unknown>): { q?: string; mode?: 'both' | 'words' | 'meaning' } => {
    const [q, mode] = [textIn(given['q']), textIn(given['mode'])];
    return { ...(q !== '' && { q }), ...((mode === 'words' || mode === 'meaning') && { mode }) };
  },
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
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'mine' | 'drafts' } =>
    tab === 'mine' || tab === 'drafts' ? { tab } : {},
  component: lazyRouteComponent(() => loaded(import('./pages/interviews/interviews.tsx')), 'InterviewsPage'),
});

const interview = createRoute({
  getParentRoute: () => project,
  path: '/interviews/$interviewId',
  validateSearch: marking,
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
  component: lazyRouteComponent(() => loaded(import('./pages/members/members.tsx')), 'MembersPage'),
});

const inbox = createRoute({
  getParentRoute: () => project,
  path: '/inbox',
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
