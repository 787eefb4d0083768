import { type JSX, useMemo } from 'react';
import { texts } from '../../texts.ts';
import { type Row, type Side, sideBySide } from './line-diff.ts';

interface Props {
  readonly left: string;
  readonly right: string;
  readonly leftName: string;
  readonly rightName: string;
}

/** Two contents, with what differs marked on both sides. */
export function SideBySide({ left, right, leftName, rightName }: Props): JSX.Element {
  const rows = useMemo(() => sideBySide(left, right), [left, right]);
  if (!rows.some(({ kind }) => kind === 'changed')) return <p className="notice">{texts.artifacts.same}</p>;
  return (
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
          {rows.map((row, index) => (
            <DiffRow key={index} row={row} />
          ))}
        </tbody>
      </table>
    </div>
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
