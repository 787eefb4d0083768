import { useLayoutEffect, useState } from 'react';
import { keepIn } from '../../ui/keep-in.ts';
import { shortcutOf } from '../../ui/shortcut.ts';
import { onDevice } from '../../ui/storage.ts';

const KEY = 'pks.keys';

/** Elements that take typed keys, where a shortcut would surprise. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"]';

/** Keys that only move, and so repeat while they are held. */
const MOVING: readonly string[] = ['j', 'k'];

/** Whether single keys act. Users whose speech or hand presses keys by mistake can turn this off on this device. */
export function useKeysAreOn(): readonly [areOn: boolean, turn: (on: boolean) => void] {
  const [areOn, setOn] = useState(() => onDevice.getItem(KEY) !== 'off');
  const turn = (on: boolean): void => {
    keepIn(onDevice, KEY, on ? '' : 'off');
    setOn(on);
  };
  return [areOn, turn];
}

/** Runs the action of a key, unless the user is typing; as soon as its subject is rendered. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, ctrlKey, metaKey, altKey, repeat } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(TYPING)) return;
      const key = shortcutOf(event);
      const action = actions[key];
      if (!action) return;
      event.preventDefault();
      if (!repeat || MOVING.includes(key)) action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [actions]);
}
