import { ApiError, Client } from '../src/index.ts';

const api = new Client({ baseUrl: 'http://localhost:3000/api/v1', token: 'pks_…' });
const path = { project_id: '0199c0de-0000-7000-8000-000000000003' };

try {
  await api.post('/projects/{project_id}/signals/', { path, body: { feedback: 'The price is wrong.' } });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(error.status, error.message, error.of('feedback'));
}

for await (const signal of api.items('/projects/{project_id}/signals/', {
  path,
  query: { search: 'price' },
})) {
  console.log(signal.created_at, signal.feedback);
}

const form = new FormData();
form.append('files', new File(['Customers get their money back.'], 'refunds.txt', { type: 'text/plain' }));
form.append('files_metadata', JSON.stringify([[['department', 'Claims']]])); // the labels of each file
const uploaded = await api.post('/projects/{project_id}/documents/bulk-upload/', { path, body: form });
console.log(uploaded.map(({ id }) => id));

for await (const { event, data } of api.events('/projects/{project_id}/notifications/stream/', { path })) {
  console.log(event, data);
}
