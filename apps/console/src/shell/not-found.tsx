import type { JSX } from 'react';
import { Link } from '@tanstack/react-router';
import { texts } from '../texts.ts';

export function NotFound(): JSX.Element {
  return (
    <main className="state">
      <h1>{texts.notFound.title}</h1>
      <p>{texts.notFound.body}</p>
      <Link to="/projects">{texts.notFound.back}</Link>
    </main>
  );
}
