import { type Stack, type StackOptions, startStack } from '@pks/stack';
import { Supervisor } from './supervisor.ts';
import { sentenceOf } from './terminal.ts';

/** How a stack is watched. */
interface Watching {
  readonly report: (sentence: string) => void;
  /** Called after a process of the stack was restarted. */
  readonly onRestart: (stack: Stack) => void;
  readonly firstWaitMs?: number;
  readonly start?: typeof startStack;
}

/** Starts a stack, and restarts processes of it that end by themselves, but not before the whole stack has started. */
export async function startWatched(
  options: StackOptions & { readonly signal: AbortSignal },
  { onRestart, start = startStack, ...watching }: Watching,
): Promise<Stack> {
  const supervisor = new Supervisor({
    ...watching,
    restart: async (name) => {
      const stack = await started;
      await stack.start(name);
      try {
        onRestart(stack);
      } catch (error) {
        // It runs: starting it again would start it twice.
        watching.report(`${name} runs again, but its address could not be noted: ${sentenceOf(error)}`);
      }
    },
    signal: options.signal,
  });
  const onEnd = (name: string, code: number | null): void => void supervisor.ended(name, code);
  const started = start({ ...options, onEnd });
  return started;
}
