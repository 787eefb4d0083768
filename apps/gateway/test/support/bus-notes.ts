import { BusConnection } from '@pks/platform';
import { silentLog } from '@pks/testing';

/** The subjects and headers of requests on the bus, as anyone who reads the bus sees them. */
export class BusNotes {
  /** The subject and the headers of each request. */
  readonly seen: string[] = [];
  private readonly connection: BusConnection;

  /** `natsUrl`: with the user of a service. */
  constructor(natsUrl: string, service: string) {
    this.connection = new BusConnection(natsUrl, service, silentLog());
  }

  /** Begins to read the requests for some of the service's calls: `identity.users.*`. */
  async read(...subjects: string[]): Promise<void> {
    this.connection.open();
    for (const one of subjects) {
      await this.connection.subscribe(one, ({ subject, headers }) => {
        this.seen.push([subject, ...(headers?.keys() ?? []).map((name) => headers?.get(name))].join('\n'));
      });
    }
    await this.connection.flush();
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
