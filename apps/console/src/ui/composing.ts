import { type CompositionEvent, useState } from 'react';

/** The `keyCode` of a key that went to an input method; Safari also sends it for the key that confirms the text. */
const TAKEN = 229;

/** Whether a key goes to an input method, to choose or confirm text, and so means nothing else. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === TAKEN;
}

interface Composed {
  /** The typed text, including the text that is being composed. */
  readonly shown: string;
  readonly type: (text: string) => void;
  /** For an element around the field. */
  readonly handlers: {
    readonly onCompositionStart: () => void;
    readonly onCompositionEnd: (event: CompositionEvent) => void;
  };
}

/** Korean input methods keep the last syllable open until the next key. */
const ENDS_WITH_SYLLABLE = /[가-힣]$/;

/**
 * Text typed with any input method: unconfirmed text is shown in the field, but reported as typed only once it is confirmed, except for
 * Korean syllables. On touch screens it is reported at once, because their keyboards compose words in any language.
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
