import { type JSX, useState } from 'react';
import { texts } from '../../../texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Check, Text } from '../../../ui/fields.tsx';
import { isObject } from '../../../ui/json-text.ts';
import { blankFor, moved, numberIn, removed, replaced } from './shapes.ts';

interface Props<T = unknown> {
  /** The field that holds it, or its place in a list. */
  readonly name: string;
  readonly value: T;
  readonly onChange: (value: unknown) => void;
}

/** A value of JSON as a form: texts as fields; lists with rows that are added, moved and removed. */
export function ValueForm({ name, value, onChange }: Props): JSX.Element {
  if (Array.isArray(value)) return <Rows name={name} value={value} onChange={onChange} />;
  if (isObject(value)) return <Fields name={name} value={value} onChange={onChange} />;
  if (typeof value === 'boolean')
    return (
      <Check isSelected={value} onChange={onChange}>
        {name}
      </Check>
    );
  if (typeof value === 'number') return <NumberField name={name} value={value} onChange={onChange} />;
  const text = typeof value === 'string' ? value : '';
  return <Text label={name} rows={linesOf(text)} value={text} onChange={onChange} />;
}

/** A number as it is typed. What is no number yet changes nothing, and gives way to the last one when the field is left. */
function NumberField({ name, value, onChange }: Props<number>): JSX.Element {
  const [typed, setTyped] = useState({ text: String(value), value });
  const type = (text: string): void => {
    const next = numberIn(text);
    setTyped({ text, value: next ?? value });
    if (next !== undefined) onChange(next);
  };
  return (
    <div onBlur={() => setTyped({ text: String(value), value })}>
      <Text
        label={name}
        type="number"
        step="any"
        value={typed.value === value ? typed.text : String(value)}
        onChange={type}
      />
    </div>
  );
}

/** About as many lines as the text takes. */
function linesOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 70), 0);
  return Math.min(lines, 12);
}

function Rows({ name, value: rows, onChange }: Props<readonly unknown[]>): JSX.Element {
  const words = texts.artifacts.form;
  return (
    <fieldset className="plain-fieldset rows-form">
      <legend className="label">{name}</legend>
      <ol>
        {rows.map((row, index) => {
          const place = `${name} ${index + 1}`.trim();
          return (
            <li key={index}>
              <div className="grow">
                <ValueForm
                  name={place}
                  value={row}
                  onChange={(next) => onChange(replaced(rows, index, next))}
                />
              </div>
              <div className="row-tools">
                <Tool
                  label={words.up(place)}
                  isDisabled={index === 0}
                  onPress={() => onChange(moved(rows, index, -1))}
                >
                  ↑
                </Tool>
                <Tool
                  label={words.down(place)}
                  isDisabled={index === rows.length - 1}
                  onPress={() => onChange(moved(rows, index, 1))}
                >
                  ↓
                </Tool>
                <Tool label={words.remove(place)} onPress={() => onChange(removed(rows, index))}>
                  ✕
                </Tool>
              </div>
            </li>
          );
        })}
      </ol>
      <Button size="small" onPress={() => onChange([...rows, blankFor(name, rows.at(-1))])}>
        {words.add(name)}
      </Button>
    </fieldset>
  );
}

function Fields({ name, value: fields, onChange }: Props<Record<string, unknown>>): JSX.Element {
  const words = texts.artifacts.form;
  return (
    <fieldset className="plain-fieldset fields-form">
      {name !== '' && <legend className="label">{name}</legend>}
      {Object.entries(fields).map(([key, value]) => (
        <div key={key} className="field-form">
          <div className="grow">
            <ValueForm name={key} value={value} onChange={(next) => onChange({ ...fields, [key]: next })} />
          </div>
          <Tool
            label={words.remove(name === '' ? key : `${key} (${name})`)}
            onPress={() =>
              onChange(Object.fromEntries(Object.entries(fields).filter(([one]) => one !== key)))
            }
          >
            ✕
          </Tool>
        </div>
      ))}
      <NewField
        isTaken={(key) => Object.hasOwn(fields, key)}
        onAdd={(key) => onChange({ ...fields, [key]: '' })}
      />
    </fieldset>
  );
}

interface NewFieldProps {
  readonly isTaken: (key: string) => boolean;
  readonly onAdd: (key: string) => void;
}

function NewField({ isTaken, onAdd }: NewFieldProps): JSX.Element {
  const words = texts.artifacts.form;
  const [key, setKey] = useState('');
  const isUsable = key.trim() !== '' && key !== '__proto__' && !isTaken(key.trim());
  return (
    <details>
      <summary className="small">{words.newField}</summary>
      <div className="toolbar">
        <Text label={words.fieldName} value={key} onChange={setKey} />
        <Button
          size="small"
          isDisabled={!isUsable}
          onPress={() => {
            onAdd(key.trim());
            setKey('');
          }}
        >
          {words.addField}
        </Button>
      </div>
    </details>
  );
}

interface ToolProps {
  readonly label: string;
  readonly children: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
}

function Tool({ label, children, onPress, isDisabled = false }: ToolProps): JSX.Element {
  return (
    <Button size="small" look="quiet" aria-label={label} isDisabled={isDisabled} onPress={onPress}>
      {children}
    </Button>
  );
}
