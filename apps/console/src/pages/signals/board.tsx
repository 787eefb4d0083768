import { type JSX, useDeferredValue, useState } from 'react';
import { idOf, loadedOf, useEndless } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Check } from '../../ui/fields.tsx';
import { Empty } from '../../ui/states.tsx';
import { useKeys, useKeysAreOn } from './keys.ts';
import { firstOnScreen, isOnScreen } from './on-screen.ts';
import { type Signal, type Status, useReview } from './reviewing.ts';
import { SignalCard } from './signal-card.tsx';
import type { Sentiment } from './filters.ts';

interface Props {
  readonly projectId: string;
  readonly status: Status;
  readonly sentiment: Sentiment;
  readonly search: string;
}

/** The signal on which keys act: the same one even if new signals move it, and its successor once it is closed. */
interface Current {
  readonly id: string;
  readonly index: number;
}

const NO_KEYS = {};

/** The signals of a status, to be changed one by one, several at once, or by keys only. Whoever sees a signal, an admin or its submitter, may change it. */
export function Board({ projectId, status, sentiment, search }: Props): JSX.Element {
  const text = useDeferredValue(search.trim());
  const review = useReview(projectId);
  const [current, setCurrent] = useState<Current>({ id: '', index: 0 });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const list = useEndless(['signals', projectId, 'list'], '/projects/{project_id}/signals/', {
    path: { project_id: projectId },
    query: { status, sentiment, limit: 50, ...(text !== '' && { search: text }) },
  });
  const signals = loadedOf(list, idOf);
  const chosen = signals.filter(({ id }) => selected.has(id));
  const areAllChosen = chosen.length === signals.length;
  const change = (to: Status, some: readonly Signal[]): void => {
    if (some.length === 0 || to === status) return;
    review.mutate({ signals: some, status: to });
    setSelected((before) => before.difference(new Set(some.map(idOf))));
  };
  const select = (id: string): void => setSelected((before) => before.symmetricDifference(new Set([id])));
  const found = signals.findIndex(({ id }) => id === current.id);
  const at = found === -1 ? Math.min(current.index, signals.length - 1) : found;
  const one = signals[at];
  if (one && (one.id !== current.id || at !== current.index)) setCurrent({ id: one.id, index: at });
  const move = (to: number): void => {
    const next = signals[to];
    if (!next) return;
    setCurrent({ id: next.id, index: to });
    const row = document.querySelector(`[data-index="${to}"]`);
    row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  // Keys never act on a signal that was scrolled out of sight: the first key moves to one on the screen.
  const seen = (act: () => void) => (): void => (isOnScreen(at) ? act() : move(firstOnScreen() ?? at));
  const changeSome = (to: Status): (() => void) =>
    chosen.length > 0 ? () => change(to, chosen) : seen(() => change(to, one ? [one] : []));
  const [areKeysOn, turnKeys] = useKeysAreOn();
  const keys = {
    j: seen(() => move(at + 1)),
    k: seen(() => move(at - 1)),
    r: changeSome('reviewed'),
    d: changeSome('dismissed'),
    x: seen(() => one && select(one.id)),
    o: seen(() =>
      document.querySelector<HTMLElement>('.signal[data-current="true"] [data-suggestion]')?.click(),
    ),
  };
  useKeys(areKeysOn ? keys : NO_KEYS);
  return (
    <>
      {signals.length > 0 && (
        <div className="row" role="group" aria-label={texts.signals.selected(chosen.length)}>
          <span className="soft small">{texts.signals.selected(chosen.length)}</span>
          <Button
            size="small"
            look="quiet"
            onPress={() => setSelected(new Set(areAllChosen ? [] : signals.map(idOf)))}
          >
            {areAllChosen ? texts.signals.selectNone : texts.signals.selectAll}
          </Button>
          {chosen.length > 0 &&
            (['reviewed', 'dismissed', 'to_review'] as const)
              .filter((to) => to !== status)
              .map((to) => (
                <Button key={to} size="small" onPress={() => change(to, chosen)}>
                  {texts.signals.actions[to]}
                </Button>
              ))}
          <div className="soft small row-end for-keys">
            <Check isSelected={areKeysOn} onChange={turnKeys}>
              {texts.signals.keys}
            </Check>
          </div>
        </div>
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
            onFocus={() => setCurrent({ id: signal.id, index })}
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
