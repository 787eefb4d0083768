import { Fragment, type JSX } from 'react';
import { piecesOf } from './quoted.ts';

/** A sentence in English, in which the names that it quotes have the direction of their script, and leave it its own. */
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
