import { Fragment, type JSX } from 'react';
import { piecesOf } from './quoted.ts';

/**
 * An English sentence in which each quoted name has the direction of its script, without changing that of the sentence.
 */
export function Sentence({ children }: { readonly children: string }): JSX.Element {
  return (
    <span dir="ltr">
      {piecesOf(children).map((piece, index) => (
        <Fragment key={index}>{index % 2 === 1 ? <Name quoted={piece} /> : piece}</Fragment>
      ))}
    </span>
  );
}

function Name({ quoted }: { readonly quoted: string }): JSX.Element {
  return (
    <>
      {quoted.slice(0, 1)}
      <bdi>{quoted.slice(1, -1)}</bdi>
      {quoted.slice(-1)}
    </>
  );
}
