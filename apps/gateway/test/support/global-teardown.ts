type Stop = () => Promise<void>;

const stops: Stop[] = [];

/** Records what to stop after all tests. */
export function keepForTeardown(stop: Stop): void {
  stops.push(stop);
}

export default async function stopProduct(): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
}
