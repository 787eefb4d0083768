import type { Rpc } from '@pks/contracts';
import type { BusSeal } from '../calls/bus-seal.ts';

/** Which of the two bodies of a call. */
type Part = 'request' | 'answer';

/** The bodies of calls as they cross the bus: those of a secret call are encrypted, each for its one message. */
export class SecretBodies {
  constructor(private readonly seal: BusSeal) {}

  /** `reply` is the address to which the answer is sent: no other call has the same. */
  close(part: Part, { isSecret, subject }: Rpc, reply: string, body: Uint8Array): Uint8Array {
    return isSecret ? this.seal.encrypt(body, placeOf(part, subject, reply)) : body;
  }

  /** @throws Error for the body of a secret call that is not encrypted for this message. */
  open(part: Part, { isSecret, subject }: Rpc, reply: string, body: Uint8Array): Uint8Array {
    return isSecret ? this.seal.decrypt(body, placeOf(part, subject, reply)) : body;
  }
}

function placeOf(part: Part, subject: string, reply: string): string {
  return `${part} ${subject} ${reply}`;
}
