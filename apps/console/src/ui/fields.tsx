import { type JSX, type ReactNode, useId } from 'react';
import { Text as Description, FieldError, Input, Label, TextArea, TextField } from 'react-aria-components';
import { useFieldError, useLabel, useValueLabels } from './refused.ts';
import { Sentence } from './sentence.tsx';

interface TextProps {
  readonly label: string;
  readonly value: string;
  /** Left out for a text that can only be read and copied. */
  readonly onChange?: (value: string) => void;
  readonly hint?: string | undefined;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'number' | 'date' | 'datetime-local';
  /** The request's field, by which the service's errors are shown here. */
  readonly name?: string;
  readonly error?: unknown;
  /** Whether the typed value is unusable, as the hint explains. */
  readonly isUnusable?: boolean;
  /** The part of the value that is wrong, if it has several. */
  readonly wrongPart?: string | undefined;
  readonly required?: boolean;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  /** The number of lines, if more than one. */
  readonly rows?: number;
  readonly code?: boolean;
  readonly maxLength?: number;
  /** For a number: `any` also allows fractions. */
  readonly step?: 'any';
}

/** Browsers allow years of six digits, which the service refuses. */
const LATEST: Readonly<Record<string, string>> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

/** A text of one or more lines, with its label and its error. */
export function Text(props: TextProps): JSX.Element {
  const { label, value, onChange, hint, type = 'text', name, error, rows, code, required = false } = props;
  const wrong = useFieldError(error, name, label);
  const { maxLength, step, isUnusable = false } = props;
  const max = LATEST[type];
  const shared = { ...(maxLength !== undefined && { maxLength }) };
  return (
    <TextField
      className="field"
      validationBehavior="aria"
      value={value}
      {...(onChange ? { onChange } : { isReadOnly: true })}
      isInvalid={wrong !== undefined || isUnusable}
      isRequired={required}
      type={type}
      {...(props.autoComplete !== undefined && { autoComplete: props.autoComplete })}
      {...(props.autoFocus !== undefined && { autoFocus: props.autoFocus })}
      {...(name !== undefined && { name })}
    >
      <Label>{label}</Label>
      {rows === undefined ? (
        <Input {...shared} {...(step !== undefined && { step })} {...(max !== undefined && { max })} />
      ) : (
        <TextArea rows={rows} className={code ? 'code' : ''} {...shared} />
      )}
      <Said hint={hint} wrong={wrong} part={props.wrongPart} />
    </TextField>
  );
}

interface SaidProps {
  readonly hint: string | undefined;
  readonly wrong: string | undefined;
  readonly part: string | undefined;
}

/** The error of a field, or otherwise its hint; for screen readers, too. */
function Said({ hint, wrong, part }: SaidProps): JSX.Element | null {
  if (wrong !== undefined)
    return (
      <FieldError className="field-error">
        {part !== undefined && (
          <>
            <bdi>{part}</bdi>
            {': '}
          </>
        )}
        <Sentence>{wrong}</Sentence>
      </FieldError>
    );
  if (hint === undefined) return null;
  return (
    <Description slot="description" className="hint">
      {hint}
    </Description>
  );
}

type Options<T extends string> = Readonly<Record<T, string>> | readonly (readonly [T, string])[];

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: Options<T>;
  readonly onChange: (value: T) => void;
  /** The request's field, by which the service's errors are shown here. */
  readonly name?: string;
  readonly isLabelHidden?: boolean;
}

/** A choice of one option, by the browser's own control. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  name,
  isLabelHidden,
}: ChoiceProps<T>): JSX.Element {
  const id = useId();
  useLabel(name, label);
  useValueLabels(name === undefined || isPairs(options) ? undefined : options);
  const pairs = pairsOf(options);
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'hidden-visually' : ''}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = pairs.find(([one]) => one === target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {pairs.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function pairsOf<T extends string>(options: Options<T>): readonly (readonly [T, string])[] {
  if (isPairs(options)) return options;
  const pairs: (readonly [T, string])[] = [];
  for (const one in options) pairs.push([one, options[one]]);
  return pairs;
}

function isPairs<T extends string>(options: Options<T>): options is readonly (readonly [T, string])[] {
  return Array.isArray(options);
}

interface CheckProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  /** The request's field, if it has one of its own and the content is its label. */
  readonly name?: string;
}

export function Check({ children, isSelected, onChange, name }: CheckProps): JSX.Element {
  useLabel(name, typeof children === 'string' ? children : undefined);
  return (
    <label className="check">
      <input type="checkbox" checked={isSelected} onChange={(event) => onChange(event.target.checked)} />
      {typeof children === 'string' ? <bdi>{children}</bdi> : children}
    </label>
  );
}
