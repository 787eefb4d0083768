import { type JSX, type ReactNode, useCallback, useState } from 'react';

interface Props {
  readonly label: string;
  /** The direction: by the content's script if `auto`, otherwise inherited. */
  readonly dir?: 'auto';
  readonly children: ReactNode;
}

/** Content that may be wider than its place, and then scrolls there, by keyboard, too. */
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
