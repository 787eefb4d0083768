import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { PassageStore } from '../../src/search/passage-store.ts';

// Searches a table in the given folder that has lost the files of its indexes, and prints the error.
const [, , folder = ''] = process.argv;
const [project, generation] = [randomUUID(), { id: 'g1', dimensions: 384 }];
const source = { kind: 'document', id: randomUUID(), name: 'Fares' } as const;
const passages = [{ page: 1, heading: '', text: 'Tickets are refunded.', position: 0 }];
const store = new PassageStore({ folder });
await store.putWords(project, generation, [{ source, indexingId: v7(), passages }]);
await rm(join(folder, `${project}-g1.lance`, '_indices'), { recursive: true });
await store.search(project, generation, { words: 'refund', vector: null, limit: 5 }).catch(console.log);
await store.close();
