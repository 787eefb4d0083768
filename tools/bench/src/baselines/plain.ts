import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { LISTING, POOL_SIZE } from './listing.ts';
import { append, CREATE_OUTBOX, publish } from './writing.ts';

interface Row {
  total: string;
  id: string | null;
}

/** List, append and publish in plain node:http and pg, with the service's statements only: no credentials, no checks, no logs. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE });

async function list(url: URL, projectId: string): Promise<string> {
  const limit = Number(url.searchParams.get('limit') ?? 100);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const { rows } = await pool.query<Row>(LISTING, [projectId, limit, offset]);
  const count = Number(rows[0]?.total ?? 0);
  const results = rows.map(({ total: _total, ...item }) => item);
  const next = offset + limit < count ? `${url.pathname}?limit=${limit}&offset=${offset + limit}` : null;
  return JSON.stringify({ count, next, previous: null, results });
}

async function answer(request: IncomingMessage): Promise<string> {
  const url = new URL(request.url ?? '', 'http://localhost');
  const [, , , , project = '', , slug = '', , version = ''] = url.pathname.split('/');
  if (request.method === 'GET') return list(url, project);
  const body = await text(request);
  return version === '' ? append(pool, project, slug, body) : publish(pool, project, slug, Number(version));
}

await pool.query(CREATE_OUTBOX);
createServer((request, response) => {
  answer(request).then(
    (body) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
