import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type Caller, type Conversation, conversations } from '@pks/contracts';
import { MortalProcess, ServiceGround, aCaller, eventually } from '@pks/testing';
import { agents } from '../src/agents.ts';
import { IdentityStandIn } from './identity-stand-in.ts';
import { KnowledgeStandIn } from './knowledge-stand-in.ts';

const { calls } = conversations;

const LEASES_END = `UPDATE agents.questions SET leased_until = now() - interval '1 second' WHERE status = 'answering'`;
const JOBS_ARE_DUE = `UPDATE agents_jobs.job SET start_after = now() WHERE state = 'created' AND start_after > now()`;

/** A conversation, and who asks in it. */
export interface Talk {
  readonly asker: Caller;
  readonly conversation_id: string;
}

/** Processes of the built agents service on one database and one NATS server. One of them answers at a time. */
export class MortalAgents {
  private current: MortalProcess | undefined;

  private constructor(
    private readonly ground: ServiceGround,
    private readonly identity: IdentityStandIn,
    readonly knowledge: KnowledgeStandIn,
  ) {}

  static async open(env: Readonly<Record<string, string>>): Promise<MortalAgents> {
    const ground = await ServiceGround.open(agents, env);
    const { bus } = ground;
    const world = new MortalAgents(ground, await IdentityStandIn.on(bus), await KnowledgeStandIn.on(bus));
    world.current = await world.start();
    return world;
  }

  /** Begins a conversation in a new project. */
  async talk(): Promise<Talk> {
    const asker = aCaller({ email: `${randomUUID()}@example.test` });
    const project_id = asker.project?.id ?? '';
    this.identity.name(project_id, 'Alpha');
    this.identity.grant(project_id, asker.user_id);
    const { id: conversation_id } = await this.ground.call(calls.create, { project_id }, asker);
    return { asker, conversation_id };
  }

  begin({ asker, conversation_id }: Talk, message: string): Promise<object> {
    const request = { project_id: asker.project?.id, conversation_id, message };
    return this.ground.call(calls.begin, request, asker);
  }

  read({ asker, conversation_id }: Talk): Promise<Conversation> {
    return this.ground.call(calls.get, { project_id: asker.project?.id, conversation_id }, asker);
  }

  /** Resolves when the last question is answered. */
  answered({ asker, conversation_id }: Talk): Promise<void> {
    const request = { project_id: asker.project?.id, conversation_id };
    return eventually('it is answered', async () => {
      const { status } = await this.ground.call(calls.follow, { ...request, after: 0 }, asker);
      return status === 'answered';
    });
  }

  /**
   * Starts another process, kills the answering one, and ends its lease, which would end by itself half a minute later. Waits until
   * calls reach the new process: those that NATS still gives to the killed one are lost.
   */
  async killAnswering(talk: Talk): Promise<void> {
    const next = await this.start();
    await this.current?.kill();
    this.current = next;
    const isRead = (): Promise<boolean> =>
      this.read(talk).then(
        () => true,
        () => false,
      );
    await eventually('calls reach the other one', isRead);
    for (const change of [LEASES_END, JOBS_ARE_DUE]) await this.ground.session.rows(change);
  }

  /** Kills the running process and removes the servers. */
  async stop(): Promise<void> {
    await this.current?.kill();
    await this.ground.remove();
  }

  private start(): Promise<MortalProcess> {
    return MortalProcess.start('agents', this.ground.env);
  }
}
