import { type JSX, useState } from 'react';
import { texts } from '../../../texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Text } from '../../../ui/fields.tsx';
import { type TechnicalType, begun, fitsForm } from './shapes.ts';
import { ValueForm } from './value-form.tsx';
import '../../../styles/value-form.css';

interface Props {
  readonly type: TechnicalType;
  readonly text: string;
  /** The payload in the text; undefined if the text has to be JSON and is not. */
  readonly payload: { readonly value: unknown } | undefined;
  readonly onChange: (text: string) => void;
  readonly error: unknown;
}

/** An editor of the content: as text; lists and trees as a form, or as JSON. */
export function ContentField({ type, text, payload, onChange, error }: Props): JSX.Element {
  const [isJson, setJson] = useState(false);
  const words = texts.artifacts.form;
  const value = payload && begun(type, payload.value);
  const isForm = !isJson && payload !== undefined && fitsForm(value);
  const isStructured = type !== 'markdown' && type !== 'bpmn_xml';
  return (
    <div className="stack">
      {isStructured && (
        <div className="row" role="group" aria-label={words.label}>
          <Button
            size="small"
            aria-pressed={isForm}
            isDisabled={!fitsForm(value)}
            onPress={() => setJson(false)}
          >
            {words.asForm}
          </Button>
          <Button size="small" aria-pressed={!isForm} onPress={() => setJson(true)}>
            {words.asJson}
          </Button>
        </div>
      )}
      {isForm ? (
        <ValueForm
          name={words.rowOf(type)}
          value={value}
          onChange={(next) => onChange(JSON.stringify(next, null, 2))}
        />
      ) : (
        <Text
          label={texts.artifacts.content}
          name="payload"
          rows={20}
          code
          value={text}
          onChange={onChange}
          error={error}
          hint={payload === undefined ? texts.artifacts.notJson : undefined}
          isUnusable={payload === undefined}
        />
      )}
    </div>
  );
}
