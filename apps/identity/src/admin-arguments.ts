import { parseArgs, types } from 'node:util';
import { Invalid, parserOf } from '@pks/platform';
import { FoundOrganization } from './organizations/organization-founding.ts';

const USAGE = 'create-organization --name N --email E [--password P] [--if-missing]';

/** A command that cannot be understood, and how it is written. */
export class UsageError extends Error {}

/** What the admin command is asked to do. */
export interface AdminCommand {
  readonly organization: FoundOrganization;
  /** Does nothing when it is done already. */
  readonly ifMissing: boolean;
}

/** Reads the arguments of the admin command. @throws UsageError with one sentence. */
export function readArguments(args: readonly string[]): AdminCommand {
  const { positionals, values } = parsed(args);
  const [command = 'nothing', ...more] = positionals;
  if (command !== 'create-organization' || more.length > 0) {
    throw new UsageError(`The command is ${USAGE}; given was ${[command, ...more].join(' ')}.`);
  }
  const { 'if-missing': ifMissing = false, ...fields } = values;
  return { organization: organizationOf(fields), ifMissing };
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
      },
    });
  } catch (error) {
    const [sentence = ''] = types.isNativeError(error) ? error.message.split(/[.\n]/) : [];
    throw new UsageError(`${sentence}: the command is ${USAGE}.`);
  }
}

function organizationOf(fields: object): FoundOrganization {
  try {
    return parserOf(FoundOrganization).parse(fields);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const [[name, sentences] = ['', []]] = Object.entries(error.data.fields ?? {});
    throw new UsageError(`--${name}: ${sentences.join(' ')}`);
  }
}
