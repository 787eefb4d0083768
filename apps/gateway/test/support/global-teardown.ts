type Stop = () => Promise<void>;

const stops: Stop[] = [];

/** Remembers what is to be stopped when all tests are through. */
export function keepForTeardown(stop: Stop): void {
  stops.push(stop);
}

export default async function stopProduct(): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
}
