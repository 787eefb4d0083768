import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { Formatted } from '../../ui/formatted.tsx';
import { texts } from '../../texts.ts';
import { countIn } from './form/shapes.ts';
import type { Process } from './process/process.tsx';
import { textOf } from './queries.ts';
import { Loading } from '../../ui/states.tsx';
import { useCode } from '../../ui/code.ts';
import { isObject, labelOf, plainText } from '../../ui/json-text.ts';

interface Props {
  readonly type: Schemas['ArtifactItem']['technical_type'];
  readonly payload: unknown;
}

/** The most values shown as nested lists: more would block the page for seconds. */
const MAX_VALUES = 2_000;

/** The content of a version, formatted for reading. */
export function PayloadView({ type, payload }: Props): JSX.Element {
  if (payload === null || payload === undefined) return <p className="soft">{texts.artifacts.empty}</p>;
  if (payload === '') return <p className="soft">{texts.artifacts.blank}</p>;
  if (typeof payload !== 'string')
    return countIn(payload, MAX_VALUES) > MAX_VALUES ? (
      <pre className="page-text">{textOf(payload)}</pre>
    ) : (
      <Tree value={payload} />
    );
  return type === 'bpmn_xml' ? <Diagram xml={payload} /> : <Formatted>{payload}</Formatted>;
}

const process = async (): Promise<typeof Process> => (await import('./process/process.tsx')).Process;

/** A process, or a sentence saying that the code to draw it could not be loaded. */
function Diagram({ xml }: { readonly xml: string }): JSX.Element {
  const { data: Process, isError } = useCode('process', process);
  if (Process) return <Process xml={xml} />;
  return isError ? <p role="alert">{texts.notLoaded.part}</p> : <Loading />;
}

/** JSON as nested lists: the field that names an object becomes its heading. */
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
        <span className="soft">{name}:</span> <bdi>{plainText(value)}</bdi>
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
