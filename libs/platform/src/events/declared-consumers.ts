import { CONSUMERS } from '@pks/contracts';

const DECLARED = new Map<string, readonly string[]>(Object.entries(CONSUMERS));

/** @throws Error unless the consumers of a service are those that its NATS user may use. */
export function assertDeclared(service: string, consumers: readonly string[]): void {
  const declared = DECLARED.get(service);
  if (declared === undefined) return;
  const wrong = [
    ...consumers.filter((name) => !declared.includes(name)),
    ...declared.filter((name) => !consumers.includes(name)),
  ];
  if (wrong.length > 0)
    throw new Error(
      `CONSUMERS of @pks/contracts does not list the consumers of ${service}: see ${wrong.join(', ')}.`,
    );
}
