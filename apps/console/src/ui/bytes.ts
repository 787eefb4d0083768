const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in bytes as people read it. */
export function bytesText(bytes: number): string {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)), UNITS.length - 1);
  if (step === 0) return `${bytes} B`;
  const unit = UNITS[step] ?? 'byte';
  const format = new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1_000 ** step);
}
