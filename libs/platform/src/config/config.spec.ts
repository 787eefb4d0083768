import { describe, expect, it } from '@jest/globals';
import { Flag, Integer, OneOf, Text } from '@pks/contracts';
import { BadConfiguration, Env, loadConfig } from './config.ts';
import { ModelServiceConfig } from '../language-model/model-service.config.ts';
import { ServiceConfig } from './platform.config.ts';

const SECRET = 'hunter2-hunter2';

class Example {
  @Env('A_SECRET')
  @Text({ pattern: '^[0-9a-f]{64}$' })
  readonly secret!: string;

  @Env('A_WORD')
  @OneOf(['one', 'two'], { default: 'one' })
  readonly word!: 'one' | 'two';

  @Env('A_NUMBER')
  @Integer({ min: 1, optional: true })
  readonly number?: number;

  @Env('A_FLAG')
  @Flag({ default: true })
  readonly flag!: boolean;

  @Env('A_TEXT')
  @Text({ optional: true })
  readonly text?: string;
}

class Unnamed {
  @Text()
  readonly lost!: string;
}

const GOOD = { A_SECRET: 'a'.repeat(64) };

function refusal(environment: Record<string, string>): string {
  try {
    loadConfig(Example, environment);
  } catch (error) {
    if (error instanceof BadConfiguration) return error.message;
    throw error;
  }
  return '';
}

