import { manifest } from '../kit/manifest.ts'
import { choice, FLAG, input, items, list, MAYBE, NUMBER, part, TEXT, text, vendor, whole } from './schema.ts'

const errors = { message: ['description', 'message'] }
const page = part({ url: TEXT, domain: TEXT, ip: MAYBE, country: MAYBE, server: MAYBE, title: MAYBE })

/** urlscan.io. */
export const urlscan = manifest({
  key: 'urlscan',
  title: 'urlscan.io',
  description: 'Opens web pages in a remote browser and shows what they did.',
  vendor: 'urlscan',
  categories: ['threat intelligence'],
  icon: 'world-search',
  version: '1.0.0',
  docs: 'https://docs.urlscan.io/apis/urlscan-openapi',
  settings: input({ baseUrl: vendor('https://urlscan.io/api/v1') }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'apiKey', in: 'header', name: 'API-Key', hint: 'API key of your urlscan.io account' }],
  test: { method: 'GET', path: '/search/', query: { q: 'domain:urlscan.io', size: '1' } },
  actions: [
    {
      name: 'urlscan.scan',
      title: 'Scan a URL',
      description: 'Opens a page. The result is available after about 30 seconds.',
      input: input(
        {
          url: text('URL', undefined, { format: 'uri' }),
          visibility: choice('Visibility', ['public', 'unlisted', 'private'], 'Who can find the scan'),
          country: text('Country', 'Country to open the page from, such as de', {
            pattern: '^[a-z]{2}$',
          }),
          tags: list('Tags', { type: 'string' }, undefined, { maxItems: 10 }),
        },
        ['url'],
      ),
      request: { method: 'POST', path: '/scan/', body: {} },
      response: {
        output: part({ uuid: TEXT, result: TEXT, api: TEXT, visibility: TEXT, url: TEXT }),
        errors,
      },
    },
    {
      name: 'urlscan.result',
      title: 'Get the result of a scan',
      description: 'Returns a verdict; unknown until the scan has finished.',
      input: input({ uuid: text('Scan', 'UUID returned by the scan') }, ['uuid']),
      request: { method: 'GET', path: '/result/{uuid}/' },
      response: {
        verdict: {
          rules: [
            { verdict: 'malicious', at: 'verdicts.overall.malicious', is: true },
            { verdict: 'suspicious', at: 'verdicts.overall.score', atLeast: 20 },
          ],
          score: { at: 'verdicts.overall.score', outOf: 100 },
          summary: '{page.domain}: {page.title}',
          link: 'https://urlscan.io/result/{input.uuid}/',
          missing: true,
        },
        output: part({
          page,
          task: part({ uuid: TEXT, url: TEXT, time: TEXT, screenshotURL: MAYBE }),
          verdicts: part({ overall: part({ score: NUMBER, malicious: FLAG, tags: items(TEXT) }) }),
          lists: part({ ips: items(TEXT), domains: items(TEXT), urls: items(TEXT), hashes: items(TEXT) }),
        }),
        errors,
      },
    },
    {
      name: 'urlscan.search',
      title: 'Search scans',
      description: 'Finds public scans and your own, newest first.',
      input: input(
        {
          query: text('Query', 'For example domain:example.org AND date:>now-7d'),
          size: whole('Limit', '1 to 1000; default 100', { minimum: 1, maximum: 1_000 }),
        },
        ['query'],
      ),
      request: { method: 'GET', path: '/search/', query: { q: '{query}', size: '{size}' } },
      response: {
        output: part({
          total: NUMBER,
          results: items(part({ _id: TEXT, result: TEXT, page, task: part({ url: TEXT, time: TEXT }) })),
        }),
        errors,
      },
    },
    {
      name: 'urlscan.quota',
      title: 'Get the quota',
      description: 'Returns how many scans and searches are left.',
      input: input({}),
      request: { method: 'GET', path: '/quotas' },
      response: { output: part({ limits: { type: 'object' } }), errors },
    },
  ],
})
