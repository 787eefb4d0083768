import { describe, expect, it } from '@jest/globals';
import type { Utterance } from '../utterance.ts';
import { parseTranscript } from './parse-transcript.ts';

/** The length of the longest transcript, 4 MB: a reader whose time is not proportional to it would need hours. */
const LONG = 4_000_000;

/** Each utterance as "Speaker: text", marked if the speaker asks by their role; or the error message. */
function parsed(content: string, format?: string, names: readonly string[] = []): readonly string[] | string {
  try {
    return parseTranscript(content, format, names).map(shown);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function shown({ speaker, text, isAsking = false }: Utterance): string {
  return `${speaker}: ${text}${isAsking ? ' (asking)' : ''}`;
}

/** `count` different lines, each twice. */
const twice = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_one, n) => `${line(n)}\n${line(n)}`).join('\n');

const inLetters = (n: number): string => `${n}`.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

const vtt = (...lines: readonly string[]): string => `WEBVTT\n\n00:00.000 --> 00:01.000\n${lines.join('\n')}`;

describe('text', () => {
  it.each<[string, string, readonly string[]]>([
    ['lines with names', 'Ana Smith: Hi.\nBen: Yes:\nno', ['Ana Smith: Hi.', 'Ben: Yes:\nno']],
    ['a name on a line of its own', 'Ana:\r\nHi.\r\n\r\nGo on.', ['Ana: Hi.\nGo on.']],
    ['times before', '[00:01:02] Ana: Hi\n00:01:02 Ben: So\n(1:02) and', ['Ana: Hi', 'Ben: So\nand']],
    ['times behind the name', 'Speaker 1 (00:12): Hi\nAna [0:00:12]: So', ['Speaker 1: Hi', 'Ana: So']],
    ['ranges of times', '[00:00.000 --> 00:05.000]  Hi', ['null: Hi']],
    ['a time in a sentence', '10:30 is late\nAna: at 10:30', ['null: 10:30 is late', 'Ana: at 10:30']],
    ['small words in a name', 'Ana de la Cruz: Hi', ['Ana de la Cruz: Hi']],
    ['sentences with a colon', 'Ana: Hi\nThe result was this: no', ['Ana: Hi\nThe result was this: no']],
    ['addresses', 'Ana: see\nhttps://x.test/a: b', ['Ana: see\nhttps://x.test/a: b']],
    ['a label that is too long', `${'Ana'.repeat(21)}: Hi`, [`null: ${'Ana'.repeat(21)}: Hi`]],
    ['nobody', 'Just\ntext', ['null: Just\ntext']],
    ['ends of lines of any kind', 'Ana: Hi\rand\r\nso\nBen: No', ['Ana: Hi\nand\nso', 'Ben: No']],
    ['a mark at its end', 'Ana: Hi\uFEFF', ['Ana: Hi']],
    ['a mark, NUL and half a character', '\uFEFFAna: a\0b\uD800c', ['Ana: abc']],
  ])('has %s', (_, content, utterances) => {
    expect(parsed(content)).toEqual(utterances);
  });
});

describe('a full-width colon', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'Japanese',
      '田中：誰が承認しますか。\n佐藤：部長です。\n10：30に会う',
      ['田中: 誰が承認しますか。', '佐藤: 部長です。\n10：30に会う'],
    ],
    ['Chinese', '王伟：谁批准？\n问：有期限吗？', ['王伟: 谁批准？', '问: 有期限吗？']],
    ['white space', '田中： はい。\n佐藤 ：いいえ。', ['田中: はい。', '佐藤: いいえ。']],
    ['a line of its own', '田中：\nはい。', ['田中: はい。']],
    ['times before', '［00：01：02］田中：はい。\n00：01：03 佐藤：はい。', ['田中: はい。', '佐藤: はい。']],
    [
      'times behind the name',
      '田中（１０：３０）：はい。\n佐藤 10：31：はい。',
      ['田中: はい。', '佐藤: はい。'],
    ],
    ['a digit at the end of a name', '話者1：2人。\n話者2：2024年。', ['話者1: 2人。', '話者2: 2024年。']],
    ['a long foreign title', 'プロジェクトマネージャー：はい。', ['プロジェクトマネージャー: はい。']],
    ['brackets', '田中（営業）：はい。', ['田中（営業）: はい。']],
  ])('ends a name in a transcript with %s', (_, content, utterances) => {
    expect(parsed(content)).toEqual(utterances);
    expect(parsed(vtt(...content.split('\n')))).toEqual(utterances.map((one) => one.replace('\n', ' ')));
  });

  it.each([
    '会議は10：30からです。',
    '我认为最重要的是：预算。',
    '他说：没有。',
    '会议的主要内容包括：预算。',
    '今日の議題は：予算です。',
    '目的は次のとおり：予算。',
    '部長が月末までに承認を出す場合：なし。',
    '理由、時間：なし。',
    'the result was this：no',
  ])('does not make a speaker of a sentence, nor does another one: %s', (line) => {
    const ascii = line.replace(/：(?!\d)/, ': ');
    expect(parsed(`田中：はい。\n${line}`)).toEqual([`田中: はい。\n${line}`]);
    expect(parsed(`田中: はい。\n${ascii}`)).toEqual([`田中: はい。\n${ascii}`]);
  });
});

