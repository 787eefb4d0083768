import { type JSX, useDeferredValue, useState } from 'react';
import { ApiError, type Init, type Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, isNotFound } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { useMe } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useLead } from '../../ui/lead.ts';
import { Shown } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { Conflict } from './conflict.tsx';
import { type Draft, useDraft } from './draft.ts';
import { ContentField } from './form/content-field.tsx';
import { PayloadView } from './payload-view.tsx';
import { type Of, pathOf, refresh, textOf, useArtifact } from './queries.ts';
import { DiscardButton } from './discard.tsx';

type Detail = Schemas['ArtifactDetail'];
type Append = Init<'post', '/projects/{project_id}/artifacts/{slug}/versions/'>['body'];

/** Writes the next version. The typed text is kept on the device until it is saved. */
export function Edit({ of }: { readonly of: Of }): JSX.Element {
  const me = useMe();
  const head = useArtifact(of);
  return (
    <Shown of={me}>
      {({ id }) => (
        <Shown of={head}>
          {(detail) => <Editor key={`${id}.${detail.id}`} of={of} head={detail} userId={id} />}
        </Shown>
      )}
    </Shown>
  );
}

interface Props {
  readonly of: Of;
  readonly head: Detail;
  readonly userId: string;
}

/** Does not show drafts of another user, or of a deleted artifact with this slug. */
function Editor({ of, head, userId }: Props): JSX.Element {
  const { draft, wasKept, isBeside, keep, latest } = useDraft(userId, head.id);
  const lead = useLead();
  const type = head.technical_type;
  const current = draft ?? { text: textOf(head.payload), summary: '', base: head.head_version_number };
  const payload = payloadIn(current.text, type);
  const isBehind = current.base < head.head_version_number;
  // When somebody else saves, a user who is writing can go on until they compare or save.
  const [isComparing, setComparing] = useState(isBehind);
  const [isResumed, setResumed] = useState(false);
  const keys = useKeptKeys();
  const save = useMutation({
    mutationFn: ({ text, summary, base }: Draft) => {
      const body: Append = {
        payload: payloadIn(text, type)?.value,
        change_summary: summary,
        edit_source: 'ui',
        base_version_number: base,
      };
      return keys.under(body, (idempotencyKey) =>
        api.post('/projects/{project_id}/artifacts/{slug}/versions/', {
          path: pathOf(of),
          body,
          idempotencyKey,
        }),
      );
    },
    onSuccess: async ({ version_number }, sent) => {
      keep({ ...(latest() ?? sent), base: version_number });
      await refresh(of);
      if (isTypedSince(sent, latest())) return showToast(texts.artifacts.savedBefore(version_number));
      keep(null);
      showToast(texts.artifacts.saved(version_number));
      await lead({ to: '/projects/$projectId/artifacts/$slug', params: of, search: { tab: 'read' } });
    },
    onError: (error) => {
      if (!isConflict(error)) return;
      setComparing(true);
      void refresh(of);
    },
  });
  const goOn = (draft: Draft | null): void => {
    keep(draft);
    save.reset();
    setComparing(false);
    setResumed(true);
  };
  const discard = (): void => goOn(null);
  const refusal = isNotFound(save.error) ? new Error(texts.artifacts.deletedMeanwhile) : save.error;
  if (isComparing && (isBehind || isConflict(save.error)))
    return (
      <Conflict
        head={head}
        mine={current.text}
        isPending={save.isPending}
        error={isConflict(refusal) ? null : refusal}
        onMine={() => save.mutate({ ...current, base: head.head_version_number })}
        onContinue={() => goOn({ ...current, base: head.head_version_number })}
        onTheirs={discard}
      />
    );
  return (
    <Form
      onSubmit={() => (isBehind ? setComparing(true) : save.mutate(current))}
      submit={texts.artifacts.saveVersion}
      isPending={save.isPending}
      error={refusal}
      isDisabled={payload === undefined}
    >
      {isBehind && !save.isPending && (
        <div className="notice warn row" role="status">
          <span className="grow">{texts.artifacts.savedByOthers(head.head_version_number)}</span>
          <Button onPress={() => setComparing(true)}>{texts.artifacts.compare}</Button>
        </div>
      )}
      {isBeside && <p className="notice warn">{texts.artifacts.draftBeside}</p>}
      {wasKept && draft !== null && (
        <p className="notice row">
          <span className="grow">{texts.artifacts.draftKept}</span>
          <DiscardButton act={discard}>{texts.artifacts.discardDraft}</DiscardButton>
        </p>
      )}
      <Sides
        type={type}
        current={current}
        payload={payload}
        error={save.error}
        onChange={keep}
        isResumed={isResumed}
      />
    </Form>
  );
}

interface SidesProps {
  readonly type: Detail['technical_type'];
  readonly current: Draft;
  readonly payload: { readonly value: unknown } | undefined;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
  /** Whether the user has just decided which text to continue with. */
  readonly isResumed: boolean;
}

/** The typed text, and beside it how it will read. */
function Sides({ type, current, payload, error, onChange, isResumed }: SidesProps): JSX.Element {
  const shown = useDeferredValue(payload);
  return (
    <>
      <div className="editor" ref={isResumed ? focusFirst : null}>
        <ContentField
          type={type}
          text={current.text}
          payload={payload}
          onChange={(text) => onChange({ ...current, text })}
          error={error}
        />
        <section className="stack" aria-label={texts.artifacts.preview}>
          <span className="soft small">{texts.artifacts.preview}</span>
          <div className="card" tabIndex={0}>
            {shown && <PayloadView type={type} payload={shown.value} />}
          </div>
        </section>
      </div>
      <Text
        label={texts.artifacts.summary}
        name="change_summary"
        value={current.summary}
        onChange={(summary) => onChange({ ...current, summary })}
        error={error}
      />
    </>
  );
}

function focusFirst(editor: HTMLElement | null): void {
  editor?.querySelector<HTMLElement>('textarea, input')?.focus();
}

/** Whether the fields have changed since they were sent. */
function isTypedSince(sent: Draft, now: Draft | null): boolean {
  return now !== null && (now.text !== sent.text || now.summary !== sent.summary);
}

/**
 * Whether somebody else saved first: the answer then names the current head. A 409 without it says that the same save is
 * still running.
 */
function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && hasHead(error.body);
}

function hasHead(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'head_version_number' in body;
}

/** The payload in a text; undefined if the text has to be JSON and is not. */
function payloadIn(text: string, type: Detail['technical_type']): { readonly value: unknown } | undefined {
  if (type === 'markdown' || type === 'bpmn_xml') return { value: text };
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
