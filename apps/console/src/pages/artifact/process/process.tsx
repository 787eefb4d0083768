import { type JSX, useEffect, useMemo, useState } from 'react';
import { texts } from '../../../texts.ts';
import { DiagramView } from './diagram-view.tsx';
import type { Fault } from './elements.ts';
import { type Shown, shownProcess } from './processes.ts';
import { Steps } from './steps.tsx';
import '../../../styles/process.css';

/** The diagram of a process follows its text after a pause of this long in typing. Milliseconds. */
const PAUSE_MS = 250;

/** A process as a diagram, with its steps and its XML below. */
export function Process({ xml }: { readonly xml: string }): JSX.Element {
  const shown = useShown(xml);
  return (
    <div className="stack">
      {'fault' in shown ? (
        <p className="notice warn">{sentenceOf(shown.fault)}</p>
      ) : (
        <Readable shown={shown} />
      )}
      <details open={'fault' in shown && shown.fault.reason === 'too-long'}>
        <summary>{texts.processes.asText}</summary>
        <pre className="page-text">{xml}</pre>
      </details>
    </div>
  );
}

function Readable({ shown }: { readonly shown: Exclude<Shown, { fault: Fault }> }): JSX.Element {
  const { model, size, steps, diagram } = shown;
  if (size === 0) return <p className="soft">{texts.processes.nothing}</p>;
  const names = model.pools.map(({ item, scope }) => item?.name || (scope?.name ?? ''));
  return (
    <>
      {diagram === null ? (
        <p className="notice">{texts.processes.tooLarge(size)}</p>
      ) : (
        <DiagramView
          diagram={diagram}
          label={texts.processes.diagram(names.filter(Boolean).join(', '), steps)}
        />
      )}
      {steps > 0 && (
        <details open={diagram === null}>
          <summary>{texts.processes.steps(steps)}</summary>
          <Steps model={model} />
        </details>
      )}
    </>
  );
}

/** The process in a text; during typing, the one at the last pause. */
function useShown(xml: string): Shown {
  const [settled, setSettled] = useState(xml);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(xml), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [xml]);
  return useMemo(() => shownProcess(settled), [settled]);
}

function sentenceOf(fault: Fault): string {
  switch (fault.reason) {
    case 'malformed':
      return texts.processes.malformed(fault.line);
    case 'no-bpmn':
      return texts.processes.noBpmn;
    case 'too-deep':
      return texts.processes.tooDeep;
    case 'too-long':
      return texts.processes.tooLong;
  }
}
