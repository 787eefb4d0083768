const HELP = `npm start starts the whole product in this checkout, and stops it on Ctrl-C.

  npm start                   asks for nothing: PostgreSQL, NATS and a page of sent mails are part of it
  npm start -- --verbose      also prints the health addresses of all services
  npm start -- --built        starts what was built last, and builds nothing
  npm start -- --help         prints this

Variables, all optional:
  PORT                        of the API; 3000, or the next one that is free
  MAIL_PORT                   of the page of sent mails; any that is free
  DATA_DIRECTORY              for data, logs and secrets; .data
  DATABASE_URL                a PostgreSQL of your own, postgres://USER:PASSWORD@HOST:5432/DATABASE
  NATS_URL                    a NATS server of your own, nats://HOST:4222
  SMTP_URL                    a mail server instead of the page, smtp://HOST:587
  DEMO_DATA                   1 adds the demo data to your own database, 0 leaves it out

docs/operations.md describes the others.`;

const FLAGS = ['--verbose', '--built'];

/** The text and exit code with which a command ends instead of running; null if it runs. */
export function usageOf([command, ...args]) {
  if (command !== 'start') return null;
  if (args.some((arg) => arg === '--help' || arg === '-h')) return { text: HELP, code: 0 };
  const unknown = args.find((arg) => !FLAGS.includes(arg));
  if (unknown === undefined) return null;
  return { text: `npm start does not know "${unknown}": see npm start -- --help.`, code: 2 };
}
