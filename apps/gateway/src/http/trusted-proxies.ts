import { isIP } from 'node:net';
import { BadConfiguration } from '@pks/platform/process';

/** Whether the address at this place of the chain is a trusted proxy; place 0 is that of the connection itself. */
type Trust = (address: string, place: number) => boolean;

/** The proxies whose `X-Forwarded-For` is trusted: a number of them, addresses and networks, or none. @throws BadConfiguration */
export function trustedProxies(configured: string | undefined): false | string | Trust {
  if (configured === undefined) return false;
  if (!/^\d+$/.test(configured)) return networksOf(configured);
  const proxies = Number(configured);
  return (_address, place) => place < proxies;
}

function networksOf(configured: string): string {
  const wrong = configured.split(',').find((one) => !isNetwork(one.trim()));
  if (wrong === undefined) return configured;
  throw new BadConfiguration(
    `The environment is not usable. TRUST_PROXY: "${wrong.trim()}" is no address and no network.`,
  );
}

/** An address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return isIP(address) !== 0 && fits && more.length === 0;
}
