import { type JSX, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Form } from './form.tsx';
import { HeldContext } from './held.ts';
import { useWhileOpen } from './lead.ts';
import { focusAt, type RowPlace, rowPlaceOf } from './row-place.ts';
import { Sentence } from './sentence.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Whether a click beside the dialog closes it: not if the user can type into it, because the text would be lost. */
  readonly isDismissable?: boolean;
}

/**
 * A question to answer before anything else. Escape closes it and Back leaves it until the user has typed something, which would be lost;
 * nothing closes it while the answer is being processed.
 */
export function Dialog({ title, onClose, children, isDismissable = false }: Props): JSX.Element {
  const [isTyped, setTyped] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const watch = useCallback((dialog: HTMLElement | null) => {
    dialog?.addEventListener('input', () => setTyped(true), { once: true });
  }, []);
  // Navigation by the dialog itself, when it is answered, is a replacement; filters of lists change only the parameters of the same path.
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => action !== 'REPLACE' || current.pathname !== next.pathname,
    disabled: !isTyped,
  });
  const clicks = useClickCount();
  const [opener] = useState(openerNow);
  const [place] = useState(() => opener && rowPlaceOf(opener));
  useEffect(() => {
    lastOpener = opener;
    return () => focusAfter(opener, place);
  }, [opener, place]);
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable={isDismissable && !isHeld}
      isKeyboardDismissDisabled={isTyped || isHeld}
      shouldCloseOnInteractOutside={() => clicks.current < 2}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className="modal">
        <AriaDialog ref={watch}>
          <Heading slot="title">{title}</Heading>
          <HeldContext value={setHeld}>{children}</HeldContext>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Which click in a row the latest one is: the second one of a double click may be beside the dialog that the first one opened. */
function useClickCount(): RefObject<number> {
  const count = useRef(0);
  useEffect(() => {
    const note = ({ detail }: MouseEvent): void => {
      count.current = detail;
    };
    window.addEventListener('click', note, { capture: true });
    return () => window.removeEventListener('click', note, { capture: true });
  }, []);
  return count;
}

/** The element that had the focus before the open dialogs; null while none is open. */
let lastOpener: Element | null = null;

/** The element from which a dialog is opened; for a dialog that replaces another one, the element from which that was opened. */
function openerNow(): Element | null {
  const { activeElement } = document;
  return activeElement?.closest('.modal, body')?.matches('.modal') || activeElement === document.body
    ? lastOpener
    : activeElement;
}

/** Returns the focus to the element that opened the dialog; if it is gone, to the row in its place. */
function focusAfter(opener: Element | null, place: RowPlace | null): void {
  const focus = (): void => {
    if (document.querySelector('.modal') === null) lastOpener = null;
    if (document.activeElement !== document.body) return;
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    else focusAt(place);
  };
  // Waits until the dialog has restored the focus itself.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

interface QuestionProps extends Omit<Props, 'children'> {
  readonly body: string;
  readonly submit: string;
  /** The label of the button that changes nothing. */
  readonly cancel?: string;
  readonly act: () => Promise<unknown>;
  readonly children?: ReactNode;
  readonly isDisabled?: boolean;
}

/** Asks before an action; if it is refused, stays open with the reason. */
export function Question({
  title,
  body,
  submit,
  cancel,
  act,
  onClose,
  children,
  isDisabled,
}: QuestionProps): JSX.Element {
  const acting = useMutation({ mutationFn: act, onSuccess: useWhileOpen(onClose) });
  return (
    <Dialog title={title} onClose={onClose} isDismissable={children === undefined}>
      <Form
        onSubmit={() => acting.mutate()}
        submit={submit}
        isPending={acting.isPending}
        error={acting.error}
        onCancel={onClose}
        {...(cancel !== undefined && { cancel })}
        {...(isDisabled !== undefined && { isDisabled })}
      >
        <p>
          <Sentence>{body}</Sentence>
        </p>
        {children}
      </Form>
    </Dialog>
  );
}
