import { type JSX, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, type LinkProps, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { api, isSignedOut } from '../api/client.ts';
import { useLiveProject } from '../api/live.ts';
import { useUnread } from '../api/project.ts';
import { useIsAdmin, useMe } from '../api/session.ts';
import icon from '../icon.svg';
import { texts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useEscape } from '../ui/escape.ts';
import { Choice } from '../ui/fields.tsx';
import { Loading } from '../ui/states.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useIsUnsaved } from '../ui/unsaved.ts';
import { Away } from './away.tsx';
import { useFocusOnPages } from './focus-on-pages.ts';
import { useFocusOnRemoval } from './focus-on-removal.ts';
import { AskBeforeLosing, LosingQuestion } from './losing.tsx';
import { useMembership } from './membership.ts';
import { NoProject } from './not-found.tsx';
import { beginAnew } from './other-tabs.ts';
import { SignedOut } from './signed-out.tsx';
import { type Theme, chooseTheme, chosenTheme } from './theme.ts';

const PLACES = [
  ['/projects/$projectId', texts.nav.home],
  ['/projects/$projectId/artifacts', texts.nav.artifacts],
  ['/projects/$projectId/documents', texts.nav.documents],
  ['/projects/$projectId/search', texts.nav.search],
  ['/projects/$projectId/signals', texts.nav.signals],
  ['/projects/$projectId/interviews', texts.nav.interviews],
  ['/projects/$projectId/conversations', texts.nav.conversations],
  ['/projects/$projectId/tools', texts.nav.tools],
  ['/projects/$projectId/inbox', texts.nav.inbox],
  ['/projects/$projectId/settings', texts.nav.settings],
] as const satisfies readonly (readonly [LinkProps['to'], string])[];

const ADMIN_PLACES = [
  ['/projects/$projectId/activity', texts.nav.activity],
  ['/projects/$projectId/members', texts.nav.members],
] as const satisfies readonly (readonly [LinkProps['to'], string])[];

/** The frame of a project's pages: the menu and the account. */
export function ProjectShell(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const membership = useMembership(projectId);
  if (membership === 'unknown') return <Loading />;
  return membership === 'stranger' ? <NoProject /> : <Frame projectId={projectId} />;
}

function Frame({ projectId }: { readonly projectId: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  useLiveProject(projectId);
  useEscape(isOpen, () => {
    setOpen(false);
    top.current?.querySelector('button')?.focus();
  });
  useNarrow(isOpen, () => setOpen(false));
  useFocusOnPages();
  useFocusOnRemoval();
  return (
    <>
      <AskBeforeLosing />
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <div className="shell">
        <div className="top" ref={top}>
          <Button look="quiet" aria-expanded={isOpen} aria-controls="side" onPress={() => setOpen(!isOpen)}>
            ☰ {texts.menu}
          </Button>
          <ProjectName projectId={projectId} />
        </div>
        {isOpen && (
          <button
            type="button"
            className="beside"
            aria-label={texts.closeMenu}
            tabIndex={-1}
            onClick={() => setOpen(false)}
          />
        )}
        <div id="side" className="side" data-open={isOpen}>
          <Link to="/projects" className="brand" activeOptions={{ exact: true }}>
            <img src={icon} alt="" />
            <ProjectName projectId={projectId} />
          </Link>
          <Places projectId={projectId} onLeave={() => setOpen(false)} />
          <Account />
        </div>
        <div inert={isOpen}>
          <Away />
          <SignedOut />
          <main id="content" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
    </>
  );
}

/** Closes the menu once the window is wide: only on narrow screens does it cover the page. */
function useNarrow(isOpen: boolean, close: () => void): void {
  const onWide = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const wide = matchMedia('(min-width: 761px)');
    wide.addEventListener('change', onWide);
    return () => wide.removeEventListener('change', onWide);
  }, [isOpen]);
}

function ProjectName({ projectId }: { readonly projectId: string }): JSX.Element {
  const { data } = useMe();
  return (
    <span className="truncate">
      {data?.projects.find(({ id }) => id === projectId)?.name ?? texts.product}
    </span>
  );
}

interface PlacesProps {
  readonly projectId: string;
  readonly onLeave: () => void;
}

function Places({ projectId, onLeave }: PlacesProps): JSX.Element {
  const isAdmin = useIsAdmin(projectId);
  const unread = useUnread(projectId);
  const count = unread.data?.count ?? 0;
  return (
    <nav aria-label={texts.nav.label}>
      <ul>
        {[...PLACES, ...(isAdmin ? ADMIN_PLACES : [])].map(([to, name]) => (
          <li key={to}>
            <Link
              to={to}
              params={{ projectId }}
              onClick={onLeave}
              activeOptions={{ exact: to === '/projects/$projectId' }}
            >
              {name}
              {name === texts.nav.inbox && count > 0 && (
                <span className="count">
                  <Badge tone="accent">{count}</Badge>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The signed-in user, the theme, and the sign-out. */
export function Account(): JSX.Element {
  const { data } = useMe();
  const [theme, setTheme] = useState(chosenTheme);
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await navigate({ to: '/sign-in', ignoreBlocker: true });
    beginAnew();
  };
  const signOut = useMutation({
    mutationFn: () => api.delete('/auth/token/'),
    onSuccess: leave,
    onError: (error) => (isSignedOut(error) ? leave() : showToast(texts.signIn.stillIn, { isBad: true })),
  });
  const isUnsaved = useIsUnsaved();
  const [isAsking, setAsking] = useState(false);
  const choose = (next: Theme): void => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <footer>
      <a className="small" href="/api/v1/docs" target="_blank" rel="noreferrer">
        {texts.nav.reference}
      </a>
      <Choice
        label={texts.theme.label}
        isLabelHidden
        value={theme}
        options={[
          ['system', texts.theme.system],
          ['light', texts.theme.light],
          ['dark', texts.theme.dark],
        ]}
        onChange={choose}
      />
      <p className="small soft truncate" title={data?.email}>
        {data?.email}
      </p>
      <Button
        size="small"
        isPending={signOut.isPending}
        onPress={() => (isUnsaved ? setAsking(true) : signOut.mutate())}
      >
        {texts.signIn.out}
      </Button>
      {isAsking && (
        <LosingQuestion act={() => Promise.resolve(signOut.mutate())} onClose={() => setAsking(false)} />
      )}
    </footer>
  );
}
