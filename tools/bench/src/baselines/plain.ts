import { createServer } from 'node:http';
import pg from 'pg';
import { LISTING, POOL_SIZE } from './listing.ts';

interface Row {
  total: string;
  id: string | null;
}

/** The list by plain node:http and pg, with the service's statement and nothing else: no credentials, no checks, no logs. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE });

createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost');
  const limit = Number(url.searchParams.get('limit') ?? 100);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const projectId = url.pathname.split('/')[4];
  pool.query<Row>(LISTING, [projectId, limit, offset]).then(
    ({ rows }) => {
      const count = Number(rows[0]?.total ?? 0);
      const results = rows.map(({ total: _total, ...item }) => item);
      const next = offset + limit < count ? `${url.pathname}?limit=${limit}&offset=${offset + limit}` : null;
      const body = JSON.stringify({ count, next, previous: null, results });
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
