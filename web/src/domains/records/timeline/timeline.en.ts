export const timelineEn = {
  lanes: {
    label: 'Show',
    all: 'All',
    attack: 'Attack',
    people: 'People',
    runs: 'Runs',
    record: 'Record',
  },
  person: {
    label: 'Person',
    anyone: 'Anyone',
  },
  clock: {
    label: 'Sort attack events',
    happened: 'Happened',
    recorded: 'Recorded',
  },
  day: {
    entries_one: '1 entry',
    entries_other: '{{number}} entries',
  },
  burst: {
    changes: 'changed the record {{number}} times',
    runs: 'ran {{number}} times',
    show: 'Show all',
    more: '{{number}} more',
  },
  export: {
    open: 'Export',
    csv: 'Export as CSV',
    json: 'Export as JSON',
    failed: 'Couldn’t export the timeline',
  },
  none: 'Nothing matches these filters',
  reset: 'Show everything',
  run: {
    queued: 'is queued',
    running: 'is running',
    waiting: 'is waiting',
    succeeded: 'succeeded',
    failed: 'failed',
    cancelled: 'was canceled',
    number: 'Run {{number}}',
    open: 'Open run',
  },
}
