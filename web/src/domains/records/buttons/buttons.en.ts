export const buttonsEn = {
  menu: 'Run playbook',
  run: 'Run',
  started: '{{label}} has started',
  openRun: 'Open run',
  known: '{{label}} has run for this already',
  filtered: '{{label}} did not start',
  failed: '{{label}} could not start',
} as const
