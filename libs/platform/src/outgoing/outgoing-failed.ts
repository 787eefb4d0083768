/** A request to a server outside was refused or failed; the message says why, for the log. */
export class OutgoingFailed extends Error {}
