import { fileURLToPath } from 'node:url';

/** The folder of this checkout. */
export const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
