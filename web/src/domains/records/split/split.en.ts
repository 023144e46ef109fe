export const splitEn = {
  key: 'Split view',
  name: 'Records in {{list}}',
  close: 'Close split view',
  width: 'Width of the list',
  narrow: 'Split view needs a wider window',
  narrowText: 'At least 1,200 pixels.',
  alone: 'Split view needs a list',
  aloneText: 'Open this record from a list to see both.',
  none: 'The list is empty',
} as const
