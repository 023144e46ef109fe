/** English texts of the page of saved views. */
export const reportingEn = {
  title: 'Reports',
  name: 'Name',
  app: 'App',
  owner: 'Saved by',
  for: 'For',
  updated: 'Updated',
  own: 'Only me',
  everybody: 'Everyone',
  some: 'Some',
  failed: 'The reports could not be loaded',
  none: 'No reports yet',
  noneText: 'Filter a list of records, then save it as a view: it is kept here, and as a tab of its list.',
  search: 'Search reports',
  count: '{{shown}} of {{total}}',
} as const
