import { type JSX, useEffect, useEffectEvent, useState } from 'react';
import { useMatch, useRouter } from '@tanstack/react-router';
import { isComposing, useComposed } from './composing.ts';
import { Text } from './fields.tsx';

/** After so long without a key, what is typed is in the address, which a reload keeps. Milliseconds. */
const SETTLED_MS = 500;
/** The lists refuse what is longer, one of them from here on. Characters. */
const LONGEST = 254;

/**
 * What is typed to find something: at first, and whenever the address names something else, what that names. What was typed and is no
 * longer is something that the address was given a moment ago: what has been typed since stays.
 */
export function useTyped(named: string): readonly [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(named);
  const [before, setBefore] = useState<readonly string[]>([]);
  const [last, setLast] = useState(named);
  if (last !== named) {
    setLast(named);
    const place = before.lastIndexOf(named);
    if (place < 0) setTyped(named);
    setBefore(place < 0 ? [] : before.slice(place + 1));
  }
  const type = (text: string): void => {
    setBefore([...before, typed]);
    setTyped(text);
  };
  return [typed, type];
}

interface Props {
  readonly label: string;
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** A moment after the last key, on Enter and when the field is left: the time for the address to name what was typed. */
  readonly onSettle: () => void;
}

/** A field for what a list is filtered by while it is typed. */
export function SearchField({ label, typed, onType, onSettle }: Props): JSX.Element {
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  // A page that is being left is shown until the next one is there.
  const settle = useEffectEvent(() => {
    if (router.latestLocation.pathname === pathname) onSettle();
  });
  useEffect(() => {
    const timer = setTimeout(settle, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { shown, type, handlers } = useComposed(typed, onType);
  return (
    <div
      className="grow"
      {...handlers}
      onBlur={onSettle}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !isComposing(nativeEvent) && onSettle()}
    >
      <Text label={label} type="search" maxLength={LONGEST} value={shown} onChange={type} />
    </div>
  );
}
