import type { JSX } from 'react';
import { idOf, loadedOf, useEndless } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { Choice } from '../../ui/fields.tsx';
import { Loading } from '../../ui/states.tsx';
import { ParameterField, type ParameterProps, labelOf } from './parameter-field.tsx';

/** The parameter of tools that read a document. */
export const DOCUMENT = 'document_id';

/** As many are chosen from. */
const MOST = 200;

/** A document, chosen by its name; where there are too many of them, by its id. */
export function DocumentField({
  projectId,
  ...props
}: ParameterProps & { readonly projectId: string }): JSX.Element {
  const { parameter, value, onChange } = props;
  const documents = useEndless(['documents', projectId, 'choice'], '/projects/{project_id}/documents/', {
    path: { project_id: projectId },
    query: { limit: MOST },
  });
  if (documents.isPending) return <Loading />;
  if (documents.isError || documents.hasNextPage) return <ParameterField {...props} />;
  return (
    <Choice
      label={labelOf(parameter, texts.tools.document)}
      name={parameter.id}
      value={typeof value === 'string' ? value : ''}
      options={[
        ['', texts.tools.noDocument],
        ...loadedOf(documents, idOf).map(({ id, name }) => [id, name] as const),
      ]}
      onChange={onChange}
    />
  );
}
