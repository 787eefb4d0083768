import type { Utterance } from '../utterance.ts';
import { withoutEntities } from './entities.ts';

/** Splits the text of a cue by its voices (`<v Name>`), without tags. What only looks like a tag is text. */
export function* voicesIn(cue: string): Generator<Utterance> {
  let speaker: string | null = null;
  let text = '';
  let at = 0;
  while (at < cue.length) {
    const open = cue.indexOf('<', at);
    if (open < 0) break;
    text += cue.slice(at, open);
    at = open;
    const close = isTag(cue[open + 1]) ? cue.indexOf('>', open) : open;
    if (close < 0) break;
    if (close === open) text += '<';
    else {
      const voice = voiceIn(cue.slice(open + 1, close));
      if (voice !== undefined) {
        yield { speaker, text };
        speaker = voice;
        text = '';
      }
    }
    at = close + 1;
  }
  yield { speaker, text: text + cue.slice(at) };
}

/** Whether a tag begins with this character: of its name, the slash of an end tag, or the digit of a time. */
function isTag(character: string | undefined): boolean {
  return character !== undefined && /[a-z\d/]/i.test(character);
}

/** The name in `v Name` and `v.class Name`; null where a voice ends or has no name; undefined for another tag. */
function voiceIn(tag: string): string | null | undefined {
  if (tag === '/v') return null;
  if (!/^v(?:[.\s]|$)/.test(tag)) return undefined;
  const space = tag.search(/\s/);
  const name = space < 0 ? '' : withoutEntities(tag.slice(space)).trim();
  return name === '' ? null : name;
}
