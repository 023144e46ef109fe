import { manifest } from '../kit/manifest.ts'
import { choice, input, items, LIMIT, MAYBE, NUMBER, part, TEXT, text, vendor } from './schema.ts'

const DOCS = 'https://nvd.nist.gov/developers/vulnerabilities'
const path = '/rest/json/cves/2.0'
const instant = (title: string) => text(title, 'At most 120 days apart', { format: 'date-time' })
const cve = text('CVE', 'For example CVE-2021-44228', { pattern: '^CVE-[0-9]{4}-[0-9]{4,}$' })
const metrics = items(
  part({ type: TEXT, cvssData: part({ baseScore: NUMBER, baseSeverity: TEXT, vectorString: TEXT }) }),
)
const vulnerability = part({
  id: TEXT,
  published: TEXT,
  lastModified: TEXT,
  vulnStatus: TEXT,
  descriptions: items(part({ lang: TEXT, value: TEXT })),
  metrics: part({ cvssMetricV40: metrics, cvssMetricV31: metrics, cvssMetricV30: metrics }),
  weaknesses: items(part({ description: items(part({ value: TEXT })) })),
  references: items(part({ url: TEXT, source: MAYBE })),
  cisaExploitAdd: MAYBE,
  cisaActionDue: MAYBE,
  cisaRequiredAction: MAYBE,
})
const paging = {
  kind: 'offset' as const,
  items: 'vulnerabilities',
  param: 'startIndex',
  size: { param: 'resultsPerPage', value: 500 },
  limit: 'limit',
}
const found = { paging, output: items(part({ cve: vulnerability })) }

/** National Vulnerability Database, version 2.0 of its interface. */
export const nvd = manifest({
  key: 'nvd',
  title: 'NVD',
  description: 'Reads vulnerabilities with their scores from the National Vulnerability Database.',
  vendor: 'NIST',
  categories: ['vulnerabilities'],
  icon: 'bug',
  version: '1.0.0',
  docs: DOCS,
  settings: input({ baseUrl: vendor('https://services.nvd.nist.gov') }),
  base: '{settings.baseUrl}',
  auth: [
    { kind: 'apiKey', in: 'header', name: 'apiKey', hint: 'NVD API key; it raises the rate limit' },
    { kind: 'none' },
  ],
  test: { method: 'GET', path, query: { cveId: 'CVE-2021-44228' } },
  actions: [
    {
      name: 'nvd.getCve',
      title: 'Get a CVE',
      description: 'Returns `null` if NVD does not have it.',
      docs: `${DOCS}#cves-cveId`,
      input: input({ cve }, ['cve']),
      request: { method: 'GET', path, query: { cveId: '{cve}' } },
      response: { pick: 'vulnerabilities.0.cve', output: vulnerability },
    },
    {
      name: 'nvd.searchCves',
      title: 'Search CVEs',
      docs: DOCS,
      input: input({
        words: text('Words', 'All of them must be in the description'),
        severity: choice('Severity', ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], 'CVSS version 3'),
        cwe: text('Weakness', 'For example CWE-287'),
        publishedFrom: instant('Published from'),
        publishedUntil: instant('Published until'),
        limit: LIMIT,
      }),
      request: {
        method: 'GET',
        path,
        query: {
          keywordSearch: '{words}',
          cvssV3Severity: '{severity}',
          cweId: '{cwe}',
          pubStartDate: '{publishedFrom}',
          pubEndDate: '{publishedUntil}',
        },
      },
      response: found,
    },
    {
      name: 'nvd.changedCves',
      title: 'List changed CVEs',
      description: 'Returns the CVEs that were changed in a period.',
      docs: DOCS,
      input: input({ from: instant('From'), until: instant('Until'), limit: LIMIT }, ['from', 'until']),
      request: {
        method: 'GET',
        path,
        query: { lastModStartDate: '{from}', lastModEndDate: '{until}' },
      },
      response: found,
    },
  ],
})
