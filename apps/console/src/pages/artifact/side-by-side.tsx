import { type JSX, useMemo, useState } from 'react';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { type Row, type Side, sideBySide } from './line-diff.ts';

interface Props {
  readonly left: string;
  readonly right: string;
  readonly leftName: string;
  readonly rightName: string;
}

/** The number of rows shown at first, and added by each press. */
const ROWS = 1_000;

/** Two contents side by side, with the differences marked. */
export function SideBySide({ left, right, leftName, rightName }: Props): JSX.Element {
  const rows = useMemo(() => sideBySide(left, right), [left, right]);
  const [more, setMore] = useState({ rows, shown: ROWS });
  const shown = more.rows === rows ? more.shown : ROWS;
  if (!rows.some(({ kind }) => kind === 'changed')) return <p className="notice">{texts.artifacts.same}</p>;
  return (
    <>
      <div className="diff-frame">
        <table className="diff">
          <colgroup>
            <col className="number" />
            <col />
            <col className="number" />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th colSpan={2}>{leftName}</th>
              <th colSpan={2}>{rightName}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              <DiffRow key={index} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <div>
          <Button size="small" onPress={() => setMore({ rows, shown: shown + ROWS })}>
            {texts.showMore(rows.length - shown)}
          </Button>
        </div>
      )}
    </>
  );
}

function DiffRow({ row }: { readonly row: Row }): JSX.Element {
  if (row.kind === 'skipped')
    return (
      <tr className="skipped">
        <td colSpan={4}>⋯ {row.count}</td>
      </tr>
    );
  const isChanged = row.kind === 'changed';
  return (
    <tr>
      <Cells side={row.left} tone={isChanged ? 'gone' : ''} />
      <Cells side={row.right} tone={isChanged ? 'new' : ''} />
    </tr>
  );
}

function Cells({
  side,
  tone,
}: {
  readonly side: Side | null;
  readonly tone: 'gone' | 'new' | '';
}): JSX.Element {
  if (side === null)
    return (
      <>
        <td className="number" />
        <td />
      </>
    );
  const Mark = tone === 'gone' ? 'del' : 'ins';
  return (
    <>
      <td className="number">{side.number}</td>
      <td className={tone}>
        {side.pieces.map(({ text, isChanged }, index) =>
          isChanged ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
        )}
      </td>
    </>
  );
}
