import type { JSX } from 'react';
import { useMinutes } from './minutes.ts';

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const ABSOLUTE = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

interface Props {
  readonly at: string;
}

/** When exactly, in the time of the device. */
export function ExactMoment({ at }: Props): JSX.Element {
  return <time dateTime={at}>{ABSOLUTE.format(new Date(at))}</time>;
}

/** How long ago, and when exactly, in the time of the device, for whoever points at it. */
export function Moment({ at }: Props): JSX.Element {
  useMinutes();
  const date = new Date(at);
  return (
    <time dateTime={at} title={ABSOLUTE.format(date)}>
      {agoOf(date)}
    </time>
  );
}

function agoOf(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1_000;
  if (Math.abs(seconds) > 30 * 86_400) return DATE.format(date);
  const [unit, size] = UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? ['second', 1];
  return unit === 'second' ? 'just now' : RELATIVE.format(Math.round(seconds / size), unit);
}
