export const verdictsEn = {
  verdicts: { malicious: 'Malicious', suspicious: 'Suspicious', clean: 'Clean', unknown: 'Unknown' },
  scored: '{{verdict}} {{score}}',
  lookup: '{{source}}: {{verdict}}, {{age}} ago',
  lookupNow: '{{source}}: {{verdict}}, just now',
  expired: '{{lookup}}, expired',
  summed: '{{lookup}} – {{summary}}',
  inRecords_one: 'in {{count}} record',
  inRecords_other: 'in {{count}} records',
  more: '+{{count}}',
  sightings_one: '{{count}} record, {{recent}} in the last {{days}} days',
  sightings_other: '{{count}} records, {{recent}} in the last {{days}} days',
} as const
