/** The password of every demo user. */
export const PASSWORD = 'demo-password';

/** The organization, and the project in it. */
export const DEMO = 'Demo';

/** The admin of the demo. */
export const ADMIN = 'admin@demo.test';

/** The other users of the demo, and what they may do in its project. */
export const MEMBERS = [
  { email: 'member@demo.test', permissions: ['CAN_VIEW_DATA'], profile: 'contributor' },
  { email: 'viewer@demo.test', permissions: ['CAN_VIEW_DATA'], profile: 'user' },
  {
    email: 'support@demo.test',
    permissions: ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS'],
    profile: 'tech',
  },
] as const;
