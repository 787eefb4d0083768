/** Whether the arguments ask how a command is used (`--help`, `-h`): it then prints that, exits with 0 and does nothing else. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}
