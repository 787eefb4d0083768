import { describe, expect, it } from '@jest/globals';
import { findableIn, folded, otherwise, wordsIn } from './word-forms.ts';

describe('a folded word', () => {
  it.each([
    ['Société', 'societe'],
    ['e\u0301tude', 'etude'],
    ['STRAẞE', 'strasse'],
    ['Bjørn', 'bjorn'],
    ['Þór', 'thor'],
    ['ığdır', 'igdir'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['σίσυφος', 'σισυφοσ'],
    ['ﬁnance', 'finance'],
    ['２０２４', '2024'],
    ['m²', 'm2'],
    ['כּוֹס', 'כוס'],
  ])('of "%s" is "%s"', (word, plain) => {
    expect(folded(word)).toBe(plain);
  });

  it.each(['snake_case', 'a.b.c', 'x1', '返金', 'がく', '한국어', 'น้ำ', 'ທຳ', 'हिन्दी', 'தமிழ்'])(
    'of "%s" is the same in any encoding',
    (word) => {
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(folded(word.normalize(form))).toBe(word);
      expect(otherwise([word, word.toUpperCase()])).toEqual([]);
      expect(otherwise(['\u0640', '\u093c'])).toEqual([]);
    },
  );
});

describe('words that are written in several ways', () => {
  it.each([
    [
      '4567890123',
      '٤٥٦٧٨٩٠١٢٣',
      '۴۵۶۷۸۹۰۱۲۳',
      '४५६७८९०१२३',
      '৪৫৬৭৮৯০১২৩',
      '๔๕๖๗๘๙๐๑๒๓',
      '４５６７８９０１２３',
      '𞥔𞥕𞥖𞥗𞥘𞥙𞥐𞥑𞥒𞥓',
    ],
    ['0123456789', '𑛐𑛑𑛒𑛓𑛔𑛕𑛖𑛗𑛘𑛙', '𑛚𑛛𑛜𑛝𑛞𑛟𑛠𑛡𑛢𑛣'],
    ['يادداشت', 'یادداشت', 'ىادداشت'],
    ['كارمند', 'کارمند', 'کارمنـــد'],
    ['مدرسة', 'مدرسه', 'مَدْرَسَة', 'مدرسہ'],
    ['ज़रूरी', 'जरूरी'],
    ['বাড়ি', 'বাডি'],
    ['कताबें', 'क\u200dताबें'],
    ['کتاب‌های', 'کتابهای'],
    ['ශ්‍රී', 'ශ්රී'],
    ['datenschutz', 'Daten\u00adschutz', 'Daten\u2060schutz', 'Daten\ufeffschutz'],
    ['അവൻ', 'അവന്‍'],
  ])('are folded to one: %s', (...spellings) => {
    const encoded = spellings.flatMap((word) => ['NFC', 'NFD'].map((form) => word.normalize(form)));
    expect(new Set(encoded.map(folded)).size).toBe(1);
  });

  it.each([
    ['اب', 'ات'],
    ['کتاب', 'کباب'],
    ['ھ', 'ہ'],
    ['یے', 'یی'],
    ['वन', 'वं'],
    ['അവൻ', 'അവന്'],
    ['がく', 'かく'],
    ['1', '2'],
    ['s', 'z'],
    ['v', 'w'],
    ['oe', 'o'],
    ['ue', 'u'],
    ['i', 'j'],
  ])('stay apart where they mean something else: %s and %s', (one, another) => {
    expect(folded(one)).not.toBe(folded(another));
  });

  it('are those of Latin scripts with their marks alone: no other letter becomes the same', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzəɛɔɓɗŋƙʻʼˈ'];
    expect(new Set(letters.map(folded)).size).toBe(letters.length);
  });

  it('are whole, with the soft hyphens and joiners that are not seen in them', () => {
    expect(wordsIn('این کتاب‌های فارسی')).toEqual(['این', 'کتاب‌های', 'فارسی']);
    expect(wordsIn('\ufeffDer Daten\u00adschutz \u00ad \u2060')).toEqual(['Der', 'Daten\u00adschutz']);
    expect(
      wordsIn('社員は example.com と file_name を don’t 使う').filter((word) => /\w/.test(word)),
    ).toEqual([...['example', 'com', 'file', 'name', 'don', 't']]);
    for (const other of ['·', 'a\u0303', 'a\u0323'])
      expect(wordsIn(`${other} file_name 3.5`).slice(-4)).toEqual(['file', 'name', '3', '5']);
    expect(wordsIn('ශ්‍රී ලංකාව')).toEqual(['ශ්‍රී', 'ලංකාව']);
    expect(wordsIn('کتاب‌های東京')).toEqual(['کتاب‌های', '東京']);
  });

  it('find a Persian text by their parts, too', () => {
    expect(findableIn('کتاب‌های فارسی')).toEqual(['کتاب‌های', 'کتاب', 'های', 'فارسی']);
    expect(findableIn('র‌্যাব')).toEqual(['র‌্যাব']);
  });
});
