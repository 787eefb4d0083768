import { readFile } from 'node:fs/promises';
import { eventually } from './eventually.ts';

/** A line that a process logged. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly service: string };

/** The lines about a request, once each of the given services has logged one. */
export async function linesAbout(
  logFile: string,
  requestId: string,
  services: readonly string[],
): Promise<LogLine[]> {
  let lines: LogLine[] = [];
  await eventually(`${services.join(' and ')} logged ${requestId}`, async () => {
    lines = await readLines(logFile, requestId);
    return services.every((service) => lines.some((line) => line.service === service));
  });
  return lines;
}

async function readLines(logFile: string, requestId: string): Promise<LogLine[]> {
  const text = await readFile(logFile, 'utf8');
  return text
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line.slice(line.indexOf(' ') + 1)) as LogLine)
    .filter((line) => line['request_id'] === requestId);
}
