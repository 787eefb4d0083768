import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCaller } from '@pks/testing';
import { v7 } from 'uuid';
import { type RunningDataAgents, runningDataAgents } from './running-data-agents.ts';

const SALES = 'city,amount\nRome,10\nRome,20\nOslo,60\n';

describe('statistics', () => {
  let service: RunningDataAgents;
  beforeAll(async () => {
    service = await runningDataAgents();
  });
  afterAll(() => service.stop());

  const caller = aCaller();
  const statistics = (parameters: object) => service.runTool('data_statistics', { ...parameters }, caller);

  it('describe the columns of a document', async () => {
    const document_id = await service.addDocument(caller, SALES);
    await expect(statistics({ document_id })).resolves.toMatchObject([
      {
        column: 'city',
        type: 'text',
        count: 3,
        top_values: [{ value: 'Rome', count: 2 }, { value: 'Oslo' }],
      },
      { column: 'amount', type: 'number', mean: 30, quantiles: { '0.25': 15, '0.5': 20, '0.75': 40 } },
    ]);
  });

  it('describe a column by group', async () => {
    const document_id = await service.addDocument(caller, SALES);
    const question = { document_id, columns: ['amount'], group_by: ['city'], quantiles: [1] };
    const groups = [
      { group: { city: 'Rome' }, rows: 2, columns: { amount: { mean: 15, quantiles: { '1': 20 } } } },
      { group: { city: 'Oslo' }, rows: 1, columns: { amount: { mean: 60 } } },
    ];
    await expect(statistics(question)).resolves.toMatchObject(groups);
    const twice = { ...question, group_by: ['city', 'city'] };
    await expect(statistics(twice)).resolves.toMatchObject(groups);
  });

  it('describe the objects of a JSON', async () => {
    const file = { name: 'sales.json', content_type: 'application/json' };
    const document_id = await service.addDocument(caller, '[{"amount":4},{"amount":8}]', file);
    await expect(statistics({ document_id })).resolves.toMatchObject([{ column: 'amount', mean: 6 }]);
  });

  it('are not of documents that the caller may not read', async () => {
    const document_id = await service.addDocument(aCaller(), SALES);
    const notFound = { data: { kind: 'not_found', details: { error_code: 'not_found' } } };
    await expect(statistics({ document_id })).rejects.toMatchObject(notFound);
    await expect(statistics({ document_id: v7() })).rejects.toMatchObject(notFound);
  });

  it.each([
    ['%PDF-', { name: 'a.pdf', content_type: 'application/pdf' }, 'unsupported_document'],
    ['a,b\n"x"y,1\n', {}, 'malformed_document'],
    ['', {}, 'no_data'],
    [null, {}, 'no_file'],
  ])('refuse a document with the content %j', async (content, file, error_code) => {
    const document_id = await service.addDocument(caller, content, file);
    await expect(statistics({ document_id })).rejects.toMatchObject({
      data: { kind: 'invalid', details: { error_code, error_type: 'execution_error' } },
    });
  });

  it.each([
    [{}, 'document_id'],
    [{ document_id: 'none' }, 'document_id'],
    [{ document_id: v7(), quantiles: [2] }, 'quantiles.0'],
    [{ document_id: v7(), group_by: ['a', 'b', 'c', 'd'] }, 'group_by'],
    [{ document_id: v7(), limit: 5 }, 'limit'],
  ])('refuse the parameters %j', async (parameters, field) => {
    await expect(statistics(parameters)).rejects.toMatchObject({
      data: {
        kind: 'invalid',
        fields: { [field]: expect.anything() },
        details: { error_type: 'validation_error' },
      },
    });
  });
});
