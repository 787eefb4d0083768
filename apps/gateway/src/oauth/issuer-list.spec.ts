import { describe, expect, it } from '@jest/globals';
import { issuersIn } from './issuer-list.ts';

const [issuer, audience] = ['https://login.example.test', 'https://knowledge.example.test/api/v1'];
const ONE = `${issuer}=${audience}`;

describe('the trusted issuers', () => {
  it('are read from a list', () => {
    expect(issuersIn('')).toEqual([]);
    expect(issuersIn(` ${ONE}\n${ONE}?x=1=aud`)).toEqual([
      { issuer, audiences: [audience] },
      { issuer: `${issuer}=${audience}?x=1`, audiences: ['aud'] },
    ]);
  });

  it.each(['localhost:8080', '127.0.0.1:1', '[::1]'])(
    'may be without encryption on this machine: %s',
    (host) => {
      expect(issuersIn(`http://${host}=${audience}`)).toHaveLength(1);
    },
  );

  it('may have several audiences', () => {
    expect(issuersIn(`${ONE},https://knowledge.example.test/mcp;typ=at+jwt`)).toEqual([
      { issuer, audiences: [audience, 'https://knowledge.example.test/mcp'], typ: 'at+jwt' },
    ]);
  });

  it('may be bound to a type of token and to domains', () => {
    expect(issuersIn(`${ONE};typ=at+jwt;domains=Example.test,sub.example.org ${ONE};typ=at+jwt`)).toEqual([
      { issuer, audiences: [audience], typ: 'at+jwt', domains: ['example.test', 'sub.example.org'] },
      { issuer, audiences: [audience], typ: 'at+jwt' },
    ]);
  });

  it.each([
    issuer,
    `${issuer}=`,
    `${ONE},`,
    `ftp://login.test=${audience}`,
    `http://login.test=${audience}`,
    `http://login.test/https:=${audience}`,
    `http://localhost.login.test=${audience}`,
    `http://localhost:1@login.test=${audience}`,
    `=${audience}`,
    `${ONE};`,
    `${ONE};typ=jwt`,
    `${ONE};domains=`,
    `${ONE};domains=a.test,`,
    `${ONE};domains=@a.test`,
    `${ONE};domain=a.test`,
  ])('cannot be %s', (text) => {
    expect(() => issuersIn(text)).toThrow(/^OAUTH_ISSUERS: write each issuer as/);
  });
});
