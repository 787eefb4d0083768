import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { texts } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

type Topic = Schemas['Topic'];

const TONES: Readonly<Record<Topic['status'], Tone>> = {
  open: 'plain',
  in_progress: 'accent',
  covered: 'good',
  skipped: 'plain',
};

/** What a guided interview is about, and how far it is. */
export function Topics({ topics }: { readonly topics: readonly Topic[] }): JSX.Element {
  return (
    <section className="card">
      <h2>{texts.interviews.topics}</h2>
      <ol className="stack">
        {topics.map(({ title, status }, index) => (
          <li key={index} className="row" aria-current={status === 'in_progress' ? 'step' : undefined}>
            <span className="grow">{title}</span>
            <Badge tone={TONES[status]}>{texts.interviews.topicStatuses[status]}</Badge>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What was answered, question by question. */
export function Facts({ memory }: { readonly memory: Schemas['ChatMemory'] }): JSX.Element {
  return (
    <section className="card">
      <h2>{texts.interviews.facts}</h2>
      <ul className="stack">
        {memory.facts.map((fact, index) => (
          <li key={index}>
            <p className="soft small">{memory.covered_topics[index]}</p>
            <p className="page-text">{fact}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
