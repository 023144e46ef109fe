export const buttonsEn = {
  menu: 'Run playbook',
  run: 'Run',
  started: '{{label}} has started',
  ended: {
    succeeded: '{{label}} succeeded',
    failed: '{{label}} failed',
    waiting: '{{label}} waits for an answer or an event',
    cancelled: '{{label}} was canceled',
  },
  openRun: 'Open run',
  known: '{{label}} has run for this already',
  filtered: '{{label}} did not start',
  failed: '{{label}} could not start',
} as const
