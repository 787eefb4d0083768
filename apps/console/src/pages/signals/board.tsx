import { type JSX, useDeferredValue, useState } from 'react';
import { idOf, loadedOf, useEndless } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Empty } from '../../ui/states.tsx';
import { useCurrentSignal } from './current-signal.ts';
import { useKeys, useKeysAreOn } from './keys.ts';
import { type Signal, type Status, useReview } from './reviewing.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SignalCard } from './signal-card.tsx';
import type { Sentiment } from './filters.ts';

interface Props {
  readonly projectId: string;
  readonly status: Status;
  readonly sentiment: Sentiment;
  readonly search: string;
}

const NO_KEYS = {};

/** The signals of a status, to be changed one by one, several at once, or by keys only. Whoever sees a signal, an admin or its submitter, may change it. */
export function Board({ projectId, status, sentiment, search }: Props): JSX.Element {
  const text = useDeferredValue(search.trim());
  const review = useReview(projectId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const list = useEndless(['signals', projectId, 'list'], '/projects/{project_id}/signals/', {
    path: { project_id: projectId },
    query: { status, sentiment, limit: 50, ...(text !== '' && { search: text }) },
  });
  const signals = loadedOf(list, idOf);
  const chosen = signals.filter(({ id }) => selected.has(id));
  const change = (to: Status, some: readonly Signal[]): void => {
    if (some.length === 0 || to === status) return;
    review.mutate({ signals: some, status: to });
    setSelected((before) => before.difference(new Set(some.map(idOf))));
  };
  const select = (id: string): void => setSelected((before) => before.symmetricDifference(new Set([id])));
  const { signal: current, index: at, set: setCurrent, moveTo, ifSeen } = useCurrentSignal(signals);
  const changeSome = (to: Status): (() => void) =>
    chosen.length > 0 ? () => change(to, chosen) : ifSeen(() => change(to, current ? [current] : []));
  const [areKeysOn, turnKeys] = useKeysAreOn();
  const keys = {
    j: ifSeen(() => moveTo(at + 1)),
    k: ifSeen(() => moveTo(at - 1)),
    r: changeSome('reviewed'),
    d: changeSome('dismissed'),
    x: ifSeen(() => current && select(current.id)),
    o: ifSeen(() =>
      document.querySelector<HTMLElement>('.signal[data-current="true"] [data-suggestion]')?.click(),
    ),
  };
  useKeys(areKeysOn ? keys : NO_KEYS);
  return (
    <>
      {signals.length > 0 && (
        <SelectionBar
          signals={signals}
          chosen={chosen}
          onChoose={(ids) => setSelected(new Set(ids))}
          status={status}
          onChange={(to) => change(to, chosen)}
          areKeysOn={areKeysOn}
          onTurnKeys={turnKeys}
        />
      )}
      <EndlessList
        list={list}
        filter={[text, sentiment === 'all' ? '' : sentiment]}
        label={texts.signals.statuses[status]}
        keyOf={idOf}
        rowHeight={130}
        empty={
          <Empty>
            {text === '' && sentiment === 'all' ? texts.signals.noneOf[status] : texts.signals.noneFound}
          </Empty>
        }
        render={(signal, index) => (
          <article
            className="signal"
            data-current={index === at}
            aria-current={index === at}
            aria-label={signal.feedback}
            tabIndex={-1}
            onFocus={() => setCurrent(signal.id, index)}
          >
            <SignalCard projectId={projectId} signal={signal} onChange={(to) => change(to, [signal])}>
              <input
                type="checkbox"
                aria-label={texts.signals.select}
                checked={selected.has(signal.id)}
                onChange={() => select(signal.id)}
              />
            </SignalCard>
          </article>
        )}
      />
    </>
  );
}
