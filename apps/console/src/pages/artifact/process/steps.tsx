import { type JSX, useMemo } from 'react';
import { texts } from '../../../texts.ts';
import { type Flow, type Item, type Model, type Scope, scopesOf } from './model.ts';
import { stepsInOrder } from './order.ts';

/** The most steps that are listed; the XML has the rest. */
const MAX_LISTED = 2_000;

/** The steps of all processes, each with its successors: the diagram in words. */
export function Steps({ model }: { readonly model: Model }): JSX.Element {
  const scopes = useMemo(() => listedScopes(model), [model]);
  const numbers = new Map(scopes.flatMap(({ steps }) => steps).map((step, index) => [step, index + 1]));
  return (
    <div className="stack process-steps">
      {scopes.map(({ scope, title, steps }, index) => (
        <section key={index} className="stack">
          {title !== '' && <h3>{title}</h3>}
          <ol className="steps">
            {steps.map((step) => (
              <StepView key={numbers.get(step)} step={step} scope={scope} numbers={numbers} />
            ))}
          </ol>
        </section>
      ))}
      {numbers.size === MAX_LISTED && <p className="soft">{texts.processes.moreSteps}</p>}
    </div>
  );
}

interface Listed {
  readonly scope: Scope;
  readonly title: string;
  readonly steps: readonly Item[];
}

function listedScopes(model: Model): Listed[] {
  const titles = new Map(model.pools.map(({ item, scope }) => [scope, item?.name ?? '']));
  let left = MAX_LISTED;
  return scopesOf(model)
    .map((scope) => {
      const steps = stepsInOrder(scope).slice(0, left);
      left -= steps.length;
      return { scope, title: titles.get(scope) || scope.name, steps };
    })
    .filter(({ steps }) => steps.length > 0);
}

interface StepProps {
  readonly step: Item;
  readonly scope: Scope;
  readonly numbers: ReadonlyMap<Item, number>;
}

function StepView({ step, scope, numbers }: StepProps): JSX.Element {
  const lane = scope.lanes.find(({ members }) => members.has(step))?.item.name;
  const next = scope.flows.filter(({ kind, from }) => kind === 'sequence' && from === step);
  return (
    <li id={`step-${numbers.get(step) ?? 0}`} className="card">
      <p className="soft small">{[step.kind, lane, step.host?.name].filter(Boolean).join(' · ')}</p>
      <p>
        <strong>{step.name || step.kind}</strong>
      </p>
      {next.map((flow, index) => (
        <FlowView key={index} flow={flow} number={numbers.get(flow.to)} />
      ))}
    </li>
  );
}

function FlowView({
  flow,
  number,
}: {
  readonly flow: Flow;
  readonly number: number | undefined;
}): JSX.Element {
  const name = flow.to.name || flow.to.kind;
  const condition = flow.name || (flow.isDefault ? texts.processes.otherwise : '');
  return (
    <p className="small">
      → {condition !== '' && <em>{condition}: </em>}
      {number === undefined ? name : <a href={`#step-${number}`}>{name}</a>}
    </p>
  );
}
