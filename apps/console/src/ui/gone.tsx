import type { JSX } from 'react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import { Page } from './page.tsx';

const LISTS = {
  artifact: '/projects/$projectId/artifacts',
  document: '/projects/$projectId/documents',
  signal: '/projects/$projectId/signals',
  interview: '/projects/$projectId/interviews',
  testRun: '/projects/$projectId/interviews',
  conversation: '/projects/$projectId/conversations',
  tool: '/projects/$projectId/tools',
} as const satisfies Readonly<Record<keyof typeof texts.gone, LinkProps['to']>>;

interface Props {
  readonly what: keyof typeof LISTS;
  readonly projectId: string;
}

/** The page of something that was deleted or never existed: says what is gone, and links back to the list. */
export function Gone({ what, projectId }: Props): JSX.Element {
  const { title, back } = texts.gone[what];
  return (
    <Page title={title}>
      <div className="state">
        <p role="alert">{texts.notFound.body}</p>
        <Link to={LISTS[what]} params={{ projectId }}>
          {back}
        </Link>
      </div>
    </Page>
  );
}
