import { Fragment, type JSX } from 'react';

/** Names and details on one line, each in the direction of its script; empty ones are left out. */
export function Joined({ parts }: { readonly parts: readonly string[] }): JSX.Element {
  return (
    <>
      {parts
        .filter((part) => part !== '')
        .map((part, index) => (
          <Fragment key={index}>
            {index > 0 && ' · '}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
    </>
  );
}
