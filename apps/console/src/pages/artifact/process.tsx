import { type JSX, useMemo } from 'react';
import { type Flow, type Lane, readProcess } from './bpmn.ts';
import { texts } from '../../texts.ts';

/** A process as its steps, each with what follows; with the XML below. */
export function Process({ xml }: { readonly xml: string }): JSX.Element {
  const lanes = useMemo(() => readProcess(xml), [xml]);
  return (
    <div className="stack">
      {lanes.map((lane) => (
        <LaneView key={lane.id} lane={lane} />
      ))}
      <details open={lanes.length === 0}>
        <summary>{texts.artifacts.asText}</summary>
        <pre className="page-text">{xml}</pre>
      </details>
    </div>
  );
}

function LaneView({ lane }: { readonly lane: Lane }): JSX.Element {
  return (
    <section className="stack">
      {lane.name !== '' && <h3>{lane.name}</h3>}
      <ol className="steps">
        {lane.steps.map(({ id, name, kind, next }) => (
          <li key={id} id={`step-${id}`} className="card" data-kind={kind}>
            <p className="soft small">{kind}</p>
            <p>
              <strong>{name}</strong>
            </p>
            {next.map((flow) => (
              <FlowView key={`${flow.to}-${flow.name}`} flow={flow} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function FlowView({ flow: { name, to, toName } }: { readonly flow: Flow }): JSX.Element {
  return (
    <p className="small">
      → {name !== '' && <em>{name}: </em>}
      <a href={`#step-${to}`}>{toName}</a>
    </p>
  );
}
