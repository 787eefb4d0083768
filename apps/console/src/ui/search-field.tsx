import { type JSX, useEffect, useEffectEvent, useState } from 'react';
import { useMatch, useRouter } from '@tanstack/react-router';
import { isComposing, useComposed } from './composing.ts';
import { Text } from './fields.tsx';

/** After a pause in typing of this long, the text goes into the address, which survives a reload. Milliseconds. */
const SETTLED_MS = 500;
/** The longest text that all lists accept. Characters. */
const LONGEST = 254;

/**
 * The text in a search field: initially, and whenever the address names another text, that of the address. An address that names an
 * earlier state of the typed text is the result of typing, and does not replace what was typed since.
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
  /** Called after a pause in typing, on Enter and when the field is left: the address should now name the text. */
  readonly onSettle: () => void;
}

/** A field whose text filters a list during typing. */
export function SearchField({ label, typed, onType, onSettle }: Props): JSX.Element {
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  // A page that is being left stays visible until the next one is loaded.
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
