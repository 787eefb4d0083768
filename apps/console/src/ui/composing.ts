import { type CompositionEvent, useState } from 'react';

/** What browsers give as the code of a key that went to an input method; Safari also after the text was confirmed by it. */
const TAKEN = 229;

/** Whether a key chooses or confirms what an input method offers, so that it means nothing else. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === TAKEN;
}

interface Composed {
  /** What is typed, with what is being composed. */
  readonly shown: string;
  readonly type: (text: string) => void;
  /** For an element around the field. */
  readonly handlers: {
    readonly onCompositionStart: () => void;
    readonly onCompositionEnd: (event: CompositionEvent) => void;
  };
}

/** Input methods for Korean keep the last syllable open until the next key. */
const ENDS_WITH_SYLLABLE = /[가-힣]$/;

/**
 * What is typed into a field by any input method: what it has not confirmed yet is shown there, and is not yet typed for anything else,
 * but for syllables of Korean. On a touch screen it is, where keyboards compose each word of any language.
 */
export function useComposed(typed: string, onType: (text: string) => void): Composed {
  const [unconfirmed, setUnconfirmed] = useState<string>();
  return {
    shown: unconfirmed ?? typed,
    type: (text) => {
      if (unconfirmed !== undefined) setUnconfirmed(text);
      if (unconfirmed === undefined || ENDS_WITH_SYLLABLE.test(text)) onType(text);
    },
    handlers: {
      onCompositionStart: () => {
        if (matchMedia('(pointer: fine)').matches) setUnconfirmed(typed);
      },
      onCompositionEnd: ({ target }) => {
        setUnconfirmed(undefined);
        if (target instanceof HTMLInputElement) onType(target.value);
      },
    },
  };
}
