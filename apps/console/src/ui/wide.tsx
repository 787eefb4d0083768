import { type JSX, type ReactNode, useCallback, useState } from 'react';

interface Props {
  readonly label: string;
  /** In which direction it goes: that of its script, where it is not given. */
  readonly dir?: 'auto';
  readonly children: ReactNode;
}

/** What may be wider than its place: there it is scrolled, with the keyboard, too. */
export function Wide({ label, dir, children }: Props): JSX.Element {
  const [isScrolled, setScrolled] = useState(false);
  const watch = useCallback((frame: HTMLElement | null) => {
    if (!frame) return;
    const observer = new ResizeObserver(() => setScrolled(frame.scrollWidth > frame.clientWidth));
    for (const one of [frame, ...frame.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      className="wide"
      ref={watch}
      dir={dir}
      {...(isScrolled && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      {children}
    </div>
  );
}
