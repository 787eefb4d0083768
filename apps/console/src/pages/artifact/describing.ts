import { useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { changedIn } from '../../ui/changed.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { type Of, pathOf, refresh } from './queries.ts';

type Detail = Schemas['ArtifactDetail'];

const definitionOf = (detail: Detail) => ({
  title: detail.title,
  group: detail.group,
  definition_short: detail.definition_short,
  definition_long: detail.definition_long,
  format_description: detail.format_description,
  capture_discipline: detail.capture_discipline,
  in_scope: detail.in_scope,
});

export type Definition = ReturnType<typeof definitionOf>;

export interface Describing {
  readonly given: Definition;
  readonly set: (change: Partial<Definition>) => void;
  readonly save: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/**
 * Describes what an artifact is for. What was typed lasts as long as the artifact's page, whichever tab is open, and only that is saved:
 * somebody else may change the rest meanwhile.
 */
export function useDescribing(of: Of, detail: Detail): Describing {
  const [typed, setTyped] = useState<Partial<Definition>>({});
  const begun = definitionOf(detail);
  const given = { ...begun, ...typed };
  const saving = useMutation({
    mutationFn: (sent: Definition) =>
      api.patch('/projects/{project_id}/artifacts/{slug}/', {
        path: pathOf(of),
        body: changedIn(begun, sent),
      }),
    onSuccess: async (_saved, sent) => {
      await refresh(of);
      setTyped((before) => changedIn(sent, { ...sent, ...before }));
      showToast(texts.settings.saved);
    },
  });
  useUnsaved(!saving.isPending && Object.keys(changedIn(begun, given)).length > 0);
  return {
    given,
    set: (change) => setTyped((before) => ({ ...before, ...change })),
    save: () => saving.mutate(given),
    isPending: saving.isPending,
    error: saving.error,
  };
}
