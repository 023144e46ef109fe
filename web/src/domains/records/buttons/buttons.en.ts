export const buttonsEn = {
  menu: 'Run playbook',
  run: 'Run',
  started: '{{label}} started',
  ended: {
    succeeded: '{{label}} succeeded',
    failed: '{{label}} failed',
    waiting: '{{label}} is waiting for a response or an event',
    cancelled: '{{label}} was canceled',
  },
  openRun: 'Open run',
  known: '{{label}} has already run for this',
  filtered: '{{label}} didn’t start',
  failed: 'Couldn’t start {{label}}',
} as const
