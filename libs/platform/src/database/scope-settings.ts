import { EVERY_PROJECT, NO_PROJECT, type ProjectScope } from '../calls/project-scope.ts';

const SET_PROJECT = 'pks_set_project';
const SET_ROLE = 'pks_set_role';
/** Prepares the statements that set the scope. Both settings last for the transaction; outside a transaction, for the one statement. */
export const PREPARE = `
  PREPARE ${SET_PROJECT} (text) AS SELECT set_config('pks.project_id', $1, true);
  PREPARE ${SET_ROLE} (text, text) AS
    SELECT set_config('pks.project_id', $1, true), set_config('role', $2, true)`;

/** A prepared statement, or one with a text and no name. */
export interface Setting {
  readonly statement: string;
  readonly values: string[];
  readonly text?: string;
}

/** The texts that TypeORM sends. */
const [START, END] = ['START TRANSACTION', /^(COMMIT|ROLLBACK)$/];
/** Not prepared: the transaction begins even if the connection lost its prepared statements, so that none of its other statements is stored on its own. */
const BEGIN: Setting = { statement: '', values: [], text: 'BEGIN' };

/**
 * Knows which transaction and scope each statement of a connection finds, and so what has to be sent before it. Statements may be sent
 * together, before PostgreSQL has reported the effect of those before them.
 */
export class ScopeSettings {
  /** A transaction that has not begun, as no statement of it was sent: `empty` until one waits to be sent. */
  private due: 'none' | 'empty' | 'waiting' = 'none';
  /** Whether the next statement is part of a transaction. */
  private isOpen = false;
  /** The scope of the transaction under way; undefined if unknown. */
  private scope: ProjectScope | undefined;

  /** `role` is that of the statements in the scope of a project. */
  constructor(private readonly role: string) {}

  /** Takes a statement that need not be sent, else returns false: transactions begin with their first statement, and those without one never do. */
  absorbs(text: unknown): boolean {
    const ends = this.due === 'empty' && typeof text === 'string' && END.test(text);
    if (text === START) this.due = 'empty';
    else if (ends) this.due = 'none';
    else if (this.due === 'empty') this.due = 'waiting';
    return text === START || ends;
  }

  /** What goes before a statement that is sent now, in the same message. */
  before(text: string, scope: ProjectScope): readonly Setting[] {
    const begins = this.due !== 'none';
    if (begins) [this.due, this.isOpen, this.scope] = ['none', true, NO_PROJECT];
    const setting = this.settingFor(text, scope);
    return [...(begins ? [BEGIN] : []), ...(setting ? [setting] : [])];
  }

  /** The setting that a statement needs; undefined for none, as before the end of a transaction that may have failed. */
  private settingFor(text: string, scope: ProjectScope): Setting | undefined {
    const before = this.isOpen ? this.scope : NO_PROJECT;
    const isEnd = END.test(text);
    const isUndone = /^\s*ROLLBACK/i.test(text);
    if (isEnd) this.isOpen = false;
    this.scope = isUndone ? undefined : scope;
    if (isEnd || isUndone || scope === before) return undefined;
    return before === EVERY_PROJECT || before === undefined || scope === EVERY_PROJECT
      ? { statement: SET_ROLE, values: [scope, scope === EVERY_PROJECT ? 'none' : this.role] }
      : { statement: SET_PROJECT, values: [scope] };
  }
}
