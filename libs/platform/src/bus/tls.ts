import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type PeerCertificate, checkServerIdentity } from 'node:tls';
import { types } from 'node:util';
import { BadConfiguration } from '../config/config.ts';

/** The encryption of a connection to NATS. Verifies the server's certificate, and that it is for one of the hosts. */
export interface BusTls {
  readonly caFile?: string;
  readonly checkServerIdentity: typeof checkServerIdentity;
}

/** The host that Node.js assumes if the library gives it none, as for an IP address. */
const NO_HOST = 'localhost';

/** The encryption of connections to some hosts, names or IP addresses. `caFile` names the PEM file of the authorities that sign their certificates. */
export function tlsTo(hosts: readonly string[], caFile?: string): BusTls {
  return {
    ...(caFile === undefined ? {} : { caFile }),
    checkServerIdentity: (host: string, certificate: PeerCertificate) => {
      const known = host === NO_HOST ? hosts : [host, ...hosts];
      const mismatches = known.map((name) => checkServerIdentity(name, certificate));
      return mismatches.includes(undefined) ? undefined : mismatches[0];
    },
  };
}

/** @throws BadConfiguration unless the file begins with a certificate: without one, the process would try to connect forever. */
export function assertAuthorities(file: string): void {
  try {
    new X509Certificate(readFileSync(file));
  } catch (cause) {
    const reason = types.isNativeError(cause) ? cause.message : String(cause);
    throw new BadConfiguration(
      `The environment is not usable. NATS_CA: No certificate can be read from the file (${reason}).`,
      { cause },
    );
  }
}
