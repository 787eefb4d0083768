import { type JSX, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { texts } from '../../../texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Check, Text } from '../../../ui/fields.tsx';
import { isObject } from '../../../ui/json-text.ts';
import { blankFor, moved, numberIn, removed, replaced, withField, withoutField } from './shapes.ts';
import { useTakingAway } from './taking-away.ts';

interface Props<T = unknown> {
  /** The name of the field that holds the value, or its place in a list. */
  readonly name: string;
  readonly value: T;
  readonly onChange: (value: unknown) => void;
}

/** A JSON value as a form: texts are fields; lists have rows to add, move and remove. */
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

/**
 * A field for a number. Text that is not a number changes nothing, and is replaced by the last number when the field loses
 * the focus.
 */
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

/** Roughly the number of lines that the text takes. */
function linesOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 70), 0);
  return Math.min(lines, 12);
}

function Rows({ name, value: rows, onChange }: Props<readonly unknown[]>): JSX.Element {
  const words = texts.artifacts.form;
  const list = useRef<HTMLOListElement>(null);
  // When rows are moved or removed, all get new keys: none keeps the state of another that was in its place.
  const [order, setOrder] = useState(0);
  const arrange = (next: readonly unknown[]): void => {
    setOrder(order + 1);
    onChange(next);
  };
  const takeAway = useTakingAway<readonly unknown[]>(rows, arrange);
  const move = (index: number, by: -1 | 1): void => {
    flushSync(() => arrange(moved(rows, index, by)));
    focusTool(list.current?.children[index + by], by);
  };
  return (
    <fieldset className="plain-fieldset rows-form">
      <legend className="label">{name}</legend>
      <ol ref={list}>
        {rows.map((row, index) => {
          const place = `${name} ${index + 1}`.trim();
          return (
            <li key={`${order}.${index}`}>
              <div className="grow">
                <ValueForm
                  name={place}
                  value={row}
                  onChange={(next) => onChange(replaced(rows, index, next))}
                />
              </div>
              <div className="row-tools">
                <Tool label={words.up(place)} isDisabled={index === 0} onPress={() => move(index, -1)}>
                  ↑
                </Tool>
                <Tool
                  label={words.down(place)}
                  isDisabled={index === rows.length - 1}
                  onPress={() => move(index, 1)}
                >
                  ↓
                </Tool>
                <Tool
                  label={words.remove(place)}
                  onPress={() =>
                    takeAway(place, row, removed(rows, index), (left) => left.toSpliced(index, 0, row))
                  }
                >
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

/** Focuses the button that moves the row further; at the end of the list, the one that moves it back. */
function focusTool(row: Element | undefined, by: -1 | 1): void {
  const [up, down] = row?.querySelectorAll<HTMLButtonElement>(':scope > .row-tools > button') ?? [];
  const [on, back] = by === -1 ? [up, down] : [down, up];
  (on?.disabled ? back : on)?.focus();
}

function Fields({ name, value: fields, onChange }: Props<Record<string, unknown>>): JSX.Element {
  const words = texts.artifacts.form;
  const takeAway = useTakingAway(fields, onChange);
  return (
    <fieldset className="plain-fieldset fields-form">
      {name !== '' && <legend className="label">{name}</legend>}
      {Object.entries(fields).map(([key, value], index) => {
        const place = name === '' ? key : `${key} (${name})`;
        return (
          <div key={key} className="field-form">
            <div className="grow">
              <ValueForm name={key} value={value} onChange={(next) => onChange({ ...fields, [key]: next })} />
            </div>
            <Tool
              label={words.remove(place)}
              onPress={() =>
                takeAway(place, value, withoutField(fields, key), (left) =>
                  withField(left, index, key, value),
                )
              }
            >
              ✕
            </Tool>
          </div>
        );
      })}
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
