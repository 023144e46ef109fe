import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const UUID = '0e37e828-a9d9-45c0-ac50-1ca579b86c72'
const page = {
  url: 'https://login.example.org/',
  domain: 'login.example.org',
  ip: '198.51.100.7',
  country: 'DE',
  server: 'nginx',
  title: 'Log in',
}
const api = `https://urlscan.io/api/v1/result/${UUID}/`

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://urlscan.io/api/v1' },
  actions: {
    'urlscan.scan': {
      input: { url: page.url, visibility: 'unlisted' },
      sends: 'POST /scan/',
      body: { url: page.url, visibility: 'unlisted' },
      answers: {
        message: 'Submission successful',
        uuid: UUID,
        result: `https://urlscan.io/result/${UUID}/`,
        api,
        visibility: 'unlisted',
        url: page.url,
      },
      output: { uuid: UUID },
    },
    'urlscan.result': {
      input: { uuid: UUID },
      sends: `GET /result/${UUID}/`,
      answers: {
        page,
        task: { uuid: UUID, url: page.url, time: '2026-11-20T16:10:00Z', screenshotURL: null },
        verdicts: { overall: { score: 100, malicious: true, tags: ['phishing'] } },
        lists: { ips: ['198.51.100.7'], domains: [], urls: [], hashes: [] },
      },
      output: {
        verdict: 'malicious',
        score: 100,
        summary: 'login.example.org: Log in',
        link: `https://urlscan.io/result/${UUID}/`,
      },
    },
    'urlscan.search': {
      input: { query: 'domain:example.org', size: 10 },
      sends: 'GET /search/?q=domain:example.org&size=10',
      answers: {
        total: 1,
        results: [{ _id: UUID, result: api, page, task: { url: page.url, time: '2026-11-20T16:10:00Z' } }],
      },
      output: { total: 1 },
    },
    'urlscan.quota': {
      input: {},
      sends: 'GET /quotas',
      answers: { limits: { public: { day: { limit: 5000, used: 2 } } } },
    },
  },
}
