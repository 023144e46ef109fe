import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const IP = '198.51.100.7'
const checked = {
  ipAddress: IP,
  isPublic: true,
  isWhitelisted: null,
  abuseConfidenceScore: 100,
  countryCode: 'DE',
  usageType: 'Data Center/Web Hosting/Transit',
  isp: 'Example GmbH',
  domain: 'example.org',
  totalReports: 12,
  numDistinctUsers: 5,
  lastReportedAt: '2026-11-20T16:10:00+00:00',
}

export const fixtures: ConnectorFixtures = {
  settings: {},
  actions: {
    'abuseipdb.check': {
      input: { ipAddress: IP, maxAgeInDays: 90 },
      sends: `GET /check?ipAddress=${IP}&maxAgeInDays=90`,
      answers: { data: checked },
      output: {
        verdict: 'malicious',
        score: 100,
        summary: '12 reports, abuse confidence 100%',
        link: `https://www.abuseipdb.com/check/${IP}`,
        raw: { isp: 'Example GmbH' },
      },
    },
    'abuseipdb.reports': {
      input: { ipAddress: IP, perPage: 25 },
      sends: `GET /reports?ipAddress=${IP}&perPage=25`,
      answers: {
        data: {
          total: 1,
          page: 1,
          results: [{ reportedAt: '2026-11-20T16:10:00+00:00', comment: 'ssh', categories: [18, 22] }],
        },
      },
      output: { total: 1, results: [{ comment: 'ssh' }] },
    },
    'abuseipdb.report': {
      input: { ip: IP, categories: [18, 22], comment: 'Many sign-ins' },
      sends: `POST /report?ip=${IP}&categories=18,22&comment=Many+sign-ins`,
      answers: { data: { ipAddress: IP, abuseConfidenceScore: 52 } },
      output: { abuseConfidenceScore: 52 },
    },
    'abuseipdb.checkNetwork': {
      input: { network: '198.51.100.0/24' },
      sends: 'GET /check-block?network=198.51.100.0/24',
      answers: {
        data: {
          networkAddress: '198.51.100.0',
          netmask: '255.255.255.0',
          reportedAddress: [{ ipAddress: IP, numReports: 3, abuseConfidenceScore: 20 }],
        },
      },
      output: { reportedAddress: [{ ipAddress: IP }] },
    },
  },
}
