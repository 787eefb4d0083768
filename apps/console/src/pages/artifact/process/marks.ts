/** The marks that distinguish kinds of events, gateways and tasks: paths around 0,0 in a square of 18. */
export const MARKS = {
  message: 'M-8-5.5h16v11h-16z M-8-5.5l8 6.5l8-6.5',
  timer: 'M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0 M0-5v5h4',
  error: 'M-7 7l4-12l5 7l5-9l-4 13l-5-7z',
  signal: 'M0-8l8 13h-16z',
  escalation: 'M0-8l6 15l-6-6l-6 6z',
  compensation: 'M0-6v12l-8-6z M8-6v12l-8-6z',
  conditional: 'M-6-8h12v16h-12z M-3-4h6 M-3 0h6 M-3 4h6',
  link: 'M-8-3h9v-4l7 7l-7 7v-4h-9z',
  cross: 'M-8-6l2-2l6 6l6-6l2 2l-6 6l6 6l-2 2l-6-6l-6 6l-2-2l6-6z',
  plus: 'M-2-9h4v7h7v4h-7v7h-4v-7h-7v-4h7z',
  terminate: 'M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
  multiple: 'M0-8l8 6l-3 9h-10l-3-9z',
  inclusive: 'M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0 M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0',
  eventBased:
    'M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0 M-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0 M0-5.5l5.5 4l-2 6h-7l-2-6z',
  complex: 'M0-9v18 M-9 0h18 M-6-6l12 12 M6-6l-12 12',
  user: 'M-3.5-4.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0 M-7.5 8v-3c0-3.5 3-5 7.5-5s7.5 1.5 7.5 5v3z',
  manual:
    'M-8 0l5-6c1.2-1.2 3 .2 2 1.6l-2 2.9h9.5c1.8 0 1.8 2.6 0 2.6h-5h4.5c1.6 .2 1.4 2.5 0 2.5h-4.5h3.7c1.4 .2 1.2 2.4-.2 2.4h-8l-5-1z',
  service:
    'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0 M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0 M0-8v3 M0 5v3 M-8 0h3 M5 0h3 M-5.7-5.7l2.2 2.2 M3.5 3.5l2.2 2.2 M5.7-5.7l-2.2 2.2 M-3.5 3.5l-2.2 2.2',
  script: 'M-4-8h9c-4 5 4 9 0 16h-9c4-7-4-11 0-16z M-2.5-4h5 M-1 0h5 M-.5 4h5',
  rule: 'M-8-6h16v12h-16z M-8-2h16 M-8 2h16 M-3-2v8',
  collapsed: 'M-7-7h14v14h-14z M0-4v8 M-4 0h8',
  loop: 'M-3 6.5a6.5 6.5 0 1 1 5 0 M-3 6.5h-4 M-3 6.5v-4',
  parallel: 'M-4-6v12 M0-6v12 M4-6v12',
  sequential: 'M-6-4h12 M-6 0h12 M-6 4h12',
  adHoc: 'M-8 2c3-7 6-4 8-2s5 4 8-2',
} as const;

export type Mark = keyof typeof MARKS;
