/** English texts of the page of saved views. */
export const reportingEn = {
  title: 'Reports',
  name: 'Name',
  app: 'App',
  owner: 'Saved by',
  for: 'Shared with',
  updated: 'Updated',
  own: 'Only me',
  everyone: 'Everyone',
  some: 'Selected people',
  failed: 'Couldn’t load reports',
  none: 'No reports yet',
  noneText: 'Filter a list of records and save it as a view. It appears here and as a tab on the list.',
  search: 'Search reports',
  count: '{{shown}} of {{total}}',
} as const
