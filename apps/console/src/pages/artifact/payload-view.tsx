import { type JSX, Suspense, lazy } from 'react';
import type { Schemas } from '@pks/client';
import { Loading } from '../../ui/states.tsx';
import { texts } from '../../texts.ts';
import { isObject, labelOf, plainText } from '../../ui/json-text.ts';

const Markdown = lazy(async () => ({ default: (await import('../../ui/markdown.tsx')).Markdown }));
const Process = lazy(async () => ({ default: (await import('./process/process.tsx')).Process }));

interface Props {
  readonly type: Schemas['ArtifactItem']['technical_type'];
  readonly payload: unknown;
}

/** The content of a version as it reads. */
export function PayloadView({ type, payload }: Props): JSX.Element {
  if (payload === null || payload === undefined) return <p className="soft">{texts.artifacts.empty}</p>;
  if (payload === '') return <p className="soft">{texts.artifacts.blank}</p>;
  return (
    <Suspense fallback={<Loading />}>
      {typeof payload !== 'string' && <Tree value={payload} />}
      {typeof payload === 'string' && type === 'bpmn_xml' && <Process xml={payload} />}
      {typeof payload === 'string' && type !== 'bpmn_xml' && <Markdown>{payload}</Markdown>}
    </Suspense>
  );
}

/** JSON as nested lists: what names an object is its heading. */
function Tree({ value }: { readonly value: unknown }): JSX.Element {
  if (Array.isArray(value)) {
    return (
      <ol className="tree">
        {value.map((one: unknown, index) => (
          <li key={index}>
            <Branch value={one} />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <div className="tree">
      <Branch value={value} />
    </div>
  );
}

function Branch({ value }: { readonly value: unknown }): JSX.Element {
  if (Array.isArray(value)) return <Tree value={value} />;
  if (!isObject(value)) return <p>{plainText(value)}</p>;
  const label = labelOf(value);
  const others = Object.entries(value).filter(([name]) => name !== label?.name);
  const children = others.map(([name, one]) => (
    <Twig key={name} name={name} value={one} isOnly={others.length === 1} />
  ));
  if (label === undefined) return <>{children}</>;
  return others.some(([, one]) => isObject(one) || Array.isArray(one)) ? (
    <details open>
      <summary>
        <strong>{label.text}</strong>
      </summary>
      <div className="tree-children">{children}</div>
    </details>
  ) : (
    <>
      <p>
        <strong>{label.text}</strong>
      </p>
      {children}
    </>
  );
}

interface TwigProps {
  readonly name: string;
  readonly value: unknown;
  readonly isOnly: boolean;
}

function Twig({ name, value, isOnly }: TwigProps): JSX.Element {
  if (!isObject(value) && !Array.isArray(value)) {
    return (
      <p className="small">
        <span className="soft">{name}:</span> {plainText(value)}
      </p>
    );
  }
  return (
    <>
      {!isOnly && <p className="soft small">{name}</p>}
      <Branch value={value} />
    </>
  );
}
