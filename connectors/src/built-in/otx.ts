import type { JsonObject } from '@caseloom/contract/kernel/json'
import { manifest } from '../kit/manifest.ts'
import { input, items, LIMIT, MAYBE, NUMBER, part, TEXT, text, vendor } from './schema.ts'

const errors = { message: ['detail', 'error'] }
const pulse = part({
  id: TEXT,
  name: TEXT,
  description: MAYBE,
  author_name: TEXT,
  adversary: MAYBE,
  tags: items(TEXT),
  created: TEXT,
  modified: TEXT,
})
const general = part({
  indicator: TEXT,
  type: TEXT,
  pulse_info: part({ count: NUMBER, pulses: items(part({ id: TEXT, name: TEXT })) }),
  validation: items(part({ source: TEXT, message: TEXT, name: TEXT })),
})

/** Pulses are written by the community: a mention is a reason to look, and a validated value is known to be harmless. */
function lookUp(kind: { verb: string; title: string; type: string; page: string; of: JsonObject }) {
  const { verb, title, type, page, of } = kind
  const [name = ''] = Object.keys(of)
  return {
    name: `otx.${verb}`,
    title,
    description:
      'Returns a verdict: suspicious if pulses of the community name it, benign if OTX has validated it.',
    input: { type: 'object', properties: of, required: [name], additionalProperties: false },
    request: { method: 'GET' as const, path: `/api/v1/indicators/${type}/{${name}}/general` },
    response: {
      verdict: {
        rules: [
          { verdict: 'benign' as const, at: 'validation.0', exists: true as const },
          { verdict: 'suspicious' as const, at: 'pulse_info.count', atLeast: 1 },
        ],
        otherwise: 'unknown' as const,
        summary: 'Named in {pulse_info.count} pulses',
        link: `https://otx.alienvault.com/indicator/${page}/{input.${name}}`,
        missing: true,
      },
      output: general,
      errors,
    },
  }
}

/** AlienVault Open Threat Exchange, version 1 of its interface. */
export const otx = manifest({
  key: 'otx',
  title: 'AlienVault OTX',
  description: 'Looks up addresses, domains, hosts, and files in the pulses of Open Threat Exchange.',
  vendor: 'LevelBlue',
  categories: ['threat intelligence'],
  icon: 'share',
  version: '1.0.0',
  docs: 'https://otx.alienvault.com/api',
  settings: input({ baseUrl: vendor('https://otx.alienvault.com') }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'apiKey', in: 'header', name: 'X-OTX-API-KEY', hint: 'OTX key of your account' }],
  test: { method: 'GET', path: '/api/v1/pulses/subscribed', query: { limit: '1' } },
  actions: [
    lookUp({
      verb: 'ipReport',
      title: 'Look up an IP address (version 4)',
      type: 'IPv4',
      page: 'ip',
      of: { ip: text('IP address', 'Version 4') },
    }),
    lookUp({
      verb: 'ipv6Report',
      title: 'Look up an IP address (version 6)',
      type: 'IPv6',
      page: 'ip',
      of: { ip: text('IP address', 'Version 6') },
    }),
    lookUp({
      verb: 'domainReport',
      title: 'Look up a domain',
      type: 'domain',
      page: 'domain',
      of: { domain: text('Domain', 'For example example.org') },
    }),
    lookUp({
      verb: 'hostReport',
      title: 'Look up a host name',
      type: 'hostname',
      page: 'hostname',
      of: { host: text('Host name', 'For example mail.example.org') },
    }),
    lookUp({
      verb: 'fileReport',
      title: 'Look up a file',
      type: 'file',
      page: 'file',
      of: { hash: text('Hash', 'MD5, SHA-1, or SHA-256 of the file', { pattern: '^[0-9A-Fa-f]{32,64}$' }) },
    }),
    {
      name: 'otx.searchPulses',
      title: 'Search pulses',
      input: input({ query: text('Words', 'For example the name of a malware family'), limit: LIMIT }, [
        'query',
      ]),
      request: { method: 'GET', path: '/api/v1/search/pulses', query: { q: '{query}', limit: '25' } },
      response: {
        paging: { kind: 'link', items: 'results', from: 'next', limit: 'limit' },
        output: items(pulse),
        errors,
      },
    },
    {
      name: 'otx.subscribedPulses',
      title: 'List subscribed pulses',
      description: 'Returns the pulses that the account follows, with their indicators.',
      input: input({
        modified_since: text('Changed since', undefined, { format: 'date-time' }),
        limit: LIMIT,
      }),
      request: {
        method: 'GET',
        path: '/api/v1/pulses/subscribed',
        query: { modified_since: '{modified_since}', limit: '20' },
      },
      response: {
        paging: { kind: 'link', items: 'results', from: 'next', limit: 'limit' },
        output: items(pulse),
        errors,
      },
    },
  ],
})
