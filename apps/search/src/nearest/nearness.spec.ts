import { describe, expect, it } from '@jest/globals';
import { nearestTo, wordsOf } from './nearness.ts';

const CHURN = { title: 'Churn', body: 'Why customers leave the ferry company.' };
const FARES = { title: 'Fares and tickets', body: 'What customers pay on each route of the company.' };
const PLAN = { title: 'Project plan', body: 'Five phases until the handhelds are on board.' };
const CATALOG = [CHURN, FARES, PLAN];

describe('the words of a text', () => {
  it('are those of four letters or more, in lower case, each once', () => {
    expect(wordsOf('The Fähre, the FÄHRE and 2026!')).toEqual(['fähre', '2026']);
  });
});

describe('the words of a text in other languages', () => {
  it.each([
    ['差旅费报销页面没有写截止日期', ['旅费', '报销', '没有', '截止', '日期']],
    ['出張旅費精算のページに期限が書いてありません', ['出張', '旅費', '精算', 'ページ', '期限']],
    ['휴가를 신청, 휴가는 팀장이', ['휴가를', '신청', '팀장이']],
    ['वार्षिक छुट्टी नीति', ['वार्षिक', 'छुट्टी', 'नीति']],
    ['หน้าการลาพักร้อนประจำปี', ['หน้า', 'ร้อน', 'ประจำ']],
    ['کتاب‌های', ['کتاب‌های', 'کتاب']],
  ])('are whole ones: %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

describe('the nearest artifact to a text in another language', () => {
  const candidates = [
    ['Reimbursement of travel expenses', 'Travel expenses are reimbursed at the end of the month.'],
    ['差旅费报销', '差旅费在月底凭发票报销。'],
    ['出張旅費精算', '出張旅費は月末に領収書で精算します。'],
    ['휴가 정책', '팀장이 휴가를 승인합니다.'],
    ['การลาพักร้อนประจำปี', 'พนักงานมีสิทธิลาพักร้อนสิบวันต่อปี'],
    ['वार्षिक छुट्टी नीति', 'कर्मचारी को वार्षिक छुट्टी मिलती है।'],
    ['سياسة الإجازة السنوية', 'الإجازة السنوية ثلاثون يوماً للموظفين.'],
    ['Überstunden', 'Überstunden werden am Monatsende ausgezahlt.'],
  ].map(([title = '', body = '']) => ({ title, body }));

  it.each([
    ['差旅费报销页面没有写截止日期', '差旅费报销', ['旅费', '报销']],
    ['出張旅費精算のページに期限が書いてありません', '出張旅費精算', ['出張', '旅費', '精算']],
    ['휴가는 언제까지 신청합니까?', '휴가 정책', ['휴가는']],
    ['หน้าการลาพักร้อนประจำปีไม่มีวันสิ้นสุด', 'การลาพักร้อนประจำปี', ['ร้อน', 'ประจำ']],
    ['वार्षिक छुट्टी नीति में समय सीमा नहीं है', 'वार्षिक छुट्टी नीति', ['वार्षिक', 'छुट्टी', 'नीति']],
    ['سیاسه الاجازه السنویه', 'سياسة الإجازة السنوية', ['سیاسه', 'الاجازه', 'السنویه']],
    ['Wann kommen die UBERSTUNDEN?', 'Überstunden', ['uberstunden']],
  ])('shares whole words with it: %s', async (text, title, words) => {
    const [nearest] = await nearestTo(text, candidates, 1);
    expect(nearest?.candidate.title).toBe(title);
    expect(nearest?.words).toEqual(words);
  });
});

describe('the nearest artifact to a text', () => {
  it.each([
    ['The churn numbers are wrong.', CHURN],
    ['Handhelds will be late on board.', PLAN],
    ['Tickets are cheaper now.', FARES],
  ])('"%s" is the one that shares its rarest words', async (text, candidate) => {
    expect((await nearestTo(text, CATALOG, 1))[0]?.candidate).toBe(candidate);
  });

  it('is empty when only common words are shared, or none', async () => {
    expect(await nearestTo('customers', CATALOG, 5)).toEqual([]);
    expect(await nearestTo('Something else altogether', CATALOG, 5)).toEqual([]);
    expect(await nearestTo('', CATALOG, 5)).toEqual([]);
    expect(await nearestTo('churn', [], 5)).toEqual([]);
  });

  it('is the first of several equally near', async () => {
    const twin = { ...CHURN };
    expect((await nearestTo('churn', [CHURN, twin, ...CATALOG], 1))[0]?.candidate).toBe(CHURN);
    expect((await nearestTo('churn', [twin, CHURN, ...CATALOG], 1))[0]?.candidate).toBe(twin);
  });

  it('comes with the words in common, the rarest first', async () => {
    expect((await nearestTo('Do customers know of churn?', CATALOG, 1))[0]?.words).toEqual([
      'churn',
      'customers',
    ]);
  });

  it('is followed by the next ones that are near enough, as many as are wanted', async () => {
    const text = 'Tickets, fares and churn of customers.';
    const found = (await nearestTo(text, CATALOG, 5)).map(({ candidate }) => candidate);
    expect(found).toEqual([FARES, CHURN]);
    expect((await nearestTo(text, CATALOG, 1)).map(({ candidate }) => candidate)).toEqual([FARES]);
  });

  it('is found while other work goes on', async () => {
    let turns = 0;
    let isFound = false;
    const other = async (): Promise<void> => {
      for (; !isFound; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const candidates = Array.from({ length: 200 }, () => ({ ...CHURN }));
    const found = nearestTo('churn', candidates, 1);
    const work = other();
    await found;
    isFound = true;
    await work;
    expect(turns).toBeGreaterThan(candidates.length / 2);
  });
});
