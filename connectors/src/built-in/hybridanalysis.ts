import { manifest } from '../kit/manifest.ts'
import { input, items, MAYBE, NUMBER, part, TEXT, text, vendor, whole } from './schema.ts'

const errors = { message: ['message'] }
const report = text('Report', 'Job ID, or SHA-256 and environment such as HASH:160')
const NUMBER_OR_NONE = { type: ['number', 'null'] }

/** Hybrid Analysis, version 2 of its interface. */
export const hybridanalysis = manifest({
  key: 'hybridanalysis',
  title: 'Hybrid Analysis',
  description: 'Looks up files in the Falcon Sandbox and analyzes URLs.',
  vendor: 'CrowdStrike',
  categories: ['threat intelligence', 'sandbox'],
  icon: 'file-search',
  version: '1.0.0',
  docs: 'https://www.hybrid-analysis.com/docs/api/v2',
  settings: input({ baseUrl: vendor('https://www.hybrid-analysis.com/api/v2') }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'apiKey', in: 'header', name: 'api-key', hint: 'API key of your Hybrid Analysis profile' }],
  headers: { 'User-Agent': 'Falcon Sandbox' },
  test: { method: 'GET', path: '/key/current' },
  actions: [
    {
      name: 'hybridanalysis.fileReport',
      title: 'Look up a file',
      description: 'Returns a verdict from all analyses of the file; unknown if there are none.',
      input: input({ sha256: text('Hash', 'SHA-256 of the file', { pattern: '^[0-9A-Fa-f]{64}$' }) }, [
        'sha256',
      ]),
      request: { method: 'GET', path: '/overview/{sha256}' },
      response: {
        verdict: {
          rules: [
            { verdict: 'malicious', at: 'verdict', is: 'malicious' },
            { verdict: 'suspicious', at: 'verdict', is: 'suspicious' },
            { verdict: 'benign', at: 'verdict', is: 'whitelisted' },
            { verdict: 'benign', at: 'verdict', is: 'no specific threat' },
          ],
          otherwise: 'unknown',
          score: { at: 'threat_score', outOf: 100 },
          summary: '{verdict} {vx_family}',
          link: 'https://www.hybrid-analysis.com/sample/{input.sha256}',
          missing: true,
        },
        output: part({
          sha256: TEXT,
          verdict: MAYBE,
          threat_score: NUMBER_OR_NONE,
          vx_family: MAYBE,
          last_file_name: MAYBE,
          type: MAYBE,
          tags: items(TEXT),
        }),
        errors,
      },
    },
    {
      name: 'hybridanalysis.search',
      title: 'Search analyses',
      description: 'Returns analyses of files that contacted a host, domain, or URL. All terms must match.',
      input: input({
        host: text('IP address'),
        domain: text('Domain'),
        url: text('URL', 'Part of a requested URL'),
        vx_family: text('Malware family'),
        filename: text('File name'),
      }),
      request: { method: 'POST', path: '/search/terms', body: { type: 'form' } },
      response: {
        output: part({
          count: NUMBER,
          result: items(
            part({
              sha256: TEXT,
              verdict: MAYBE,
              threat_score: NUMBER_OR_NONE,
              vx_family: MAYBE,
              analysis_start_time: MAYBE,
            }),
          ),
        }),
        errors,
      },
      idempotent: true,
    },
    {
      name: 'hybridanalysis.analyzeUrl',
      title: 'Analyze a URL',
      description:
        'Submits a URL to the sandbox. The analysis takes some minutes and can be visible to others.',
      input: input(
        {
          url: text('URL', undefined, { format: 'uri' }),
          environment_id: whole('Environment', 'For example 160 (Windows 10, 64 bit)'),
        },
        ['url', 'environment_id'],
      ),
      request: { method: 'POST', path: '/submit/url-for-analysis', body: { type: 'form' } },
      response: { output: part({ job_id: TEXT, sha256: TEXT, environment_id: NUMBER }), errors },
    },
    {
      name: 'hybridanalysis.getState',
      title: 'Get the state of an analysis',
      input: input({ report }, ['report']),
      request: { method: 'GET', path: '/report/{report}/state' },
      response: { output: part({ state: TEXT, error: MAYBE }), errors },
    },
    {
      name: 'hybridanalysis.getReport',
      title: 'Get an analysis',
      input: input({ report }, ['report']),
      request: { method: 'GET', path: '/report/{report}/summary' },
      response: {
        output: part({
          sha256: TEXT,
          verdict: MAYBE,
          threat_score: NUMBER_OR_NONE,
          domains: items(TEXT),
          hosts: items(TEXT),
        }),
        errors,
      },
    },
  ],
})
