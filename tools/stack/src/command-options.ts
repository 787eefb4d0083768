import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The values of a command's options. */
type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

/**
 * The options of this process's command line. For `--help`, prints how to use the command and ends the process; for an unknown
 * option, prints the same after the reason, and ends the process with code 2.
 */
export function commandOptions<const T extends ParseArgsOptionsConfig>(options: T, use: string): Values<T> {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(use);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    misused(error instanceof Error ? error.message : String(error), use);
  }
}

/** The value of an option as a positive whole number. If it is none, ends the process as `commandOptions` does. */
export function wholeNumber(option: string, text: string, use: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  misused(`--${option} needs a positive whole number, not "${text}".`, use);
}

function misused(reason: string, use: string): never {
  console.error(`${reason}\n${use}`);
  process.exit(2);
}
