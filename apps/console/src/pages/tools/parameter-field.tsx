import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { texts } from '../../texts.ts';
import { Check, Text } from '../../ui/fields.tsx';

interface Props {
  readonly parameter: Schemas['ToolParameter'];
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string | boolean) => void;
  readonly error: unknown;
}

/** The control that fits what a parameter takes. */
export function ParameterField({ parameter, value, onChange, error }: Props): JSX.Element {
  const { id, type, description, required } = parameter;
  if (type === 'boolean')
    return (
      <Check isSelected={value === true} onChange={onChange}>
        {id} <span className="soft small">{description}</span>
      </Check>
    );
  const isStructured = type === 'array' || type === 'object';
  const isNumber = type === 'number' || type === 'integer';
  return (
    <Text
      label={required ? `${id} (${texts.tools.required})` : id}
      name={id}
      type={isNumber ? 'number' : 'text'}
      hint={description}
      required={required}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      error={error}
      {...(isStructured && { rows: 3, code: true })}
    />
  );
}
