import { manifest } from '../kit/manifest.ts'
import { flag, input, items, MAYBE, NUMBER, part, TEXT, text, vendor, whole } from './schema.ts'

const errors = { message: ['error'] }
const query = text('Query', 'For example org:"Example" port:3389')
const facets = text('Summaries', 'Properties to count, for example country:10,port:10')
const host = part({
  ip_str: TEXT,
  hostnames: items(TEXT),
  domains: items(TEXT),
  ports: items(NUMBER),
  vulns: items(TEXT),
  tags: items(TEXT),
  org: MAYBE,
  isp: MAYBE,
  asn: MAYBE,
  os: MAYBE,
  country_name: MAYBE,
  last_update: TEXT,
})

/** Shodan, its REST interface. */
export const shodan = manifest({
  key: 'shodan',
  title: 'Shodan',
  description: 'Shows which ports, services, and vulnerabilities an address exposes to the internet.',
  vendor: 'Shodan',
  categories: ['threat intelligence', 'attack surface'],
  icon: 'world-search',
  version: '1.0.0',
  docs: 'https://developer.shodan.io/api',
  settings: input({ baseUrl: vendor('https://api.shodan.io') }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'apiKey', in: 'query', name: 'key', hint: 'API key of your Shodan account' }],
  test: { method: 'GET', path: '/api-info' },
  actions: [
    {
      name: 'shodan.host',
      title: 'Get an address',
      description: 'Returns the services of an address. The step fails with 404 if Shodan has never seen it.',
      input: input(
        {
          ip: text('IP address'),
          history: flag('With history', 'Includes earlier banners'),
          minify: flag('Without banners', 'Only ports and general information'),
        },
        ['ip'],
      ),
      request: {
        method: 'GET',
        path: '/shodan/host/{ip}',
        query: { history: '{history}', minify: '{minify}' },
      },
      response: { output: host, errors },
    },
    {
      name: 'shodan.search',
      title: 'Search services',
      description: 'Returns 100 results per page. Filters and further pages use query credits.',
      input: input({ query, facets, page: whole('Page', 'From 1', { minimum: 1 }) }, ['query']),
      request: {
        method: 'GET',
        path: '/shodan/host/search',
        query: { query: '{query}', facets: '{facets}', page: '{page}' },
      },
      response: {
        output: part({
          total: NUMBER,
          matches: items(part({ ip_str: TEXT, port: NUMBER, hostnames: items(TEXT), org: MAYBE })),
          facets: { type: 'object' },
        }),
        errors,
      },
    },
    {
      name: 'shodan.count',
      title: 'Count services',
      description: 'Returns the number of results of a query without using query credits.',
      input: input({ query, facets }, ['query']),
      request: { method: 'GET', path: '/shodan/host/count', query: { query: '{query}', facets: '{facets}' } },
      response: { output: part({ total: NUMBER, facets: { type: 'object' } }), errors },
    },
  ],
})
