import { linesOf } from './lines.ts';
import { spokenIn } from './spoken-line.ts';
import { UtteranceList } from './utterance-list.ts';

/** Text with lines `Name: text`; a line without a name continues the one before. */
export function readText(text: string): UtteranceList {
  const utterances = new UtteranceList('\n');
  for (const line of linesOf(text)) {
    const spoken = spokenIn(line);
    if (spoken.speaker !== null) utterances.begin(spoken);
    else if (spoken.text !== '') utterances.continue(spoken.text);
  }
  return utterances;
}
