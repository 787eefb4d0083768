import { type JSX, useDeferredValue, useState } from 'react';
import type { Schemas } from '@pks/client';
import { type Endless, idOf, loadedOf, useEndless } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { useComposed } from '../../ui/composing.ts';
import { Choice, Text } from '../../ui/fields.tsx';
import { Loading } from '../../ui/states.tsx';
import { ParameterField, type ParameterProps, labelOf } from './parameter-field.tsx';

/** The parameter of tools that read a document. */
export const DOCUMENT = 'document_id';

/** The most documents to choose from. */
const MOST = 200;

/** The longest name to search for. Characters. */
const LONGEST_NAME = 255;

/** A document chosen by its name; if there are many, among those whose names contain the typed text. */
export function DocumentField({
  projectId,
  ...props
}: ParameterProps & { readonly projectId: string }): JSX.Element {
  const { parameter, value, onChange } = props;
  const [part, setPart] = useState('');
  const { shown, type, handlers } = useComposed(part, setPart);
  const [chosen, setChosen] = useState<Option>();
  const all = useDocuments(projectId, '');
  const found = useDocuments(projectId, useDeferredValue(part.trim()));
  if (all.isPending) return <Loading />;
  if (all.isError) return <ParameterField {...props} />;
  const options = loadedOf(found, idOf).map(({ id, name }): Option => [id, name]);
  const isListed = options.some(([id]) => id === value);
  const choose = (id: string): void => {
    setChosen(options.find(([one]) => one === id));
    onChange(id);
  };
  return (
    <>
      {all.hasNextPage && (
        <div {...handlers}>
          <Text
            label={texts.tools.findDocument}
            type="search"
            hint={found.hasNextPage ? texts.tools.firstDocuments(MOST) : undefined}
            value={shown}
            onChange={type}
            maxLength={LONGEST_NAME}
          />
        </div>
      )}
      <Choice
        label={labelOf(parameter, texts.tools.document)}
        name={parameter.id}
        value={typeof value === 'string' ? value : ''}
        options={[['', texts.tools.noDocument], ...(chosen && !isListed ? [chosen] : []), ...options]}
        onChange={choose}
      />
    </>
  );
}

type Option = readonly [id: string, name: string];

function useDocuments(projectId: string, search: string): Endless<Schemas['DocumentItem']> {
  return useEndless(['documents', projectId, 'choice'], '/projects/{project_id}/documents/', {
    path: { project_id: projectId },
    query: { limit: MOST, ...(search !== '' && { search }) },
  });
}
