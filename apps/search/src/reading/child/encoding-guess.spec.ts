import { describe, expect, it } from '@jest/globals';
import { guessEncoding } from './encoding-guess.ts';

const read = (bytes: Buffer): string => new TextDecoder(guessEncoding(bytes)).decode(bytes);

/** The bytes of a text with characters of Latin-1, and three that windows-1252 has in addition. */
function western(text: string): Buffer {
  const codes: ReadonlyMap<string, number> = new Map([
    ['€', 0x80],
    ['–', 0x96],
    ['’', 0x92],
  ]);
  return Buffer.from(Array.from(text, (letter) => codes.get(letter) ?? letter.charCodeAt(0)));
}

const GERMAN =
  'Die Mitarbeiter haben Anspruch auf bezahlten Jahresurlaub. Größere Änderungen kosten 12 € Gebühr für Müller & Söhne – jährlich, außer in Österreich.';
const FRENCH =
  'Les employés ont droit à un congé annuel payé. La demande doit être présentée au supérieur à l’avance. L’été dernier, ça a coûté 12 €.';
const SPANISH =
  'La solicitud debe presentarse con antelación. ¿Cuántos días? Mañana será otro año, según el señor Núñez y su compañía de jubilación.';

describe('the guess of an encoding', () => {
  it.each([
    [
      'Shift_JIS',
      '8ed088f582cd944e8e9f974c8b8b8b7889c982f08ee693be82c582ab82dc82b78142',
      '社員は年次有給休暇を取得できます。',
    ],
    [
      'EUC-JP',
      'bcd2b0f7a4cfc7afbca1cdadb5ebb5d9b2cba4f2bce8c6c0a4c7a4ada4dea4b9a1a3',
      '社員は年次有給休暇を取得できます。',
    ],
    ['GB18030', 'd4b1b9a4c3bfc4ead3d0caaecee5ccecb4f8d0bdc4eabcd9a1a3', '员工每年有十五天带薪年假。'],
    ['Big5', 'adfba475a843a67ea6b3a451a4ada4d1b161c17ea67eb0b2a143', '員工每年有十五天帶薪年假。'],
    [
      'EUC-KR',
      'c1f7bff8c0ba20bfacc2f720c8deb0a1b8a620bbe7bfebc7d220bcf620c0d6bdc0b4cfb4d92e',
      '직원은 연차 휴가를 사용할 수 있습니다.',
    ],
    [
      'windows-1251',
      'd1eef2f0f3e4ede8eae820e8ece5fef220eff0e0e2ee20ede020e5e6e5e3eee4edfbe920eef2eff3f1ea2e',
      'Сотрудники имеют право на ежегодный отпуск.',
    ],
    [
      'KOI8-R',
      'f3cfd4d2d5c4cec9cbc920c9cdc5c0d420d0d2c1d7cf20cec120c5d6c5c7cfc4ced9ca20cfd4d0d5d3cb2e',
      'Сотрудники имеют право на ежегодный отпуск.',
    ],
    [
      'ISO-8859-7',
      'cfe920e5f1e3e1e6fcece5edefe920e4e9eae1e9effdedf4e1e920e5f4def3e9e120dce4e5e9e12e',
      'Οι εργαζόμενοι δικαιούνται ετήσια άδεια.',
    ],
    [
      'windows-1255',
      'ecf2e5e1e3e9ed20e9f920e6ebe5fa20ece7e5f4f9e420f9f0fae9fa20e1faf9ece5ed2e',
      'לעובדים יש זכות לחופשה שנתית בתשלום.',
    ],
    [
      'windows-1256',
      'edcdde20e1e1e3e6d9ddede420c7e1cdd5e6e120dae1ec20c5ccc7d2c920d3e4e6edc92e',
      'يحق للموظفين الحصول على إجازة سنوية.',
    ],
    [
      'windows-1250',
      '5a616dec73746e616e6369206d616aed206ee1726f6b206e61206b619e646f726fe86eed20706c6163656e6f7520646f766f6c656e6f752e208ee1646f7374206a652074f865626120706f646174206476612074fd646e792070f86564656d2e',
      'Zaměstnanci mají nárok na každoroční placenou dovolenou. Žádost je třeba podat dva týdny předem.',
    ],
    [
      'windows-1254',
      'c7616cfdfe616e6c6172fd6e2079fd6c6cfd6b20fc637265746c6920697a696e2068616b6bfd2076617264fd722e204261fe767572752c20697a696e206261fe6c616e67fd63fd6e64616e20f66e636520796170fd6c6d616cfd64fd722e',
      'Çalışanların yıllık ücretli izin hakkı vardır. Başvuru, izin başlangıcından önce yapılmalıdır.',
    ],
  ])('is right for a sentence in %s', (_, hex, text) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(read(bytes)).toBe(text);
    expect(read(Buffer.from(`id;text\n1;${bytes.toString('latin1')}\n`, 'latin1'))).toContain(text);
  });

  it.each([
    'Müller',
    'Straße 12 €',
    'ÄÖÜäöüß',
    'ééé',
    'ÀÉÈÙ ÀÉÈÙ ÀÉÈÙ',
    'Déjà vu, où ça ? À bientôt, Noël',
    '¡Mañana, señor Núñez!',
    'Name;Größe\nMüller;5\nBöhm;7\n',
    GERMAN,
    FRENCH,
    SPANISH,
    GERMAN.toUpperCase(),
    FRENCH.toUpperCase(),
    SPANISH.toUpperCase(),
    `${GERMAN}\n${FRENCH}\n${SPANISH}\n`.repeat(50),
  ])('is windows-1252 for western texts: %j', (text) => {
    expect(guessEncoding(western(text))).toBe('windows-1252');
  });

  it('is UTF-8 for a text in which a character is broken', () => {
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(GERMAN.repeat(2))]);
    expect(guessEncoding(bytes)).toBe('utf-8');
  });

  it('is windows-1252 for bytes of any kind that are no text', () => {
    expect(
      guessEncoding(Buffer.from(Array.from({ length: 65_536 }, (_, at) => 128 + ((at * 73) % 128)))),
    ).toBe('windows-1252');
    expect(guessEncoding(Buffer.alloc(0))).toBe('windows-1252');
  });
});
