import { manifest } from '../kit/manifest.ts'
import { FLAG, input, items, LIMIT, MAYBE, part, TEXT, text, vendor } from './schema.ts'

const errors = { message: ['message', 'error'] }
const ip = text('IP address', 'Version 4')
const SCANNER = 'internet_scanner_intelligence'
const SERVICE = 'business_service_intelligence'
const link = 'https://viz.greynoise.io/ip/{input.ip}'
const context = part({
  ip: TEXT,
  [SERVICE]: part({ found: { type: ['boolean', 'null'] }, name: MAYBE, category: MAYBE, trust_level: MAYBE }),
  [SCANNER]: part({
    found: FLAG,
    classification: MAYBE,
    actor: MAYBE,
    first_seen: MAYBE,
    last_seen: MAYBE,
    tags: items(part({ name: TEXT, intention: TEXT })),
    metadata: part({ asn: TEXT, organization: TEXT, source_country: TEXT }),
  }),
})

/** GreyNoise, version 3 of its interface. */
export const greynoise = manifest({
  key: 'greynoise',
  title: 'GreyNoise',
  description: 'Distinguishes addresses that scan the whole internet from those that target you.',
  vendor: 'GreyNoise Intelligence',
  categories: ['threat intelligence'],
  icon: 'radar',
  version: '1.0.0',
  docs: 'https://docs.greynoise.io/docs/using-the-greynoise-api',
  settings: input({ baseUrl: vendor('https://api.greynoise.io') }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'apiKey', in: 'header', name: 'key', hint: 'API key of your GreyNoise account' }],
  test: { method: 'GET', path: '/v3/community/8.8.8.8' },
  actions: [
    {
      name: 'greynoise.ipReport',
      title: 'Look up an IP address',
      description:
        'Returns a verdict from all data that GreyNoise has on an address. Requires a paid or enterprise trial account.',
      docs: 'https://docs.greynoise.io/docs/v2-v3-api-migration-matrix',
      input: input({ ip }, ['ip']),
      request: { method: 'GET', path: '/v3/ip/{ip}' },
      response: {
        verdict: {
          rules: [
            { verdict: 'malicious', at: `${SCANNER}.classification`, is: 'malicious' },
            { verdict: 'suspicious', at: `${SCANNER}.classification`, is: 'suspicious' },
            { verdict: 'benign', at: `${SCANNER}.classification`, is: 'benign' },
            { verdict: 'benign', at: `${SERVICE}.found`, is: true },
          ],
          otherwise: 'unknown',
          summary: `Scanner: {${SCANNER}.classification} {${SCANNER}.actor}; service: {${SERVICE}.name}`,
          link,
          missing: true,
        },
        output: context,
        errors,
      },
    },
    {
      name: 'greynoise.communityReport',
      title: 'Look up an IP address (Community)',
      description:
        'Returns a verdict from the free data; unknown if GreyNoise has not seen the address lately.',
      docs: 'https://docs.greynoise.io/reference/getcommunityip',
      input: input({ ip }, ['ip']),
      request: { method: 'GET', path: '/v3/community/{ip}' },
      response: {
        verdict: {
          rules: [
            { verdict: 'malicious', at: 'classification', is: 'malicious' },
            { verdict: 'suspicious', at: 'classification', is: 'suspicious' },
            { verdict: 'benign', at: 'classification', is: 'benign' },
            { verdict: 'benign', at: 'riot', is: true },
          ],
          otherwise: 'unknown',
          summary: '{classification}: {name}, last seen {last_seen}',
          link,
          missing: true,
        },
        output: part({
          ip: TEXT,
          noise: FLAG,
          riot: FLAG,
          classification: TEXT,
          name: TEXT,
          link: TEXT,
          last_seen: TEXT,
        }),
        errors,
      },
    },
    {
      name: 'greynoise.query',
      title: 'Search addresses',
      description: 'Returns the addresses that match a GNQL query.',
      docs: 'https://docs.greynoise.io/docs/v2-v3-api-migration-matrix',
      input: input(
        { query: text('Query', 'GNQL, for example classification:malicious last_seen:1d'), limit: LIMIT },
        ['query'],
      ),
      request: { method: 'GET', path: '/v3/gnql', query: { query: '{query}', size: '1000' } },
      response: {
        paging: {
          kind: 'cursor',
          items: 'data',
          from: 'request_metadata.scroll',
          param: 'scroll',
          limit: 'limit',
        },
        output: items(context),
        errors,
      },
    },
  ],
})
