import { manifest } from '../kit/manifest.ts'
import { input, items, LIMIT, list, part, TEXT, text, vendor } from './schema.ts'

const CVE: { type: string; pattern: string } = { type: 'string', pattern: '^CVE-[0-9]{4}-[0-9]{4,}$' }
const date = text('Date', 'Default today; since 2021-04-14', { format: 'date' })
const score = part({ cve: TEXT, epss: TEXT, percentile: TEXT, date: TEXT })

/** Exploit Prediction Scoring System of FIRST, version 1 of its interface. */
export const epss = manifest({
  key: 'epss',
  title: 'EPSS',
  description: 'Returns how likely it is that vulnerabilities are exploited within 30 days.',
  vendor: 'FIRST',
  categories: ['vulnerabilities'],
  icon: 'bug',
  version: '1.0.0',
  docs: 'https://api.first.org/epss/',
  settings: input({ baseUrl: vendor('https://api.first.org/data/v1') }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'none' }],
  test: { method: 'GET', path: '/epss', query: { cve: 'CVE-2021-44228' } },
  actions: [
    {
      name: 'epss.getScores',
      title: 'Get the scores of CVEs',
      description: '`epss` and `percentile` are numbers from 0 to 1, as text. Unknown CVEs are missing.',
      input: input({ cves: list('CVEs', CVE, 'Up to 100', { minItems: 1, maxItems: 100 }), date }, ['cves']),
      request: {
        method: 'GET',
        path: '/epss',
        query: { cve: '{cves}', date: '{date}', limit: '100' },
        lists: 'comma',
      },
      response: { pick: 'data', output: items(score) },
    },
    {
      name: 'epss.listAbove',
      title: 'List the CVEs above a score',
      input: input(
        {
          above: text('Score above', 'From 0 to 1, for example 0.95', { pattern: '^(0(\\.[0-9]+)?|1)$' }),
          date,
          limit: LIMIT,
        },
        ['above'],
      ),
      request: {
        method: 'GET',
        path: '/epss',
        query: { 'epss-gt': '{above}', date: '{date}' },
      },
      response: {
        paging: {
          kind: 'offset',
          items: 'data',
          param: 'offset',
          size: { param: 'limit', value: 100 },
          limit: 'limit',
        },
        output: items(score),
      },
    },
  ],
})
