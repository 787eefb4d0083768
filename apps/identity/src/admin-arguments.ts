import { parseArgs, types } from 'node:util';
import type { MessageClass } from '@pks/contracts';
import { Invalid, parserOf } from '@pks/platform';
import { FoundOrganization } from './organizations/organization-founding.ts';
import { ResetPassword } from './password-resets/password-resetting.ts';
import { NamedAccount } from './users/account-changing.ts';
import { ChangeEmail } from './members/email-changing.ts';

const COMMANDS = [
  'create-organization --name N --email E [--password P] [--if-missing]',
  'change-email --from A --to B',
  'reset-password --email E --password P',
  'deactivate-account --email E',
  'activate-account --email E',
];
const USAGE = COMMANDS.join(', ').replace(/, (?=[^,]*$)/, ', or ');

/** The usage of the command, printed on request. */
export const HELP = `The commands are:\n${COMMANDS.map((one) => `  ${one}`).join('\n')}\n`;

/** A command that cannot be parsed, with its usage. */
export class UsageError extends Error {}

/** The parsed arguments of the admin command. */
export type AdminCommand =
  | {
      readonly command: 'create-organization';
      readonly organization: FoundOrganization;
      /** Whether to do nothing if the organization exists. */
      readonly ifMissing: boolean;
    }
  | { readonly command: 'change-email'; readonly change: ChangeEmail }
  | { readonly command: 'reset-password'; readonly reset: ResetPassword }
  | { readonly command: 'deactivate-account' | 'activate-account'; readonly account: NamedAccount };

/** Parses the arguments of the admin command. @throws UsageError with one sentence. */
export function readArguments(args: readonly string[]): AdminCommand {
  const { positionals, values } = parsed(args);
  const [command = 'nothing', ...more] = positionals;
  if (command === 'change-email' && more.length === 0) {
    return { command, change: fieldsOf(ChangeEmail, values) };
  }
  if (command === 'reset-password' && more.length === 0) {
    return { command, reset: fieldsOf(ResetPassword, values) };
  }
  if ((command === 'deactivate-account' || command === 'activate-account') && more.length === 0) {
    return { command, account: fieldsOf(NamedAccount, values) };
  }
  if (command !== 'create-organization' || more.length > 0) {
    throw new UsageError(`The command is ${USAGE}; given was ${[command, ...more].join(' ')}.`);
  }
  const { 'if-missing': ifMissing = false, ...fields } = values;
  return { command, organization: fieldsOf(FoundOrganization, fields), ifMissing };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        email: { type: 'string' },
        password: { type: 'string' },
        'if-missing': { type: 'boolean' },
        from: { type: 'string' },
        to: { type: 'string' },
      },
    });
  } catch (error) {
    const [sentence = ''] = types.isNativeError(error) ? error.message.split(/[.\n]/) : [];
    throw new UsageError(`${sentence}: the command is ${USAGE}.`);
  }
}

function fieldsOf<T extends object>(message: MessageClass<T>, fields: object): T {
  try {
    return parserOf(message).parse(fields);
  } catch (error) {
    throw named(error);
  }
}

/** Does the work of a command. @throws UsageError that names the option which only the work finds to be invalid. */
export async function naming(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw named(error);
  }
}

/** Turns an error of a field into a usage error of the option that gave it; returns any other error unchanged. */
function named(error: unknown): unknown {
  if (!(error instanceof Invalid)) return error;
  const [first] = Object.entries(error.data.fields ?? {});
  return first ? new UsageError(`--${first[0]}: ${first[1].join(' ')}`) : error;
}
