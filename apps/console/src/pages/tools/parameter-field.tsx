import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { texts } from '../../texts.ts';
import { Check, Text } from '../../ui/fields.tsx';
import { useFieldError } from '../../ui/refused.ts';

export interface ParameterProps {
  readonly parameter: Schemas['ToolParameter'];
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string | boolean) => void;
  readonly error: unknown;
}

/** The control that fits the type of a parameter. */
export function ParameterField({ parameter, value, onChange, error }: ParameterProps): JSX.Element {
  const { id, type, required } = parameter;
  if (type === 'boolean')
    return <BooleanField parameter={parameter} value={value} onChange={onChange} error={error} />;
  const isStructured = type === 'array' || type === 'object';
  return (
    <Text
      label={labelOf(parameter)}
      name={id}
      type={type === 'integer' ? 'number' : 'text'}
      hint={hintOf(parameter)}
      required={required}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      error={error}
      {...(isStructured && { rows: 3, code: true })}
    />
  );
}

/** The label of a parameter, which also says whether it is required. */
export function labelOf({ id, required }: ParameterProps['parameter'], name: string = id): string {
  return required ? `${name} (${texts.tools.required})` : name;
}

function BooleanField({ parameter, value, onChange, error }: ParameterProps): JSX.Element {
  const { id, description } = parameter;
  return (
    <div className="field">
      <Check isSelected={(value ?? parameter.default) === true} onChange={onChange}>
        {id} <span className="soft small">{description}</span>
      </Check>
      <span className="field-error" role="alert">
        {useFieldError(error, id)}
      </span>
    </div>
  );
}

function hintOf({ type, description, default: preset }: ParameterProps['parameter']): string {
  const isStructured = type === 'array' || type === 'object';
  const parts = [
    description,
    isStructured && texts.tools.asJson,
    preset !== undefined && texts.tools.preset(JSON.stringify(preset)),
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}
