import 'reflect-metadata';
import { assignment } from '@pks/contracts';
import {
  type DatabaseSession,
  type Fields,
  MortalProcess,
  ServiceGround,
  eventually,
  openSession,
  pause,
} from '@pks/testing';
import { interviews } from '../src/interviews.ts';
import { IdentityStandIn } from './identity-stand-in.ts';
import { anAdmin } from './running-interviews.ts';

const OTHERS = `
  SELECT FROM pg_stat_activity
   WHERE datname = current_database() AND application_name LIKE 'interviews%'`;
const LOSE_LEASES = `
  UPDATE interviews_jobs.job SET state = 'retry', start_after = start_after - interval '1 second'
   WHERE state = 'active'`;
const LEASES_LAST_MS = 25;

/** Processes of the built interviews service on one database and one NATS server, with a stand-in for the identity service. */
export class MortalInterviews {
  private readonly processes: MortalProcess[] = [];
  /** A session with the database besides those of the service. */
  readonly session: DatabaseSession;

  private constructor(
    private readonly ground: ServiceGround,
    private readonly identity: IdentityStandIn,
  ) {
    this.session = ground.session;
  }

  static async open(): Promise<MortalInterviews> {
    const ground = await ServiceGround.open(interviews);
    return new MortalInterviews(ground, await IdentityStandIn.on(ground.bus));
  }

  /** Starts a process, and waits until it accepts calls. */
  async started(): Promise<void> {
    this.processes.push(await MortalProcess.start('interviews', this.ground.env));
  }

  /** Starts a process. At the moment given, such as the ninth commit (`pks.transaction.committed@9`), it dies as by kill -9. */
  start(moment = ''): MortalProcess {
    const mortal = MortalProcess.spawn('interviews', { ...this.ground.env, DIE_AT: moment });
    this.processes.push(mortal);
    return mortal;
  }

  /** Kills all processes, and waits until PostgreSQL has ended their sessions. */
  async kill(): Promise<void> {
    await Promise.all(this.processes.map((mortal) => mortal.kill()));
    await eventually('their sessions have ended', async () => (await this.session.rows(OTHERS)).length === 0);
  }

  /** Assigns an interview to each of `people` new members of a new project. */
  async assign(people: number, fields: Fields): Promise<void> {
    const assignee_ids = Array.from({ length: people }, () => this.identity.join().user_id);
    const admin = anAdmin();
    const request = { project_id: admin.project?.id, topic: 'Onboarding', assignee_ids, ...fields };
    await this.ground.call(assignment.calls.assign, request, admin);
  }

  /**
   * Ends the leases of all active jobs, again and again during the work: those of killed processes, which would end 20 s later,
   * and those of living processes, as if they were too busy to renew them.
   */
  async withoutLeases(work: () => Promise<void>): Promise<void> {
    const session = await openSession(this.ground.env['INTERVIEWS_DATABASE_URL'] ?? '');
    let isOver = false;
    const losing = (async () => {
      for (; !isOver; await pause(LEASES_LAST_MS)) await session.rows(LOSE_LEASES);
    })();
    try {
      await work();
    } finally {
      isOver = true;
      await losing;
      await session.close();
    }
  }

  /** The number of events of each subject in the stream. */
  async streamed(): Promise<Readonly<Record<string, number>>> {
    const filter = JSON.stringify({ subjects_filter: 'interviews.event.>' });
    const reply = await this.ground.bus.connection.native.request('$JS.API.STREAM.INFO.events', filter);
    return reply.json<{ state: { subjects: Record<string, number> } }>().state.subjects;
  }

  /** Kills all processes and removes the servers. */
  async stop(): Promise<void> {
    await this.kill();
    await this.ground.remove();
  }
}
