import { describe, expect, it } from '@jest/globals';
import { attachmentNamed } from './content-disposition.ts';

describe('the file name in Content-Disposition', () => {
  it.each([
    ['plan.pdf', 'attachment; filename="plan.pdf"; filename*=UTF-8\'\'plan.pdf'],
    ['a "b" \\c.txt', 'attachment; filename="a _b_ _c.txt"; filename*=UTF-8\'\'a%20%22b%22%20%5Cc.txt'],
    ['€ 😀.txt', 'attachment; filename="_ _.txt"; filename*=UTF-8\'\'%E2%82%AC%20%F0%9F%98%80.txt'],
    ["it's (1)*.txt", "attachment; filename=\"it's (1)*.txt\"; filename*=UTF-8''it%27s%20%281%29%2A.txt"],
    ['100%.txt', 'attachment; filename="100_.txt"; filename*=UTF-8\'\'100%25.txt'],
    [
      'a\r\nSet-Cookie: b',
      'attachment; filename="a__Set-Cookie: b"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20b',
    ],
    ['a/b', 'attachment; filename="a_b"; filename*=UTF-8\'\'a%2Fb'],
    ['\ud800', 'attachment; filename="_"; filename*=UTF-8\'\'%EF%BF%BD'],
  ])('%j cannot break out of its quotes', (name, header) => {
    expect(attachmentNamed(name)).toBe(header);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
  });
});
