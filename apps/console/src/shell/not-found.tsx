import type { JSX } from 'react';
import { Link } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import { useTitle } from '../ui/title.ts';

interface Props {
  readonly title: string;
  readonly body: string;
}

function Nothing({ title, body }: Props): JSX.Element {
  useTitle(title);
  return (
    <main className="state">
      <h1>{title}</h1>
      <p>{body}</p>
      <Link to="/projects">{texts.notFound.back}</Link>
    </main>
  );
}

/** The page for an address that does not exist. */
export function NotFound(): JSX.Element {
  return <Nothing title={texts.notFound.title} body={texts.notFound.body} />;
}

/** The page for a project that was deleted, never existed, or is not one of the user's. */
export function NoProject(): JSX.Element {
  return <Nothing title={texts.noProject.title} body={texts.noProject.body} />;
}
