import { type PeerCertificate, checkServerIdentity } from 'node:tls';

/** How a connection to NATS is encrypted: the server's certificate is verified, and that it is for one of the hosts. */
export interface BusTls {
  readonly caFile?: string;
  readonly checkServerIdentity: typeof checkServerIdentity;
}

/** What Node.js takes for the host when the library gives it none, which it does for an IP address. */
const NO_HOST = 'localhost';

/** The encryption of connections to some hosts, names or IP addresses. `caFile` names the PEM file of those who sign their certificates. */
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
