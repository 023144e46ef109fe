import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const CVE = 'CVE-2021-44228'
const cve = {
  id: CVE,
  published: '2021-12-10T10:15:09.143',
  lastModified: '2026-04-03T20:53:22.977',
  vulnStatus: 'Analyzed',
  descriptions: [{ lang: 'en', value: 'Remote code execution in a logging library' }],
  metrics: {
    cvssMetricV31: [
      {
        type: 'Primary',
        cvssData: {
          baseScore: 10,
          baseSeverity: 'CRITICAL',
          vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
        },
      },
    ],
  },
  weaknesses: [{ description: [{ lang: 'en', value: 'CWE-502' }] }],
  references: [{ url: 'https://example.org/advisory', source: 'cve@example.org' }],
  cisaExploitAdd: '2021-12-10',
}
const found = { resultsPerPage: 1, startIndex: 0, totalResults: 1, vulnerabilities: [{ cve }] }
const PERIOD = ['2026-11-01T00:00:00.000Z', '2026-11-30T00:00:00.000Z'] as const
const [FROM, UNTIL] = PERIOD

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://services.nvd.nist.gov' },
  actions: {
    'nvd.getCve': {
      input: { cve: CVE },
      sends: `GET /rest/json/cves/2.0?cveId=${CVE}`,
      answers: found,
      output: { id: CVE, metrics: { cvssMetricV31: [{ cvssData: { baseScore: 10 } }] } },
    },
    'nvd.searchCves': {
      input: { words: 'logging', severity: 'CRITICAL', publishedFrom: FROM, publishedUntil: UNTIL },
      sends: `GET /rest/json/cves/2.0?keywordSearch=logging&cvssV3Severity=CRITICAL&pubStartDate=${FROM}&pubEndDate=${UNTIL}&resultsPerPage=500`,
      answers: found,
      output: { items: [{ cve: { id: CVE } }], more: false },
    },
    'nvd.changedCves': {
      input: { from: FROM, until: UNTIL },
      sends: `GET /rest/json/cves/2.0?lastModStartDate=${FROM}&lastModEndDate=${UNTIL}&resultsPerPage=500`,
      answers: found,
      output: { items: [{ cve: { id: CVE } }] },
    },
  },
}
