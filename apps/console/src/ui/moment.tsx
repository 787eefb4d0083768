import type { JSX } from 'react';
import { agoOf } from './ago.ts';
import { useMinutes } from './minutes.ts';

const ABSOLUTE = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

interface Props {
  readonly at: string;
}

/** The exact time, in the device's time zone. */
export function ExactMoment({ at }: Props): JSX.Element {
  return <time dateTime={at}>{ABSOLUTE.format(new Date(at))}</time>;
}

/** The relative time; pointing at it shows the exact time in the device's time zone. */
export function Moment({ at }: Props): JSX.Element {
  useMinutes();
  const date = new Date(at);
  return (
    <time dateTime={at} title={ABSOLUTE.format(date)}>
      {agoOf(date)}
    </time>
  );
}
