import { DatabaseTime } from './database-time.ts';
import { type Timing, timed } from './timing.ts';

/** Something that is asked again and again. */
export interface Question {
  readonly name: string;
  readonly url: string;
  /** Sent by POST; without one, the question is a GET. */
  readonly body?: object;
}

/** How questions are asked, and of which tables PostgreSQL's time is told. */
export interface Asking {
  readonly token: string;
  readonly rounds: number;
  readonly databaseUrl: string;
  readonly tables: readonly string[];
}

/** Asks all questions in turn, round after round, after one that does not count; tells what each took, and what of that was PostgreSQL's. */
export async function askInTurn(questions: readonly Question[], asking: Asking): Promise<Timing[]> {
  const databaseTime = await DatabaseTime.open(asking.databaseUrl);
  const answers: Answer[][] = [];
  try {
    for (let round = 0; round <= asking.rounds; round += 1) {
      answers.push(await askAll(questions, asking, databaseTime));
    }
  } finally {
    await databaseTime.close();
  }
  const counted = answers.slice(1);
  return questions.map(({ name }, index) => ({
    name,
    times: counted.map((round) => round[index]?.took ?? Number.NaN),
    database: counted.map((round) => round[index]?.database ?? Number.NaN),
  }));
}

interface Answer {
  readonly took: number;
  readonly database: number;
}

async function askAll(
  questions: readonly Question[],
  { token, tables }: Asking,
  databaseTime: DatabaseTime,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { url, body } of questions) {
    let took = 0;
    const ask = async (): Promise<void> => void (took = await timed(url, body ? 'POST' : 'GET', token, body));
    const database = await databaseTime.during(tables, ask);
    answers.push({ took, database });
  }
  return answers;
}
