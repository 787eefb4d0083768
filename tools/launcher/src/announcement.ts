import { join } from 'node:path';
import type { Stack } from '@pks/stack';
import { DATA } from './checkout.ts';

const PLAIN = /^[\w./:@%+=,-]+$/;

/** The text that a start prints once the product is ready: where everything is, and who can log in. */
export function announcement(
  { baseUrl, mailUrl, services }: Pick<Stack, 'baseUrl' | 'mailUrl' | 'services'>,
  { login, verbose }: { readonly login: string | null; readonly verbose: boolean },
): string {
  const health = Object.values(services).map(
    ({ name, healthUrl }) => `  ${name.padEnd(15)} ${healthUrl}/ready`,
  );
  const lines = [
    ...(servesConsole() ? [`  Console    ${new URL('/', baseUrl).href}`] : []),
    `  API        ${baseUrl}/`,
    `  Reference  ${baseUrl}/docs`,
    `  MCP        ${new URL('/mcp', baseUrl).href}`,
    `  Log in as  ${login ?? firstLogin()}`,
    ...(mailUrl === null ? [] : [`  Mail       ${mailUrl}`]),
    `  Logs       ${join(DATA, 'logs')}`,
    ...(verbose ? ['', '  Health', ...health] : []),
  ];
  return `\n${lines.join('\n')}\n\n  Ctrl-C stops it.\n`;
}

/** Whether the console is a part of the product. */
export function servesConsole(): boolean {
  return process.env['CONSOLE'] !== 'off';
}

/** How to log in without demo data: the database may have users already. A shell in this checkout can run the command as it is. */
export function firstLogin(directory: string | undefined = process.env['DATA_DIRECTORY']): string {
  const where = directory ? `DATA_DIRECTORY=${quoted(directory)} ` : '';
  return `a user that there is, or make a first one: ${where}npm run admin -- create-organization --name NAME --email EMAIL`;
}

function quoted(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
