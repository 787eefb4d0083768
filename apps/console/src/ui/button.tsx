import type { JSX } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';

interface Props extends ButtonProps {
  readonly look?: 'primary' | 'danger' | 'quiet' | 'plain';
  readonly size?: 'small';
}

export function Button({ look = 'plain', size, ...props }: Props): JSX.Element {
  return <AriaButton {...props} className={['button', look, size].filter(Boolean).join(' ')} />;
}
