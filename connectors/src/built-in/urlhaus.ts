import type { JsonObject } from '@caseloom/contract/kernel/json'
import { manifest } from '../kit/manifest.ts'
import { input, items, MAYBE, part, TEXT, text, vendor } from './schema.ts'

const DOCS = 'https://urlhaus-api.abuse.ch/'
const entry = part({
  id: TEXT,
  url: TEXT,
  url_status: TEXT,
  date_added: TEXT,
  threat: MAYBE,
  tags: { type: ['array', 'null'], items: TEXT },
})
const nothing = { at: 'query_status', is: 'no_results' }
const listed = { verdict: 'suspicious' as const, at: 'query_status', is: 'ok' }
const refused = (is: string) => ({ message: ['query_status'], when: { at: 'query_status', is } })

function payload(verb: string, title: string, of: { [name: string]: JsonObject }) {
  const [name = ''] = Object.keys(of)
  return {
    name: `urlhaus.${verb}`,
    title,
    description: 'Returns a verdict: malicious if a malware site has delivered the file.',
    docs: `${DOCS}#payloadinfo`,
    input: input(of, [name]),
    request: { method: 'POST' as const, path: '/payload/', body: { type: 'form' as const } },
    response: {
      verdict: {
        rules: [{ ...listed, verdict: 'malicious' as const }],
        otherwise: 'unknown' as const,
        nothing,
        summary: 'Delivered by {url_count} URLs as {file_type}; signature {signature}',
        link: `https://urlhaus.abuse.ch/browse.php?search={input.${name}}`,
      },
      output: part({
        query_status: TEXT,
        md5_hash: TEXT,
        sha256_hash: TEXT,
        file_type: MAYBE,
        signature: MAYBE,
        firstseen: MAYBE,
        lastseen: MAYBE,
        url_count: TEXT,
        urls: items(part({ url: TEXT, url_status: TEXT })),
      }),
      errors: refused(`invalid_${name}`),
    },
    idempotent: true,
  }
}

/** URLhaus of abuse.ch, version 1 of its interface. */
export const urlhaus = manifest({
  key: 'urlhaus',
  title: 'URLhaus',
  description: 'Looks up URLs, hosts, and files of malware distribution sites.',
  vendor: 'abuse.ch',
  categories: ['threat intelligence'],
  icon: 'virus',
  version: '1.0.0',
  docs: DOCS,
  settings: input({ baseUrl: vendor('https://urlhaus-api.abuse.ch/v1') }),
  base: '{settings.baseUrl}',
  auth: [
    { kind: 'apiKey', in: 'header', name: 'Auth-Key', hint: 'Auth-Key of your account at auth.abuse.ch' },
  ],
  test: { method: 'POST', path: '/host/', body: { type: 'form', value: { host: 'example.org' } } },
  actions: [
    {
      name: 'urlhaus.urlReport',
      title: 'Look up a URL',
      description:
        'Returns a verdict: malicious while the URL delivers malware, suspicious if it did so before.',
      docs: `${DOCS}#urlinfo`,
      input: input({ url: text('URL', undefined, { format: 'uri' }) }, ['url']),
      request: { method: 'POST', path: '/url/', body: { type: 'form' } },
      response: {
        verdict: {
          rules: [{ verdict: 'malicious', at: 'url_status', is: 'online' }, listed],
          otherwise: 'unknown',
          nothing,
          summary: '{threat}, {url_status}, added {date_added}',
          link: '{urlhaus_reference}',
        },
        output: part({
          query_status: TEXT,
          id: TEXT,
          urlhaus_reference: TEXT,
          url: TEXT,
          url_status: TEXT,
          host: TEXT,
          date_added: TEXT,
          threat: MAYBE,
          blacklists: { type: 'object' },
          tags: { type: ['array', 'null'], items: TEXT },
          payloads: items(part({ response_sha256: TEXT, file_type: MAYBE, signature: MAYBE })),
        }),
        errors: refused('invalid_url'),
      },
      idempotent: true,
    },
    {
      name: 'urlhaus.hostReport',
      title: 'Look up a host',
      description:
        'Returns a verdict: suspicious if the host has malware URLs. Hacked sites are listed, too.',
      docs: `${DOCS}#hostinfo`,
      input: input({ host: text('Host', 'IP address (version 4), host name, or domain') }, ['host']),
      request: { method: 'POST', path: '/host/', body: { type: 'form' } },
      response: {
        verdict: {
          rules: [
            { verdict: 'malicious', at: 'blacklists.spamhaus_dbl', is: 'botnet_cc_domain' },
            { verdict: 'malicious', at: 'blacklists.spamhaus_dbl', is: 'phishing_domain' },
            listed,
          ],
          otherwise: 'unknown',
          nothing,
          summary: '{url_count} malware URLs since {firstseen}',
          link: '{urlhaus_reference}',
        },
        output: part({
          query_status: TEXT,
          urlhaus_reference: TEXT,
          host: TEXT,
          firstseen: MAYBE,
          url_count: TEXT,
          blacklists: { type: 'object' },
          urls: items(entry),
        }),
        errors: refused('invalid_host'),
      },
      idempotent: true,
    },
    payload('fileReport', 'Look up a file by SHA-256', {
      sha256_hash: text('Hash', 'SHA-256 of the file', { pattern: '^[0-9A-Fa-f]{64}$' }),
    }),
    payload('fileReportByMd5', 'Look up a file by MD5', {
      md5_hash: text('Hash', 'MD5 of the file', { pattern: '^[0-9A-Fa-f]{32}$' }),
    }),
  ],
})
