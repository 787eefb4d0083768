import { linesOf } from './lines.ts';
import { knownIn } from './reversed-names.ts';
import { spokenIn } from './spoken-line.ts';
import { UtteranceList } from './utterance-list.ts';

/** Reads text with lines `Name: text`; a line without a name continues the utterance before. */
export function readText(text: string, names: readonly string[]): UtteranceList {
  const known = knownIn(linesOf(text), names);
  const utterances = new UtteranceList('\n');
  for (const line of linesOf(text)) {
    if (line === '') continue;
    const spoken = spokenIn(line, known);
    if (spoken.speaker !== null) utterances.begin(spoken);
    else if (spoken.text !== '') utterances.continue(spoken.text);
  }
  return utterances;
}
