import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { idOf, loadedOf, useEndless } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { changedIn } from '../../ui/changed.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { keyIn } from '../../ui/field-key.ts';
import { Check, Choice, Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useLead, useWhileOpen } from '../../ui/lead.ts';
import { showToast } from '../../ui/toasts.tsx';
import { KINDS, type ToolDraft, bodyOf, draftOf } from './settings.ts';

interface Props {
  readonly projectId: string;
  /** The tool to change; absent for a new one. */
  readonly tool?: Schemas['ToolDetail'];
  readonly onClose: () => void;
}

/** Creates or changes a tool. */
export function WriteTool({ projectId, tool, onClose }: Props): JSX.Element {
  const close = useWhileOpen(onClose);
  const [begun] = useState(() => draftOf(tool));
  const [draft, setDraft] = useState(begun);
  const lead = useLead();
  const keys = useKeptKeys();
  const save = useMutation({
    mutationFn: () => {
      const body = bodyOf(draft);
      const path = { project_id: projectId };
      return tool
        ? api.patch('/projects/{project_id}/tools/{tool_id}/', {
            path: { ...path, tool_id: tool.id },
            body: changedIn(bodyOf(begun), body),
          })
        : keys.under(body, (idempotencyKey) =>
            api.post('/projects/{project_id}/tools/', { path, body, idempotencyKey }),
          );
    },
    onSuccess: async ({ id }) => {
      showToast(texts.tools.saved);
      await queryClient.invalidateQueries({ queryKey: ['tools', projectId] });
      await lead({
        to: '/projects/$projectId/tools/$toolId',
        params: { projectId, toolId: id },
        ignoreBlocker: true,
      });
      close();
    },
  });
  const set = (change: Partial<ToolDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const part = { draft, set, error: save.error };
  return (
    <Dialog title={tool ? texts.tools.change : texts.tools.create} onClose={onClose}>
      <Form
        onSubmit={() => save.mutate()}
        submit={texts.save}
        isPending={save.isPending}
        error={save.error}
        onCancel={onClose}
      >
        {!tool && (
          <Choice
            label={texts.tools.type}
            name="tool_type"
            value={draft.type}
            options={texts.tools.types}
            onChange={(type) => set({ type })}
          />
        )}
        <Text
          label={texts.tools.name}
          name="name"
          required
          autoFocus
          maxLength={255}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={save.error}
        />
        <Text
          label={texts.tools.description}
          name="description"
          hint={texts.tools.descriptionHint}
          rows={2}
          value={draft.description}
          onChange={(description) => set({ description })}
          error={save.error}
        />
        {draft.type === 'retrieval' && <Searching {...part} />}
        {draft.type === 'sub_agent' && <Delegating projectId={projectId} {...part} />}
      </Form>
    </Dialog>
  );
}

interface PartProps {
  readonly draft: ToolDraft;
  readonly set: (change: Partial<ToolDraft>) => void;
  readonly error: unknown;
}

/** The settings of a search: what it covers, and how. */
function Searching({ draft, set, error }: PartProps): JSX.Element {
  const words = texts.tools;
  const mode = (
    <Choice
      label={words.mode}
      name="retrieval_mode"
      value={draft.mode}
      options={words.modes}
      onChange={(next) => set({ mode: next })}
    />
  );
  if (draft.mode === 'templated-query')
    return (
      <>
        {mode}
        <Text
          label={words.template}
          name={keyIn(error, 'configuration.template')}
          hint={words.templateHint}
          rows={3}
          required
          value={draft.template}
          onChange={(template) => set({ template })}
          error={error}
        />
      </>
    );
  return (
    <>
      {mode}
      <fieldset className="row plain-fieldset">
        <legend className="label">{texts.searching.kindLabel}</legend>
        {KINDS.map((kind) => (
          <Check
            key={kind}
            isSelected={draft.kinds.includes(kind)}
            onChange={(isIn) =>
              set({ kinds: KINDS.filter((one) => (one === kind ? isIn : draft.kinds.includes(one))) })
            }
          >
            {texts.searching.kinds[kind]}
          </Check>
        ))}
      </fieldset>
      <Text
        label={words.values}
        name={keyIn(error, 'configuration.metadata_values')}
        hint={words.valuesHint}
        rows={2}
        value={draft.values}
        onChange={(values) => set({ values })}
        error={error}
      />
      <Check isSelected={draft.takesTags} onChange={(takesTags) => set({ takesTags })}>
        {words.takesTags}
      </Check>
    </>
  );
}

/** The settings of an agent: its instructions and its tools. */
function Delegating({
  projectId,
  draft,
  set,
  error,
}: PartProps & { readonly projectId: string }): JSX.Element {
  const words = texts.tools;
  const tools = useEndless(['tools', projectId, 'list'], '/projects/{project_id}/tools/', {
    path: { project_id: projectId },
    query: { limit: 200 },
  });
  const { toolIds } = draft;
  return (
    <>
      <Text
        label={words.instructions}
        name={keyIn(error, 'configuration.instructions')}
        rows={4}
        value={draft.instructions}
        onChange={(instructions) => set({ instructions })}
        error={error}
      />
      <Check isSelected={toolIds !== null} onChange={(isChosen) => set({ toolIds: isChosen ? [] : null })}>
        {words.choosesTools}
      </Check>
      {toolIds !== null && (
        <fieldset className="row plain-fieldset">
          <legend className="label">{words.title}</legend>
          {loadedOf(tools, idOf).map(({ id, name }) => (
            <Check
              key={id}
              isSelected={toolIds.includes(id)}
              onChange={(isIn) =>
                set({ toolIds: [...toolIds.filter((one) => one !== id), ...(isIn ? [id] : [])] })
              }
            >
              {name}
            </Check>
          ))}
        </fieldset>
      )}
      <Text
        label={words.maxSteps}
        name={keyIn(error, 'configuration.max_steps')}
        type="number"
        value={draft.maxSteps}
        onChange={(maxSteps) => set({ maxSteps })}
        error={error}
      />
      <Text
        label={words.maxTokens}
        name={keyIn(error, 'configuration.max_tokens')}
        type="number"
        value={draft.maxTokens}
        onChange={(maxTokens) => set({ maxTokens })}
        error={error}
      />
    </>
  );
}
