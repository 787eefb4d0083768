import type { JSX } from 'react';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { showToast } from './toasts.tsx';

/** Copies a text, or says that the browser does not allow it. */
export function CopyButton({ text }: { readonly text: string }): JSX.Element {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(texts.copied);
    } catch {
      showToast(texts.notCopied, { isBad: true });
    }
  };
  return (
    <Button look="primary" onPress={() => void copy()}>
      {texts.copy}
    </Button>
  );
}
