import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const CVE = 'CVE-2021-44228'
const score = { cve: CVE, epss: '0.94358', percentile: '0.99960', date: '2026-11-20' }
const answers = {
  status: 'OK',
  'status-code': 200,
  version: '1.0',
  total: 1,
  offset: 0,
  limit: 100,
  data: [score],
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://api.first.org/data/v1' },
  actions: {
    'epss.getScores': {
      input: { cves: [CVE, 'CVE-2026-0001'], date: '2026-11-20' },
      sends: `GET /epss?cve=${CVE},CVE-2026-0001&date=2026-11-20&limit=100`,
      answers,
      output: [{ epss: '0.94358' }],
    },
    'epss.listAbove': {
      input: { above: '0.9' },
      sends: 'GET /epss?epss-gt=0.9&limit=100',
      answers,
      output: { items: [{ cve: CVE }], more: false },
    },
  },
}