describe('a name', () => {
  it.each([
    ['a middle dot', 'ジョン・スミス'],
    ['a Latin middle dot', 'Gal·la'],
    ['a joiner', 'क्‍ष देवी'],
    ['a non-joiner', 'علی‌رضا احمدی'],
    ['a hyphen of its own', 'Jean‐Luc'],
    ['a hyphen that keeps its line', 'Jean‑Luc'],
  ])('may have %s', (_, name) => {
    expect(parsed(`Ana: Hi\n${name}: So.`)).toEqual(['Ana: Hi', `${name}: So.`]);
  });

  it('may have an ideographic space, which is stored as a space', () => {
    expect(parsed('佐藤　花子: はい。')).toEqual(['佐藤 花子: はい。']);
  });

  it.each([...'\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'])(
    'loses marks of direction around it: %j',
    (mark) => {
      const said = ['דוד: מי?', 'רות: המנהל.'];
      const lines = [`${mark}דוד: מי?`, `${mark}[0:01] רות${mark}:${mark} המנהל.`];
      expect(parsed(lines.join('\n'))).toEqual(said);
      expect(parsed(lines.join('\n'), 'text', ['דוד', 'רות'])).toEqual(said);
      expect(parsed(vtt(...lines, `${mark}- דוד: לא.`))).toEqual([...said, 'דוד: לא.']);
    },
  );

  it('that is missing leaves a line its marks of direction', () => {
    expect(parsed('\u2067שלום\u2069 (Ana)')).toEqual(['null: \u2067שלום\u2069 (Ana)']);
  });
});

describe('a name that is given', () => {
  it.each([
    ['Zoë García', 'NFC', 'NFD'],
    ['Zoë García', 'NFD', 'NFC'],
    ['ガイド', 'NFD', 'NFC'],
  ])('is one in either encoding: %s', (text, given, written) => {
    const [name, label] = [text.normalize(given), text.normalize(written)];
    for (const line of [`${label}: the so: So.`, `${label.toUpperCase()}：the so: So.`]) {
      expect(parsed(line, 'text', [name])).toEqual([`${name}: the so: So.`]);
    }
    expect(parsed(vtt(`<v ${label}>So.`), 'vtt', [name])).toEqual([`${name}: So.`]);
    expect(parsed(JSON.stringify([{ speaker: label, text: 'So.' }]), 'json', [name])).toEqual([
      `${name}: So.`,
    ]);
  });

  it('is one where only some of its accents are characters of their own', () => {
    expect(parsed('Nguyê\u0303n: the so: So.', 'text', ['Nguyễn'])).toEqual(['Nguyễn: the so: So.']);
  });

  it.each(['10：30', '話者1', '我认为最重要的是'])('is one before a full-width colon: %s', (name) => {
    expect(parsed(`田中：はい。\n${name}：10です。`, 'text', [name])).toEqual([
      '田中: はい。',
      `${name}: 10です。`,
    ]);
  });

  it.each<[string, string]>([
    ['a comma', 'Smith, John'],
    ['small words', 'the person who calls us'],
    ['more than five words', 'Ana Maria de la Cruz y Santos Ruiz'],
    ['quotes and brackets', '"Ben" [Sales]'],
    ['a colon', 'Team A: Sales'],
    ['more than sixty characters', 'Ana '.repeat(40).trim()],
    ['a time', 'Room 10:30'],
    ['a letter that is longer in small', 'İpek'],
  ])('is one with %s, in any case', (_, name) => {
    const [said, also, too] = [`${name}: So.`, `${name}: Yes.`, `${name}: No.`];
    const lines = [`[0:01] ${name}: So.`, `${name.toUpperCase()} : Yes.`, `${name.toLowerCase()}: No.`];
    expect(parsed(`Ana: Why?\n${lines.join('\n\n')}`, 'text', [` ${name} `])).toEqual([
      'Ana: Why?',
      said,
      also,
      too,
    ]);
    expect(parsed(vtt('Ana: Why?', `- ${name}: So.`), 'vtt', [name])).toEqual(['Ana: Why?', said]);
  });

  it('is spelled as it is first given, in each format', () => {
    const names = ['Ana de la Cruz', 'ANA DE LA CRUZ'];
    const said = ['Ana de la Cruz: Hi', 'Ben: So'];
    expect(parsed('ana de la cruz: Hi\nBen: So', 'text', names)).toEqual(said);
    expect(parsed(vtt('<v ANA DE LA CRUZ>Hi', '<v Ben>So'), 'vtt', names)).toEqual(said);
    const entries = [
      { speaker: 'ana de la cruz', text: 'Hi' },
      { speaker: 'Ben', text: 'So' },
    ];
    expect(parsed(JSON.stringify(entries), 'json', names)).toEqual(said);
  });

  it('may have a time behind it, and is not found within a sentence', () => {
    expect(parsed('Smith, John (0:12): So.\nWhen Smith, John: no', 'text', ['Smith, John'])).toEqual([
      'Smith, John: So.\nWhen Smith, John: no',
    ]);
  });
});

