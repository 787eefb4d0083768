import fc from 'fast-check';
import type { Checks } from './checks.ts';
import type { Operation } from './document/open-api.ts';
import type { Failure, Property, Trial } from './property.ts';
import { Calls } from './sequences/calls.ts';
import { type Model, type Real, commandsFor } from './sequences/commands.ts';
import { assertComplete } from './sequences/complete.ts';
import { type Labelled, labelCommands } from './sequences/labels.ts';
import type { Resource } from './sequences/resource.ts';
import { RESOURCES } from './sequences/resources.ts';

/** How many commands a sequence has on average. */
const COMMANDS = 10;
/** The share of a sequence in the cases, relative to that of an operation. */
const WEIGHT = 6;

/** Properties of everything that is created and deleted, whatever is done to it in whatever order. @throws Error for a resource without a sequence. */
export function sequenceProperties(operations: readonly Operation[], checks: Checks): Property[] {
  assertComplete(operations);
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const sequence = (
    name: string,
    attempt: (given: Given) => Promise<Failure | null>,
    weight = WEIGHT,
  ): Property => ({
    name: `sequence ${name}`,
    kind: 'sequence',
    group: name,
    weight,
    try: (trial) => attempt({ operations: byId, checks, trial }),
  });
  return [
    ...RESOURCES.map((resource) =>
      sequence(resource.name, (given) => ofResource(resource, given), resource.weight),
    ),
    sequence('labels', ofLabels),
  ];
}

interface Given {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly checks: Checks;
  readonly trial: Trial;
}

function ofResource(resource: Resource, given: Given): Promise<Failure | null> {
  return tried(
    commandsFor(resource, given.trial.watch),
    given.trial,
    async (): Promise<{ model: Model; real: Real }> => {
      const calls = await aloneWith(given, resource.hasAccount);
      const { text } = await calls.expect(200, resource.list.operation, {});
      const before = (JSON.parse(text) as { count: number }).count;
      return { model: { alive: [], gone: [] }, real: { calls, before } };
    },
  );
}

function ofLabels(given: Given): Promise<Failure | null> {
  return tried(labelCommands(given.trial.watch), given.trial, async () => {
    const model: Labelled = new Map();
    return { model, real: await aloneWith(given) };
  });
}

async function aloneWith({ checks, operations }: Given, hasAccount = false): Promise<Calls> {
  return new Calls(checks, operations, await checks.world.elsewhere(hasAccount));
}

async function tried<M extends object, R>(
  commands: fc.Arbitrary<Iterable<fc.AsyncCommand<M, R>>>,
  { seed, cases, isOver }: Trial,
  begin: () => Promise<{ model: M; real: R }>,
): Promise<Failure | null> {
  const property = fc.asyncProperty(commands, async (sequence) => {
    if (isOver()) return;
    const began = await begin();
    await fc.asyncModelRun(() => began, sequence);
  });
  const numRuns = Math.max(1, Math.round(cases / COMMANDS));
  const { failed, errorInstance, counterexample } = await fc.check(property, { seed, numRuns });
  return failed ? { error: errorInstance, example: fc.stringify(counterexample) } : null;
}
