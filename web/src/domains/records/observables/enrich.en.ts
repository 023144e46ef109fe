export const enrichEn = {
  enrich: 'Enrich',
  enrichAll: 'Enrich all',
  none: 'No published playbook looks up this type. In a playbook’s settings, make it a component that looks up types of observables.',
  mayNot: 'To enrich observables, you need permission to run playbooks.',
  failed: 'Couldn’t run {{playbook}}',
  runFailed: '{{playbook}} failed',
  askTitle: 'Run {{playbook}}?',
  askText_one: 'It looks up {{count}} observable.',
  askText_other: 'It looks up {{count}} observables.',
  progress: '{{done}} of {{all}}',
  running: 'Looking up',
} as const
