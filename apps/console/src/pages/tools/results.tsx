import type { JSX } from 'react';
import { plainText } from '../../ui/json-text.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { readableIn } from './readable.ts';

interface Props {
  readonly results: readonly object[];
}

/** What a tool answers: passages as text, flat objects as a table, anything else as JSON. */
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
  return results.every(isFlat) ? (
    <Table results={results} />
  ) : (
    <pre className="card page-text">{JSON.stringify(results, null, 2)}</pre>
  );
}

function Table({ results }: Props): JSX.Element {
  const columns = [...new Set(results.flatMap((result) => Object.keys(result)))];
  return (
    <div className="markdown">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result, index) => {
            const values = new Map<string, unknown>(Object.entries(result));
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
    </div>
  );
}

function isFlat(result: object): boolean {
  return Object.values(result).every((value) => typeof value !== 'object' || value === null);
}

function titleIn(result: object): string {
  return 'title' in result ? String(result.title) : '';
}
