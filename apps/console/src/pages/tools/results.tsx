import type { JSX } from 'react';
import { texts } from '../../texts.ts';
import { isObject, plainText } from '../../ui/json-text.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Wide } from '../../ui/wide.tsx';
import { readableIn } from './readable.ts';

interface Props {
  readonly results: readonly object[];
}

/** Values nested more deeply are shown as JSON: a document may have any depth. */
const DEEPEST = 6;

/** The results of a tool: passages as text, flat objects as a table, others part by part. */
export function Results({ results }: Props): JSX.Element {
  if (results.every((result) => readableIn(result) !== undefined))
    return (
      <ol className="rows">
        {results.map((result, index) => (
          <li key={index} className="stack">
            <strong>{titleIn(result)}</strong>
            <Markdown>{readableIn(result) ?? ''}</Markdown>
          </li>
        ))}
      </ol>
    );
  return <Values values={results} depth={0} />;
}

interface ValuesProps {
  readonly values: readonly unknown[];
  /** The number of values around it. */
  readonly depth: number;
}

/** Plain values on one line, flat objects as a table, anything else one by one. */
function Values({ values, depth }: ValuesProps): JSX.Element {
  if (!values.some(hasParts)) return <>{values.map(plainText).join(', ') || plainText(null)}</>;
  if (values.every(isFlat)) return <Table rows={values} />;
  return (
    <ol className={depth === 0 ? 'rows' : 'nested'}>
      {values.map((value, index) => (
        <li key={index}>
          <Value value={value} depth={depth} />
        </li>
      ))}
    </ol>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly depth: number;
}

/** The fields of an object: plain ones on one line, nested ones below, each under its name. */
function Value({ value, depth }: ValueProps): JSX.Element {
  if (depth === DEEPEST || !hasParts(value)) return <>{plainText(value)}</>;
  if (Array.isArray(value)) return <Values values={value} depth={depth + 1} />;
  const fields = Object.entries(value);
  const plain = fields.filter(([, one]) => !hasParts(one));
  return (
    <div className="stack">
      {plain.length > 0 && (
        <p className="row">
          {plain.map(([name, one]) => (
            <span key={name}>
              <span className="soft small">{name}:</span> <bdi>{plainText(one)}</bdi>
            </span>
          ))}
        </p>
      )}
      {fields.map(
        ([name, one]) =>
          hasParts(one) && (
            <div key={name}>
              <p className="soft small">{name}</p>
              <Value value={one} depth={depth + 1} />
            </div>
          ),
      )}
    </div>
  );
}

function Table({ rows }: { readonly rows: readonly object[] }): JSX.Element {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <div className="markdown">
      <Wide label={texts.table}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const values = new Map<string, unknown>(Object.entries(row));
              return (
                <tr key={index}>
                  {columns.map((column) => (
                    <td key={column}>{plainText(values.get(column))}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Wide>
    </div>
  );
}

function hasParts(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFlat(value: unknown): value is object {
  return isObject(value) && !Object.values(value).some(hasParts);
}

function titleIn(result: object): string {
  return 'title' in result ? String(result.title) : '';
}