describe('a name with its last part first', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'twice',
      'De Vries, Ana: Hi\nSmith, John: So\nDe Vries, Ana: Oh\nSmith, John: no',
      ['De Vries, Ana: Hi', 'Smith, John: So', 'De Vries, Ana: Oh', 'Smith, John: no'],
    ],
    [
      'twice with times',
      '[0:01] Smith, John: Hi\n[0:02] Smith, John: So',
      ['Smith, John: Hi', 'Smith, John: So'],
    ],
    ['once', 'Ana: Hi\nWell, Ben: no', ['Ana: Hi\nWell, Ben: no']],
    ['as a sentence', 'Ana: Hi\nYes, so: no\nYes, so: no', ['Ana: Hi\nYes, so: no\nYes, so: no']],
    [
      'whose part speaks, too',
      'Ana: Hi\nHowever, Ben: no\nBEN: So\nHowever, Ben: yes',
      ['Ana: Hi\nHowever, Ben: no', 'BEN: So\nHowever, Ben: yes'],
    ],
    [
      'with digits',
      'Ana: Hi\nOn Monday, May 3: a\nOn Monday, May 3: b',
      ['Ana: Hi\nOn Monday, May 3: a\nOn Monday, May 3: b'],
    ],
    ['of many words', 'Ana: Hi\nA B C D, E: a\nA B C D, E: b', ['Ana: Hi\nA B C D, E: a\nA B C D, E: b']],
    ['of three parts', 'Ana: Hi\nA, B, C: a\nA, B, C: b', ['Ana: Hi\nA, B, C: a\nA, B, C: b']],
  ])('is one where lines begin with it %s, and no sentence is', (_, content, utterances) => {
    expect(parsed(content)).toEqual(utterances);
  });

  it.each<[string, readonly string[], string]>([
    ['alone', ['Smith, John: Why?', 'Doe, Jane: So.'], 'Smith, John'],
    ['behind the mark of a turn', ['- Smith, John: Why?', '- Doe, Jane: So.'], 'Smith, John'],
    ['in a tag', ['<i>Smith, John: Why?</i>', '<b>Doe, Jane</b>: So.'], 'Smith, John'],
    ['with an entity', ['O&#39;Brien, Ann: Why?', 'Doe,&nbsp;Jane: So.'], "O'Brien, Ann"],
  ])('is one in cues, too: %s', (_, lines, who) => {
    const said = [`${who}: Why?`, 'Doe, Jane: So.'];
    expect(parsed(vtt(...lines, ...lines))).toEqual([...said, ...said]);
    const numbered = lines.map((line, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${line}`);
    expect(parsed([...numbered, ...numbered].join('\n\n'), 'srt')).toEqual([...said, ...said]);
  });

  it('is none in cues whose lines name a part of it', () => {
    const lines = ['- Ben: Hi', '- However, Ben: no', '- However, Ben: yes'];
    expect(parsed(vtt(...lines))).toEqual(['Ben: Hi', 'null: However, Ben: no', 'null: However, Ben: yes']);
  });

  it('is one where it is given, whoever speaks', () => {
    const names = ['Smith, John', 'Agent 7, B'];
    const said = ['John: Hi', 'Smith, John: So', 'Agent 7, B: no'];
    expect(parsed(said.join('\n'), 'text', names)).toEqual(said);
  });

  it('is none where voices say it, or outside of cues', () => {
    const header = 'WEBVTT\nSmith, John: a title\nSmith, John: a title';
    const cue = '00:00.000 --> 00:01.000\n<v Ana>Well, Ben: no\n<v Ana>Well, Ben: no</v>\nWell, Ben: no';
    expect(parsed(`${header}\n\n${cue}\nSmith, John: no`)).toEqual([
      'Ana: Well, Ben: no Well, Ben: no Well, Ben: no Smith, John: no',
    ]);
  });
});

describe('WebVTT', () => {
  it('has cues; its header, notes, styles and numbers are no text', () => {
    const content = [
      'WEBVTT - A title\nKind: captions',
      'NOTE\nA note',
      'STYLE\n::cue { color: red }',
      '1\n00:00.000 --> 00:01.000 align:start\n<v.loud Ana Smith>Hello &amp; <i>bye</i> &#233;&unknown;</v>',
      'two\n01:00:01.000 --> 01:00:02.000\n<v Ana Smith>again</v><v Ben>No',
      '00:02.000 --> 00:03.000\nBen: a < b <c.x>c</c> <00:02.500>d',
      '00:03.000 --> 00:04.000\nend',
    ].join('\r\n\r\n');
    expect(parsed(`\uFEFF${content}`)).toEqual([
      'Ana Smith: Hello & bye é&unknown; again',
      'Ben: No a < b c d end',
    ]);
  });

  it.each([
    ['a tag that never ends', vtt('Ana: a <v b'), ['Ana: a <v b']],
    ['a voice without a name', vtt('<v>a', '<v >b'), ['null: a b']],
    ['a character that does not exist', vtt('&#1114112;&#xD800;a'), ['null: &#1114112;a']],
    ['no cues', 'WEBVTT\n\nAna: a', 'The transcript has no cues with their times.'],
    ['no text', vtt('<v Ana></v>'), 'The transcript has no text.'],
  ])('with %s', (_, content, result) => {
    expect(parsed(content)).toEqual(result);
  });
});

describe('SRT', () => {
  it('has cues; what a speaker says in several is one utterance', () => {
    const content = [
      '1\n00:00:01,000 --> 00:00:02,000\nAna: One,\ntwo',
      '2\n00:00:02,000 --> 00:00:03,000\nthree.',
      '3\n00:00:03,000 --> 00:00:04,000\n- Ben: No.\n- Ana: Yes.',
    ].join('\n\n');
    expect(parsed(content)).toEqual(['Ana: One, two three.', 'Ben: No.', 'Ana: Yes.']);
  });

  it('may have no empty lines between its cues, whose numbers are no text', () => {
    const cues = [' Ana: We are', '', '5', ' Ben: No.\n7'];
    const numbered = cues.map((line, at) => `${at + 1}\n0:00:0${at},000 --> 0:00:0${at},900\n${line}`);
    expect(parsed(numbered.join('\n'))).toEqual(['Ana: We are 5', 'Ben: No. 7']);
    const unnumbered = numbered.map((cue) => cue.slice(2));
    expect(parsed(unnumbered.join('\n'), 'srt')).toEqual(['Ana: We are 5', 'Ben: No. 7']);
  });

  it.each([
    ['- Ben: No.', 'Ben: No.'],
    ['-Ben: No.', 'Ben: No.'],
    ['>> Ben: No.', 'Ben: No.'],
    ['– No.', 'null: No.'],
    ['-¿No?', 'null: ¿No?'],
    ['- 5 of us.', 'null: 5 of us.'],
    ['-5 degrees', 'null: -5 degrees'],
    ['-12% growth', 'null: -12% growth'],
    ['-.5, or –€3', 'null: -.5, or –€3'],
    ['–€3', 'null: –€3'],
  ])('loses what marks another speaker, and no minus: %s', (line, said) => {
    expect(parsed(`1\n00:00:01,000 --> 00:00:02,000\n${line}`)).toEqual([said]);
  });
});

describe('JSON', () => {
  it.each<[string, unknown]>([
    ['a list', [{ speaker: 'Ana', text: 'Hi' }]],
    ['segments', { duration: 1, segments: [{ name: ' Ana ', content: 'Hi\0' }] }],
    ['messages', { messages: [{ role: 'Ana', content: [{ type: 'text', text: 'Hi' }] }] }],
    ['entries', { entries: [{ text: ' ' }, { author: { name: 'Ana' }, text: 'Hi\uD800' }] }],
    ['utterances', { utterances: [{ speaker: 'Ana', words: [{ word: 'Hi' }, { end: 1 }] }] }],
    ['a transcript', { transcript: [{ speaker: 'Ana', words: ['Hi'] }] }],
  ])('has %s', (_, value) => {
    expect(parsed(JSON.stringify(value))).toEqual(['Ana: Hi']);
  });

  it.each(['assistant', 'Interviewer', ' AI '])('has names that do not hide the role %s', (role) => {
    const entries = [
      { role, name: 'Eva', content: 'Why?' },
      { role, speaker: 'Eva', content: 'When?' },
      { role: 'user', name: 'Ana', content: 'So.' },
      { role: 'Host of the day', content: 'Hm.' },
    ];
    expect(parsed(JSON.stringify(entries))).toEqual([
      'Eva: Why? (asking)',
      'Eva: When? (asking)',
      'Ana: So.',
      'Host of the day: Hm.',
    ]);
  });

  it('may number its speakers', () => {
    expect(parsed('[{"speaker":0,"text":"Hi"},{"text":"So"}]')).toEqual(['Speaker 0: Hi', 'null: So']);
  });

  it.each([
    ['{"a": 1', 'The JSON is broken.'],
    ['{"transcript": "Ana: Hi"}', 'The JSON has no list of entries: give a list of objects, or an object'],
    ['[{"speaker": "Ana"}]', 'Entry 1 of the JSON has no text'],
    ['[{"text": "Hi"}, "Hi"]', 'Entry 2 of the JSON has no text'],
    ['[]', 'The transcript has no text.'],
  ])('is refused: %s', (content, sentence) => {
    expect(parsed(content)).toContain(sentence);
  });
});

describe('a transcript', () => {
  it('has the same cues whatever ends its lines', () => {
    const content = vtt('<v Ana>Hi', 'and so');
    for (const end of ['\r\n', '\r'])
      expect(parsed(content.replaceAll('\n', end))).toEqual(['Ana: Hi and so']);
  });

  it('is read in the given format, whatever it looks like', () => {
    expect(parsed('Ana: Hi', 'json')).toBe('The JSON is broken.');
    expect(parsed('Ana: Hi', 'srt')).toBe('The transcript has no cues with their times.');
    expect(parsed('[]', 'text')).toEqual(['null: []']);
  });

  it('has 10,000 entries at most', () => {
    expect(parsed('Ana: Hi\n'.repeat(10_000))).toHaveLength(10_000);
    expect(parsed('Ana: Hi\n'.repeat(10_001))).toBe('The transcript has more than 10,000 entries.');
  });

  it.each<[string, string, string, ...string[]]>([
    ['one line', 'a'.repeat(LONG), 'text'],
    ['empty lines', '\n'.repeat(LONG), 'text'],
    ['colons', ': '.repeat(LONG / 2), 'text'],
    ['names', 'a:\n'.repeat(LONG / 3), 'text'],
    ['names with a comma', twice(LONG / 20, (n) => `A${inLetters(n)}, B:`), 'text'],
    ['colons before the end of a name', ': '.repeat(LONG / 2), 'text', 'a'.repeat(LONG)],
    ['full-width colons before the end of a name', '：'.repeat(LONG / 3), 'text', 'a'.repeat(LONG)],
    [
      'marks of direction',
      `${'\u200F'.repeat(LONG / 6)}a: ${'\u200F'.repeat(LONG / 6)}`,
      'text',
      'a'.repeat(LONG),
    ],
    ['white space', `[1:00${' '.repeat(LONG)}`, 'text'],
    ['tags that never end', vtt('<a'.repeat(LONG / 2)), 'vtt'],
    ['what is no tag', vtt(`${'< '.repeat(LONG / 2)}>`), 'vtt'],
    ['voices', vtt('<v a>b<v c>'.repeat(LONG / 10)), 'vtt'],
    ['half entities', vtt('&#1'.repeat(LONG / 3)), 'vtt'],
    ['times', '00:00 --> 00:01\n'.repeat(LONG / 16), 'srt'],
    ['open brackets', '['.repeat(LONG), 'json'],
    ['deep lists', `${'['.repeat(LONG / 2)}${']'.repeat(LONG / 2)}`, 'json'],
    ['deep objects', '{"segments":'.repeat(LONG / 12), 'json'],
  ])('of 4 MB of %s is read to its end', (_, content, format, ...names) => {
    expect(parsed(content, format, names).length).toBeGreaterThan(0);
  });
});
