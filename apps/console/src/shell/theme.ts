import { keepIn } from '../ui/keep-in.ts';
import { onDevice } from '../ui/storage.ts';

/** The theme that the user chose on this device. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'pks.theme';

export function chosenTheme(): Theme {
  const stored = onDevice.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(theme: Theme): void {
  keepIn(onDevice, KEY, theme);
  applyTheme();
}

export function applyTheme(): void {
  const theme = chosenTheme();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
