import type { Case } from '../case.ts';
import type { Bytes } from '../connection.ts';
import { FORM_TYPE, beginningOf, bytesOf } from '../request.ts';
import type { Tenant } from '../tenant.ts';

const CONNECTIONS = 16;

/** Requests whose end two parsers would see in different places. */
export const smuggling = malformed('smuggled requests', ['400', '404', '405', 'closed'], (tenant) => {
  const path = tenant.at('/auth/token/');
  const start = `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n`;
  const hidden = `GET ${tenant.in('/')} HTTP/1.1\r\nHost: here\r\n\r\n`;
  return [
    [`${start}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    [`${start}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    [`${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    [`${start}Transfer-Encoding: chunked\r\n\r\nzz\r\n${hidden}`],
    [`${start}Content-Length: -1\r\n\r\n${hidden}`],
    [`${start}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ];
});

/** More parts than a form may have. */
export const manyParts = malformed('forms of 50,000 parts', ['400', '413', '429', 'closed'], (tenant) => {
  const part = `${beginningOf({ name: 'a.txt', type: 'text/plain' })}\r\n`;
  return [part, part.replace('"files"', '"x"')].map((each) =>
    bytesOf({
      method: 'POST',
      path: tenant.in('/documents/bulk-upload/'),
      token: tenant.viewer.token,
      headers: [FORM_TYPE],
      body: Buffer.from(each.repeat(50_000)),
    }),
  );
});

/** JSON that is nested deeper, or has more values, than the product reads. */
export const deepJson = malformed('deep JSON', ['400'], (tenant) => {
  const deep = (levels: number): string => `{"payload":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const wide = `{"payload":[${'0,'.repeat(400_000)}0]}`;
  return [deep(100), deep(5_000), deep(500_000), wide].map((body) =>
    bytesOf({
      method: 'POST',
      path: tenant.in('/artifacts/brief/versions/'),
      token: tenant.token,
      body: Buffer.from(body),
    }),
  );
});

/** More headers than the product reads. */
export const manyHeaders = malformed('too many headers', ['431', 'closed'], (tenant) => {
  const short = Array.from({ length: 2_000 }, (_none, n) => `X-${n}: ${n}`);
  return [short, [`X-Long: ${'x'.repeat(64 * 1024)}`]].map((headers) =>
    bytesOf({ method: 'GET', path: tenant.at('/users/me/'), token: tenant.token, headers }),
  );
});

/** Queries as long as an address may be. */
export const hugeQueries = malformed('huge queries', ['400', '431', 'closed'], (tenant) => {
  const list = tenant.in('/artifacts/');
  const many = Array.from({ length: 1_500 }, (_none, n) => `q${n}=`).join('&');
  const paths = [
    `${list}?${many}`,
    `${list}?limit=${'9'.repeat(12_000)}`,
    `${list}?a=${'%41'.repeat(10_000)}`,
  ];
  return paths.map((path) => bytesOf({ method: 'GET', path, token: tenant.token }));
});

function malformed(name: string, allowed: Case['allowed'], requestsTo: (tenant: Tenant) => Bytes[]): Case {
  return {
    name,
    allowed,
    async prepare(tenant) {
      const requests = requestsTo(tenant);
      return (attack) => attack.flood(CONNECTIONS, (n) => requests[n % requests.length] ?? []);
    },
  };
}
