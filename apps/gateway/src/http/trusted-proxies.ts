/** Whether the address at this place of the chain is one whose word counts; the first place is the connection's own. */
type Trust = (address: string, place: number) => boolean;

/** Whose `X-Forwarded-For` is believed: that of so many proxies, of these addresses and networks, or nobody's. */
export function trustedProxies(configured: string | undefined): false | string | Trust {
  if (configured === undefined) return false;
  if (!/^\d+$/.test(configured)) return configured;
  const proxies = Number(configured);
  return (_address, place) => place < proxies;
}
