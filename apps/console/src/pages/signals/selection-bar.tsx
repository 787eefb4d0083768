import type { JSX } from 'react';
import { idOf } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/fields.tsx';
import type { Signal, Status } from './reviewing.ts';

interface Props {
  readonly signals: readonly Signal[];
  readonly chosen: readonly Signal[];
  readonly onChoose: (ids: readonly string[]) => void;
  /** The status of all signals. */
  readonly status: Status;
  readonly onChange: (to: Status) => void;
  readonly areKeysOn: boolean;
  readonly onTurnKeys: (areOn: boolean) => void;
}

/** Selects all signals or none, and changes those that are selected. */
export function SelectionBar(props: Props): JSX.Element {
  const { signals, chosen, onChoose, status, onChange, areKeysOn, onTurnKeys } = props;
  const areAllChosen = chosen.length === signals.length;
  return (
    <div className="row" role="group" aria-label={texts.signals.selected(chosen.length)}>
      <span className="soft small">{texts.signals.selected(chosen.length)}</span>
      <Button size="small" look="quiet" onPress={() => onChoose(areAllChosen ? [] : signals.map(idOf))}>
        {areAllChosen ? texts.signals.selectNone : texts.signals.selectAll}
      </Button>
      {chosen.length > 0 &&
        (['reviewed', 'dismissed', 'to_review'] as const)
          .filter((to) => to !== status)
          .map((to) => (
            <Button key={to} size="small" onPress={() => onChange(to)}>
              {texts.signals.actions[to]}
            </Button>
          ))}
      <div className="soft small row-end for-keys">
        <Check isSelected={areKeysOn} onChange={onTurnKeys}>
          {texts.signals.keys}
        </Check>
      </div>
    </div>
  );
}
