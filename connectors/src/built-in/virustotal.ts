import type { JsonObject } from '@caseloom/contract/kernel/json'
import { manifest } from '../kit/manifest.ts'
import { input, items, LIMIT, MAYBE, NUMBER, part, TEXT, text, vendor } from './schema.ts'

const STATS = ['malicious', 'suspicious', 'harmless', 'undetected'].map(
  (name) => `attributes.last_analysis_stats.${name}`,
)
const [MALICIOUS = '', SUSPICIOUS = ''] = STATS
const report = part({
  id: TEXT,
  type: TEXT,
  attributes: part({
    last_analysis_stats: part({
      malicious: NUMBER,
      suspicious: NUMBER,
      harmless: NUMBER,
      undetected: NUMBER,
    }),
    reputation: NUMBER,
    last_analysis_date: NUMBER,
    tags: items(TEXT),
  }),
})
const errors = { message: ['error.message'] }

/** Several engines agree, one of them alone may be wrong. */
function verdict(page: string) {
  return {
    rules: [
      { verdict: 'malicious' as const, at: MALICIOUS, atLeast: 3 },
      { verdict: 'suspicious' as const, at: MALICIOUS, atLeast: 1 },
      { verdict: 'suspicious' as const, at: SUSPICIOUS, atLeast: 1 },
    ],
    score: { at: MALICIOUS, outOf: STATS },
    summary: `{${MALICIOUS}} engines call it malicious, {${SUSPICIOUS}} suspicious`,
    link: `https://www.virustotal.com/gui/${page}`,
    missing: true,
  }
}

function lookUp(kind: { verb: string; title: string; path: string; page: string; of: JsonObject }) {
  const { verb, title, path, page, of } = kind
  const [name = ''] = Object.keys(of)
  return {
    name: `virustotal.${verb}`,
    title,
    description: 'Returns a verdict from the newest analysis; unknown if VirusTotal has never seen it.',
    input: { type: 'object', properties: of, required: [name], additionalProperties: false },
    request: { method: 'GET' as const, path },
    response: { pick: 'data', verdict: verdict(page), output: report, errors },
  }
}

/** VirusTotal, version 3 of its interface. */
export const virustotal = manifest({
  key: 'virustotal',
  title: 'VirusTotal',
  description: 'Looks up files, IP addresses, domains, and URLs in VirusTotal.',
  vendor: 'Google',
  categories: ['threat intelligence'],
  icon: 'shield-search',
  version: '1.0.0',
  docs: 'https://docs.virustotal.com/reference/overview',
  settings: input({ baseUrl: vendor('https://www.virustotal.com/api/v3') }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'apiKey', in: 'header', name: 'x-apikey', hint: 'API key of your VirusTotal profile' }],
  test: { method: 'GET', path: '/domains/virustotal.com' },
  actions: [
    lookUp({
      verb: 'fileReport',
      title: 'Look up a file',
      path: '/files/{hash}',
      page: 'file/{input.hash}',
      of: { hash: text('Hash', 'MD5, SHA-1, or SHA-256 of the file', { pattern: '^[0-9A-Fa-f]{32,64}$' }) },
    }),
    lookUp({
      verb: 'ipReport',
      title: 'Look up an IP address',
      path: '/ip_addresses/{ip}',
      page: 'ip-address/{input.ip}',
      of: { ip: text('IP address') },
    }),
    lookUp({
      verb: 'domainReport',
      title: 'Look up a domain',
      path: '/domains/{domain}',
      page: 'domain/{input.domain}',
      of: { domain: text('Domain', 'For example example.org') },
    }),
    lookUp({
      verb: 'urlReport',
      title: 'Look up a URL',
      path: '/urls/{id}',
      page: 'url/{input.id}',
      of: {
        id: text(
          'URL identifier',
          'The URL in base64url without padding, or its SHA-256 as computed by VirusTotal',
        ),
      },
    }),
    {
      name: 'virustotal.scanUrl',
      title: 'Analyze a URL',
      description:
        'Submits a URL. The analysis is available some time later. VirusTotal shares the URL with others.',
      input: input({ url: text('URL', undefined, { format: 'uri' }) }, ['url']),
      request: { method: 'POST', path: '/urls', body: { type: 'form' } },
      response: { pick: 'data', output: part({ id: TEXT, type: TEXT }), errors },
    },
    {
      name: 'virustotal.getAnalysis',
      title: 'Get an analysis',
      description: 'Returns the state and findings of an analysis.',
      input: input({ id: text('Analysis', 'ID returned when the URL was submitted') }, ['id']),
      request: { method: 'GET', path: '/analyses/{id}' },
      response: {
        pick: 'data',
        output: part({ id: TEXT, attributes: part({ status: TEXT, stats: part({ malicious: NUMBER }) }) }),
        errors,
      },
    },
    {
      name: 'virustotal.listResolutions',
      title: 'List addresses of a domain',
      description: 'Returns past DNS answers for a domain, newest first.',
      input: input({ domain: text('Domain'), limit: LIMIT }, ['domain']),
      request: { method: 'GET', path: '/domains/{domain}/resolutions', query: { limit: '40' } },
      response: {
        paging: { kind: 'cursor', items: 'data', from: 'meta.cursor', param: 'cursor', limit: 'limit' },
        output: items(
          part({ id: TEXT, attributes: part({ ip_address: TEXT, host_name: MAYBE, date: NUMBER }) }),
        ),
        errors,
      },
    },
  ],
})
