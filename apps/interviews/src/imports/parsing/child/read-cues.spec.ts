import { describe, expect, it } from '@jest/globals';
import { readCues } from './read-cues.ts';

/** What is said in these cues, each utterance as "Speaker: text". */
function said(...cues: readonly string[]): readonly string[] {
  const text = cues.map((cue, at) => `00:0${at}.000 --> 00:0${at}.900\n${cue}`).join('\n\n');
  return readCues(`WEBVTT\n\n${text}`, [])
    .finished()
    .map((one) => `${one.speaker}: ${one.text}`);
}

describe('a line that is marked as that of another speaker', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['arrows', ['Ana: Why?', '>> So.', 'And so on.'], ['Ana: Why?', 'null: So. And so on.']],
    ['arrows within a cue', ['>> Ana: Why?\n&gt;&gt; So.'], ['Ana: Why?', 'null: So.']],
    ['arrows each time', ['>> Why?', '>> So.'], ['null: Why?', 'null: So.']],
    ['dashes within a cue', ['Ana: Hm.', '- Why?\n- So.'], ['Ana: Hm.', 'null: Why?', 'null: So.']],
    ['a dash beside a named one', ['- Ana: Why?\n– So.'], ['Ana: Why?', 'null: So.']],
  ])('is not said by the speaker before: %s', (_, cues, utterances) => {
    expect(said(...cues)).toEqual(utterances);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'a single dash',
      ['Ana: We have one aim\n— to win.', '– And soon.'],
      ['Ana: We have one aim to win. And soon.'],
    ],
    ['a list', ['Ana: We need\n- time\n- money'], ['Ana: We need time money']],
    ['the name before again', ['>> Ana: Why?', '>> Ana: When?'], ['Ana: Why? When?']],
    ['minus signs', ['Ana: It had\n-5 and\n-12 degrees'], ['Ana: It had -5 and -12 degrees']],
  ])('is not assumed for %s', (_, cues, utterances) => {
    expect(said(...cues)).toEqual(utterances);
  });
});
