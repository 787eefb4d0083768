/** Whether a command is asked how it is used (`--help`, `-h`): it prints that, exits with 0 and does nothing else. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}
