import type { JSX, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { texts } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { Signal, Status } from './reviewing.ts';

interface Props {
  readonly projectId: string;
  readonly signal: Signal;
  readonly onChange?: ((status: Status) => void) | undefined;
  /** Whether a change of the signal is under way; further ones have to wait. */
  readonly isPending?: boolean;
  readonly children?: ReactNode;
}

/** A signal with its subject, the suggested action and the possible actions. */
export function SignalCard({ projectId, signal, onChange, isPending = false, children }: Props): JSX.Element {
  const { feedback, given_by, created_at, user_message, conversation_title } = signal;
  return (
    <>
      <p className="row">
        {children}
        <Sentiment isPositive={signal.is_positive} />
        <span className="soft small grow">
          {texts.signals.by} {given_by.email} <Moment at={created_at} />
          {conversation_title !== '' && (
            <>
              {' · '}
              <bdi>{conversation_title}</bdi>
            </>
          )}
        </span>
      </p>
      <blockquote>{feedback}</blockquote>
      {user_message !== '' && (
        <p className="soft small">
          {texts.signals.asked} <bdi>{user_message}</bdi>
        </p>
      )}
      <div className="row">
        <Suggestion projectId={projectId} signal={signal} />
        {onChange &&
          (['reviewed', 'dismissed', 'to_review'] as const)
            .filter((status) => status !== signal.status)
            .map((status) => (
              <Button key={status} size="small" isPending={isPending} onPress={() => onChange(status)}>
                {texts.signals.actions[status]}
              </Button>
            ))}
      </div>
    </>
  );
}

function Sentiment({ isPositive }: { readonly isPositive: boolean | null }): JSX.Element {
  const [tone, name]: [Tone, string] =
    isPositive === null
      ? ['plain', texts.signals.sentiments.neutral]
      : isPositive
        ? ['good', texts.signals.sentiments.positive]
        : ['bad', texts.signals.sentiments.negative];
  return <Badge tone={tone}>{name}</Badge>;
}

/** Links to the target of the suggested action. */
function Suggestion({ projectId, signal }: Pick<Props, 'projectId' | 'signal'>): JSX.Element | null {
  const { suggested_action_type: type, suggested_action_data: data } = signal;
  if (type === 'none') return null;
  const name = texts.signals.suggested[type];
  const look = { className: 'button small primary', 'data-suggestion': true };
  const slug = textIn(data['artifact'], 'slug');
  const id = textIn(data['artifact'], 'id');
  const documentId = textIn(data['document'], 'id');
  const conversationId = textIn(data, 'conversation_id');
  if (slug !== '')
    return (
      <Link
        {...look}
        to="/projects/$projectId/artifacts/$slug"
        params={{ projectId, slug }}
        search={{ tab: 'edit', ...(id !== '' && { id }) }}
      >
        {name}
      </Link>
    );
  if (documentId !== '')
    return (
      <Link {...look} to="/projects/$projectId/documents/$documentId" params={{ projectId, documentId }}>
        {name}
      </Link>
    );
  if (conversationId !== '')
    return (
      <Link
        {...look}
        to="/projects/$projectId/conversations/$conversationId"
        params={{ projectId, conversationId }}
      >
        {name}
      </Link>
    );
  return (
    <Link {...look} to="/projects/$projectId/artifacts" params={{ projectId }}>
      {name}
    </Link>
  );
}

function textIn(data: unknown, name: string): string {
  const value =
    typeof data === 'object' && data !== null
      ? Object.entries(data).find(([key]) => key === name)
      : undefined;
  return typeof value?.[1] === 'string' ? value[1] : '';
}
