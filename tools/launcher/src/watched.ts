import { type Stack, type StackOptions, startStack } from '@pks/stack';
import { Supervisor } from './supervisor.ts';

/** How a stack is watched. */
interface Watching {
  readonly report: (sentence: string) => void;
  /** Called when a process of the stack was started again. */
  readonly onRestart: (stack: Stack) => void;
  readonly firstWaitMs?: number;
  readonly start?: typeof startStack;
}

/** Starts a stack, and again what ends of it by itself: where the rest is still being started, once that is done. */
export async function startWatched(
  options: StackOptions & { readonly signal: AbortSignal },
  { onRestart, start = startStack, ...watching }: Watching,
): Promise<Stack> {
  const supervisor = new Supervisor({
    ...watching,
    restart: async (name) => {
      const stack = await started;
      await stack.start(name);
      onRestart(stack);
    },
    signal: options.signal,
  });
  const onEnd = (name: string, code: number | null): void => void supervisor.ended(name, code);
  const started = start({ ...options, onEnd });
  return started;
}
