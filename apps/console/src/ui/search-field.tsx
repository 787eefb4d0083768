import { type JSX, useState } from 'react';
import { Text } from './fields.tsx';

/** What is typed to find something: at first, and whenever the address names something else, what that names. */
export function useTyped(named: string): readonly [typed: string, type: (text: string) => void] {
  const [typed, type] = useState(named);
  const [last, setLast] = useState(named);
  if (last !== named) {
    setLast(named);
    type(named);
  }
  return [typed, type];
}

interface Props {
  readonly label: string;
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** When the field is left: the time for the address to name what was typed. */
  readonly onLeave: () => void;
}

/** A field for what a list is filtered by while it is typed. */
export function SearchField({ label, typed, onType, onLeave }: Props): JSX.Element {
  return (
    <div className="grow" onBlur={onLeave}>
      <Text label={label} type="search" value={typed} onChange={onType} />
    </div>
  );
}
