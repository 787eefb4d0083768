import type { Rpc } from '@pks/contracts';
import type { BusSeal } from '../calls/bus-seal.ts';

/** Which of the two bodies of a call. */
type Part = 'request' | 'answer';

/** Encrypts and decrypts the bodies of secret calls, each for its one message; other bodies cross the bus unchanged. */
export class SecretBodies {
  constructor(private readonly seal: BusSeal) {}

  /** `reply` is the address to which the answer is sent, which no other call has. */
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
