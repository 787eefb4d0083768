import { DatabaseTime } from './database-time.ts';
import { type Timing, timed } from './timing.ts';

/** A request that is measured repeatedly. */
export interface TimedRequest {
  readonly name: string;
  readonly url: string;
  /** Sent by POST; without a body, the request is a GET. */
  readonly body?: object;
}

/** The number of repetitions, and the tables for which PostgreSQL's time is measured. */
export interface Repetition {
  readonly token: string;
  readonly rounds: number;
  readonly databaseUrl: string;
  readonly tables: readonly string[];
}

/**
 * Sends all requests in turn, round after round, after a warm-up round. Returns the durations of each request, and
 * PostgreSQL's part of them.
 */
export async function measureInTurn(
  requests: readonly TimedRequest[],
  repetition: Repetition,
): Promise<Timing[]> {
  const databaseTime = await DatabaseTime.open(repetition.databaseUrl);
  const answers: Answer[][] = [];
  try {
    for (let round = 0; round <= repetition.rounds; round += 1) {
      answers.push(await measureRound(requests, repetition, databaseTime));
    }
  } finally {
    await databaseTime.close();
  }
  const counted = answers.slice(1);
  return requests.map(({ name }, index) => ({
    name,
    times: counted.map((round) => round[index]?.took ?? Number.NaN),
    database: counted.map((round) => round[index]?.database ?? Number.NaN),
  }));
}

interface Answer {
  readonly took: number;
  readonly database: number;
}

async function measureRound(
  requests: readonly TimedRequest[],
  { token, tables }: Repetition,
  databaseTime: DatabaseTime,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { url, body } of requests) {
    let took = 0;
    const send = async (): Promise<void> =>
      void (took = await timed(url, body ? 'POST' : 'GET', token, body));
    const database = await databaseTime.during(tables, send);
    answers.push({ took, database });
  }
  return answers;
}
