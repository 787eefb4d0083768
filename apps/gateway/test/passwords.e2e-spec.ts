import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Me, Session } from '@pks/contracts';
import { type FurtherGateway, eventually, startFurtherGateway } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const world = new World();

function refused(field: string, sentence: string): object {
  return { status: 400, body: { error: sentence, [field]: [sentence] } };
}

describe('changing the own password', () => {
  it('needs the current one, keeps the token of the request, and ends every other', async () => {
    const { email, api } = await world.person();
    const other = world.anybody.as(await world.logIn(email));
    const password = 'another password';
    const change = (current_password: string) => api.patch<Me>('/users/me/', { password, current_password });
    expect(await change('a wrong password')).toMatchObject(
      refused('current_password', 'This is not the current password.'),
    );
    expect(await change(world.password)).toMatchObject({ status: 200, body: { email } });
    expect((await api.get('/users/me/')).status).toBe(200);
    expect((await other.get('/users/me/')).status).toBe(401);
    expect((await world.anybody.post('/auth/token/', { email, password })).status).toBe(200);
  });

  it('is repeated safely under an idempotency key', async () => {
    const { api } = await world.person();
    const request = { password: 'another password', current_password: world.password };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await api.patch<Me>('/users/me/', request, headers);
    const again = await api.patch<Me>('/users/me/', request, headers);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  });
});

describe('guessing the current password with a token that was stolen', () => {
  let gateway: FurtherGateway;

  beforeAll(async () => {
    const product = {
      natsUrl: process.env['E2E_NATS_URL'] ?? '',
      callerSecret: process.env['E2E_CALLER_SECRET'] ?? '',
    };
    gateway = await startFurtherGateway(product, { TRUST_PROXY: '1' });
  });

  afterAll(() => gateway?.stop());

  it('is slowed down, and holds off nobody at another address', async () => {
    const { token } = await world.person();
    const api = new World(gateway.baseUrl).founder.as(token);
    const change = (current_password: string, address: string) =>
      api.patch<Me>(
        '/users/me/',
        { password: 'another password', current_password },
        { 'x-forwarded-for': address },
      );
    const thief = '203.0.113.1';
    await eventually('is slowed down', async () => (await change('a guess', thief)).status === 429);
    expect((await change(world.password, '203.0.113.2')).status).toBe(200);
  });
});

describe('resetting the password', () => {
  const ask = (email: string) => world.anybody.post('/auth/password-reset/', { email });
  const confirm = (token: string, password: string) =>
    world.anybody.post<Session>('/auth/password-reset/confirm/', { token, password });

  it('answers alike whether or not the account exists', async () => {
    const { email } = await world.person();
    for (const one of [email, email, `${randomUUID()}@e2e.test`]) {
      expect(await ask(one)).toMatchObject({ status: 202, body: {} });
    }
  });

  it('leads from the e-mail to another password, once, and ends every older token', async () => {
    const { email, api, id } = await world.person();
    await ask(email);
    const token = await world.mailedToken(email);
    expect(await confirm(token, 'password123')).toMatchObject(
      refused('password', 'This password is too common.'),
    );
    const reset = await confirm(token, 'another password');
    expect(reset).toMatchObject({ status: 200, body: { user: { id, email } } });
    expect((await api.get('/users/me/')).status).toBe(401);
    expect((await world.anybody.as(reset.body.token).get('/users/me/')).status).toBe(200);
    expect(await confirm(token, 'another password')).toMatchObject(
      refused('token', 'This token is wrong, used or expired.'),
    );
  });
});
