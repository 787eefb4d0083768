import fc from 'fast-check';
import type { Checks, Held } from './checks.ts';
import type { Operation } from './document/open-api.ts';
import type { Schemas } from './document/schema.ts';
import type { Failure, Property, Trial } from './property.ts';
import { flawsOf } from './requests/flawed-requests.ts';
import type { ValidRequests } from './requests/valid-requests.ts';

/** Operations of which a request costs as much as dozens of others: they hash a password, start a process or send e-mails. */
const COSTLY: readonly string[] = [
  'sessions_log_in',
  'sessions_log_out',
  'password_resets_confirm',
  'users_change_password',
  'users_add_to_organization',
  'invites_accept',
  'invites_invite',
  'invites_cancel',
  'imports_create',
  'documents_store',
  'assignment_assign',
];
const COSTLY_WEIGHT = 0.2;

/** The properties of an operation: valid requests are done, requests with a flaw are refused. */
export function requestProperties(
  operation: Operation,
  requests: ValidRequests,
  given: {
    readonly checks: Checks;
    readonly schemas: Schemas;
    readonly foreign: Readonly<Record<string, string>>;
  },
): Property[] {
  const { checks, schemas, foreign } = given;
  const { operationId } = operation;
  const common = { group: groupOf(operation), weight: COSTLY.includes(operationId) ? COSTLY_WEIGHT : 1 };
  const flaws = flawsOf(requests, schemas, foreign);
  const valid = requests.plans();
  const flawed = fc.oneof(...flaws.map(({ plan, ...flaw }) => plan.map((made) => ({ plan: made, flaw }))));
  return [
    {
      ...common,
      name: `valid ${operationId}`,
      kind: 'valid',
      try: (trial) => tried(valid, (plan) => checks.valid(operation, plan), trial),
    },
    {
      ...common,
      name: `invalid ${operationId}`,
      kind: 'invalid',
      try: (trial) => tried(flawed, ({ plan, flaw }) => checks.invalid(operation, plan, flaw), trial),
    },
  ];
}

async function tried<T>(
  values: fc.Arbitrary<T>,
  check: (value: T) => Promise<Held>,
  { seed, cases, watch }: Trial,
): Promise<Failure | null> {
  const property = fc.asyncProperty(values, (value) => watch(() => check(value)));
  const { failed, errorInstance, counterexample } = await fc.check(property, { seed, numRuns: cases });
  return failed ? { error: errorInstance, example: fc.stringify(counterexample) } : null;
}

function groupOf({ method, responses }: Operation): string {
  if (method === 'GET') return 'reads';
  if (method === 'DELETE') return 'deletes';
  if (method === 'PATCH') return 'changes';
  return '201' in responses ? 'creates' : 'acts';
}
