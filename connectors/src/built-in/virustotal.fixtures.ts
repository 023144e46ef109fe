import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const HASH = '44d88612fea8a8f36de82e1278abb02f'
const report = (id: string, type: string, malicious: number) => ({
  data: {
    id,
    type,
    attributes: {
      last_analysis_stats: { malicious, suspicious: 0, harmless: 10, undetected: 90 - malicious, timeout: 0 },
      reputation: -3,
      last_analysis_date: 1_732_118_000,
      tags: ['t'],
    },
  },
})

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://www.virustotal.com/api/v3' },
  actions: {
    'virustotal.fileReport': {
      input: { hash: HASH },
      sends: `GET /files/${HASH}`,
      answers: report(HASH, 'file', 60),
      output: {
        verdict: 'malicious',
        score: 60,
        summary: '60 engines call it malicious, 0 suspicious',
        link: `https://www.virustotal.com/gui/file/${HASH}`,
        raw: { id: HASH },
      },
    },
    'virustotal.ipReport': {
      input: { ip: '198.51.100.7' },
      sends: 'GET /ip_addresses/198.51.100.7',
      answers: report('198.51.100.7', 'ip_address', 1),
      output: { verdict: 'suspicious', score: 1 },
    },
    'virustotal.domainReport': {
      input: { domain: 'example.org' },
      sends: 'GET /domains/example.org',
      answers: report('example.org', 'domain', 0),
      output: { verdict: 'benign', score: 0 },
    },
    'virustotal.urlReport': {
      input: { id: 'aHR0cHM6Ly9leGFtcGxlLm9yZy8' },
      sends: 'GET /urls/aHR0cHM6Ly9leGFtcGxlLm9yZy8',
      answers: report('u-1', 'url', 3),
      output: { verdict: 'malicious' },
    },
    'virustotal.scanUrl': {
      input: { url: 'https://example.org/' },
      sends: 'POST /urls',
      body: 'url=https%3A%2F%2Fexample.org%2F',
      answers: { data: { type: 'analysis', id: 'u-1-2' } },
      output: { id: 'u-1-2' },
    },
    'virustotal.getAnalysis': {
      input: { id: 'u-1-2' },
      sends: 'GET /analyses/u-1-2',
      answers: { data: { id: 'u-1-2', attributes: { status: 'completed', stats: { malicious: 2 } } } },
      output: { attributes: { status: 'completed' } },
    },
    'virustotal.listResolutions': {
      input: { domain: 'example.org' },
      sends: 'GET /domains/example.org/resolutions?limit=40',
      answers: {
        data: [
          {
            id: 'r1',
            attributes: { ip_address: '198.51.100.7', host_name: 'example.org', date: 1_732_118_000 },
          },
        ],
        meta: {},
      },
      output: { items: [{ id: 'r1' }], more: false },
    },
  },
}
