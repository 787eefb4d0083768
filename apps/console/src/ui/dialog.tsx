import { type JSX, type ReactNode, useCallback, useEffect, useState } from 'react';
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
  /** Whether a click beside it closes it: not where something can be typed, which would be lost. */
  readonly isDismissable?: boolean;
}

/**
 * What has to be answered before anything else. Until something is typed, which would be lost, Escape closes it and Back leaves it; nothing
 * closes it while what it was answered with is under way.
 */
export function Dialog({ title, onClose, children, isDismissable = false }: Props): JSX.Element {
  const [isTyped, setTyped] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const watch = useCallback((dialog: HTMLElement | null) => {
    dialog?.addEventListener('input', () => setTyped(true), { once: true });
  }, []);
  // What it leads to itself, when it is answered, passes by it; what a list is filtered by goes into the address of the same page.
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => action !== 'REPLACE' || current.pathname !== next.pathname,
    disabled: !isTyped,
  });
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

/** What had the focus before the dialogs that are open; null while none is. */
let lastOpener: Element | null = null;

/** What a dialog is opened from: where it takes the place of another one, what that one was opened from. */
function openerNow(): Element | null {
  const { activeElement } = document;
  return activeElement?.closest('.modal, body')?.matches('.modal') || activeElement === document.body
    ? lastOpener
    : activeElement;
}

/** Whatever opened the dialog gets the focus back; where that is gone, what is in its place does. */
function focusAfter(opener: Element | null, place: RowPlace | null): void {
  const focus = (): void => {
    if (document.querySelector('.modal') === null) lastOpener = null;
    if (document.activeElement !== document.body) return;
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    else focusAt(place);
  };
  // First, the dialog gives it back.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

interface QuestionProps extends Omit<Props, 'children'> {
  readonly body: string;
  readonly submit: string;
  /** What the button is called that leaves everything as it is. */
  readonly cancel?: string;
  readonly act: () => Promise<unknown>;
  readonly children?: ReactNode;
  readonly isDisabled?: boolean;
}

/** Asks before something is done; stays open with the reason where it is refused. */
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
