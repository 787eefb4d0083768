import type { JSX, ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useMutation } from '@tanstack/react-query';
import { Form } from './form.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Whether a click beside it closes it: not where something is typed, which would be lost. */
  readonly isDismissable?: boolean;
}

/** What has to be answered before anything else. */
export function Dialog({ title, onClose, children, isDismissable = false }: Props): JSX.Element {
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable={isDismissable}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className="modal">
        <AriaDialog>
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface QuestionProps extends Omit<Props, 'children'> {
  readonly body: string;
  readonly submit: string;
  readonly act: () => Promise<unknown>;
  readonly children?: ReactNode;
  readonly isDisabled?: boolean;
}

/** Asks before something is done; stays open with the reason where it is refused. */
export function Question({
  title,
  body,
  submit,
  act,
  onClose,
  children,
  isDisabled,
}: QuestionProps): JSX.Element {
  const acting = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose} isDismissable={children === undefined}>
      <Form
        onSubmit={() => acting.mutate()}
        submit={submit}
        isPending={acting.isPending}
        error={acting.error}
        onCancel={onClose}
        {...(isDisabled !== undefined && { isDisabled })}
      >
        <p>{body}</p>
        {children}
      </Form>
    </Dialog>
  );
}
