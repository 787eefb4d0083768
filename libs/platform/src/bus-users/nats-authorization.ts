import { type BusUser, busUsers } from './bus-users.ts';

/** The environment variable of the NATS server with a user's password, written as a string of its configuration: in quotes. */
function passwordVariable(user: string): string {
  return `NATS_${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`;
}

/** The users as a part of the NATS server's configuration, which takes their passwords from its environment. */
export function natsAuthorization(users: readonly BusUser[] = busUsers()): string {
  return ['authorization {', '  timeout: 5', '  users: [', ...users.flatMap(linesOf), '  ]', '}', ''].join(
    '\n',
  );
}

function linesOf({ name, publish, subscribe }: BusUser): string[] {
  return [
    '    {',
    `      user: ${name}`,
    `      password: $${passwordVariable(name)}`,
    '      permissions {',
    ...allowing('publish', publish),
    ...allowing('subscribe', subscribe),
    '      }',
    '    }',
  ];
}

function allowing(verb: string, subjects: readonly string[]): string[] {
  return [
    `        ${verb} {`,
    '          allow: [',
    ...subjects.map((subject) => `            "${subject}"`),
    '          ]',
    '        }',
  ];
}