describe('a configuration', () => {
  it('is read from the environment by the types of its fields', () => {
    const config = loadConfig(Example, { ...GOOD, A_WORD: 'two', A_NUMBER: '7', A_FLAG: 'false' });
    expect(config).toEqual({ secret: 'a'.repeat(64), word: 'two', number: 7, flag: false });
    expect(config).toBeInstanceOf(Example);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('uses its defaults for what is absent or empty, and ignores undeclared variables', () => {
    const config = loadConfig(Example, { ...GOOD, A_WORD: '', A_NUMBER: '', PATH: '/bin' });
    expect(config).toEqual({ secret: 'a'.repeat(64), word: 'one', flag: true });
  });

  it.each([
    ['DATABASE_URL', 'postgres://user:p#ss@db/pks'],
    ['DATABASE_URL', 'postgres://user:p/ss@db/pks'],
    ['DATABASE_URL', 'postgres://user:p%zz@db/pks'],
    ['DATABASE_URL', 'postgres://user@db:99999/pks'],
    ['DATABASE_URL', 'postgres://user@one:5432,two:99999/pks'],
    ['NATS_URL', 'nats://good:4222, nats://user:%zz@other:4222'],
  ])('refuses what is no address, without showing it: %s=%s', (name, value) => {
    const given = { CALLER_SECRET: 'x'.repeat(32), [name]: value };
    const sentence = `The environment is not usable. ${name}: The value is no address. Of a user or a password, # is written as %23, / as %2F, @ as %40, and % as %25.`;
    expect(() => loadConfig(ServiceConfig, given)).toThrow(new BadConfiguration(sentence));
  });

  it.each([
    ['sslmod=require', 'The parameter sslmod is unknown. Known are ssl, sslcert, '],
    ['ssl_min_protocol_version=x', 'The parameter ssl_min_protocol_version is unknown. '],
    ['SSLMODE=require', 'The parameter SSLMODE is unknown. Known are ssl, sslcert, '],
    ['sslmode=bogus', 'Its sslmode is unknown. Known are disable, no-verify, '],
    ['sslmode=', 'Its sslmode is unknown. Known are disable, no-verify, '],
  ])('refuses what is not known of the TLS of a database: %s', (parameters, sentence) => {
    const DATABASE_URL = `postgres://user:${SECRET}@db/pks?application_name=x&${parameters}`;
    const given = { CALLER_SECRET: 'x'.repeat(32), DATABASE_URL };
    expect(() => loadConfig(ServiceConfig, given)).toThrow(
      `The environment is not usable. DATABASE_URL: ${sentence}`,
    );
    expect(() => loadConfig(ServiceConfig, given)).not.toThrow(SECRET);
  });

  it.each(['sslmode=verify-full&sslrootcert=/run/ca.pem', 'ssl=true', 'sslmode=disable'])(
    'takes what is known of it: %s',
    (parameters) => {
      const databaseUrl = `postgresql://user@db/pks?${parameters}`;
      const given = { CALLER_SECRET: 'x'.repeat(32), DATABASE_URL: databaseUrl };
      expect(loadConfig(ServiceConfig, given)).toMatchObject({ databaseUrl });
    },
  );

  it('takes an address of several servers, and refuses what is not known of their TLS', () => {
    const databaseUrl = 'postgres://user:ab,cd@one:5432,two:5433,[::1]/pks?sslmode=verify-full';
    const given = { CALLER_SECRET: 'x'.repeat(32), DATABASE_URL: databaseUrl };
    expect(loadConfig(ServiceConfig, given)).toMatchObject({ databaseUrl });
    const wrong = { ...given, DATABASE_URL: `${databaseUrl}x` };
    expect(() => loadConfig(ServiceConfig, wrong)).toThrow('DATABASE_URL: Its sslmode is unknown.');
  });

  it('takes an address with a comma in its password, and what only begins as an address', () => {
    const databaseUrl = 'postgres://user:ab,cd@db/pks';
    const given = { CALLER_SECRET: 'x'.repeat(32), DATABASE_URL: databaseUrl };
    expect(loadConfig(ServiceConfig, given)).toMatchObject({ databaseUrl });
    const text = 'http://127.0.0.1:8080=pks https://b.example.test:8443=pks';
    expect(loadConfig(Example, { ...GOOD, A_TEXT: text })).toMatchObject({ text });
  });

  it('names every variable that is invalid, with its rule', () => {
    const message = refusal({ A_WORD: 'three', A_NUMBER: 'many', A_FLAG: 'yes' });
    expect(message).toContain('A_SECRET: This field is required.');
    expect(message).toContain('A_WORD: Expected one of one, two.');
    expect(message).toContain('A_NUMBER: A valid integer is required.');
    expect(message).toContain('A_FLAG: Expected one of true, false.');
  });

  it.each([{ A_SECRET: SECRET }, { ...GOOD, A_WORD: SECRET }, { ...GOOD, A_NUMBER: SECRET }])(
    'never repeats a value that is wrong (%#)',
    (environment) => {
      expect(refusal(environment)).toMatch(/^The environment is not usable\. A_/);
      expect(refusal(environment)).not.toContain(SECRET);
    },
  );

  it('of a field without a variable is a defect', () => {
    expect(() => loadConfig(Unnamed, {})).toThrow(/lost names no environment variable/);
  });
});

describe('the configuration of a service', () => {
  const CALLER_SECRET = 's'.repeat(32);

  it('has a default for everything but the secret', () => {
    expect(loadConfig(ServiceConfig, { CALLER_SECRET })).toMatchObject({
      natsUrl: 'nats://127.0.0.1:4222',
      requestDeadlineMs: 10_000,
      poolSize: 16,
      migrateOnStart: true,
    });
    expect(() => loadConfig(ServiceConfig, {})).toThrow(/CALLER_SECRET: This field is required/);
  });

  it('refuses a short secret and an invalid address, without repeating them', () => {
    const wrong = { CALLER_SECRET: SECRET, NATS_URL: `amqp://app:${SECRET}@host`, HEALTH_PORT: '70000' };
    expect(() => loadConfig(ServiceConfig, wrong)).toThrow(/CALLER_SECRET: .* 32 characters/);
    expect(() => loadConfig(ServiceConfig, wrong)).toThrow(
      /NATS_URL: The value has another form than expected, such as nats:\/\//,
    );
    expect(() => loadConfig(ServiceConfig, wrong)).toThrow(/HEALTH_PORT: .* 65535/);
    expect(() => loadConfig(ServiceConfig, wrong)).not.toThrow(/hunter2/);
  });

  it.each(['mysql://app@host/db', 'host:5432', 'postgres:/host'])(
    'refuses %s as a database',
    (DATABASE_URL) => {
      expect(() => loadConfig(ServiceConfig, { CALLER_SECRET, DATABASE_URL })).toThrow(
        'DATABASE_URL: The value has another form than expected, such as postgres://user:password@',
      );
    },
  );

  it.each([
    ['HEALTH_NAMES', 'a b', 'gateway, health.internal.'],
    ['LANGUAGE_MODEL', 'gpt', 'none, or https://api.example.com/v1.'],
  ])('says of a form what it is by an example: %s', (variable, value, example) => {
    expect(() => loadConfig(ModelServiceConfig, { CALLER_SECRET, [variable]: value })).toThrow(
      `${variable}: The value has another form than expected, such as ${example}`,
    );
  });

  it('accepts the addresses of a cluster', () => {
    const NATS_URL = 'nats://a:b@one:4222,nats://two:4222';
    expect(loadConfig(ServiceConfig, { CALLER_SECRET, NATS_URL }).natsUrl).toBe(NATS_URL);
  });

  it('accepts encrypted addresses, but not some of them encrypted', () => {
    const NATS_URL = 'tls://a:b@one:4222, tls://two:4222';
    expect(loadConfig(ServiceConfig, { CALLER_SECRET, NATS_URL }).natsUrl).toBe(NATS_URL);
    const mixed = { CALLER_SECRET, NATS_URL: 'tls://one:4222,nats://two:4222' };
    expect(() => loadConfig(ServiceConfig, mixed)).toThrow(/NATS_URL/);
  });
});
