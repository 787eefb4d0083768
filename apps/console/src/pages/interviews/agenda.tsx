import type { JSX, ReactNode } from 'react';
import type { Schemas } from '@pks/client';
import { texts } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Written } from '../../ui/written.tsx';

type Topic = Pick<Schemas['Topic'], 'title' | 'status'>;

const TONES: Readonly<Record<Topic['status'], Tone>> = {
  open: 'plain',
  in_progress: 'accent',
  covered: 'good',
  skipped: 'plain',
};

interface TopicsProps<T> {
  readonly topics: readonly T[];
  /** The action that a topic offers. */
  readonly action?: (topic: T) => ReactNode;
}

/** The topics of a guided interview, and their progress. */
export function Topics<T extends Topic>({ topics, action }: TopicsProps<T>): JSX.Element {
  return (
    <section className="card">
      <h2>{texts.interviews.topics}</h2>
      <ol className="stack">
        {topics.map((topic, index) => (
          <li key={index} className="row" aria-current={topic.status === 'in_progress' ? 'step' : undefined}>
            <span className="grow">{topic.title}</span>
            <Badge tone={TONES[topic.status]}>{texts.interviews.topicStatuses[topic.status]}</Badge>
            {action?.(topic)}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The answers, question by question. */
export function Facts({ memory }: { readonly memory: Schemas['ChatMemory'] }): JSX.Element {
  return (
    <section className="card">
      <h2>{texts.interviews.facts}</h2>
      <ul className="stack">
        {memory.facts.map((fact, index) => (
          <li key={index}>
            <p className="soft small">{memory.covered_topics[index]}</p>
            <p className="page-text">
              <Written text={fact} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
