// Loaded into a service before its own code: from one SIGUSR2 to the next, its clock is two days ahead. This moves
// the `Date` of JavaScript; not `performance.now`, timers, certificates, or the clocks of PostgreSQL and NATS.
const AHEAD_MS = 2 * 24 * 60 * 60 * 1000;
const RealDate = Date;
let ahead = 0;

globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};

process.on('SIGUSR2', () => {
  ahead = ahead === 0 ? AHEAD_MS : 0;
});
