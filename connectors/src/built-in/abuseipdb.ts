import { manifest } from '../kit/manifest.ts'
import { FLAG, input, items, list, MAYBE, NUMBER, part, TEXT, text, whole } from './schema.ts'

const errors = { message: ['errors.0.detail'] }
const ipAddress = text('IP address', 'Version 4 or 6')
const maxAgeInDays = whole('Days to look back', '1 to 365; default 30', { minimum: 1, maximum: 365 })

/** AbuseIPDB, version 2 of its interface. */
export const abuseipdb = manifest({
  key: 'abuseipdb',
  title: 'AbuseIPDB',
  description: 'Checks IP addresses against abuse reports and reports abusive ones.',
  vendor: 'Marathon Studios',
  categories: ['threat intelligence'],
  icon: 'shield-exclamation',
  version: '1.0.0',
  docs: 'https://docs.abuseipdb.com/',
  settings: input({}),
  base: 'https://api.abuseipdb.com/api/v2',
  auth: [{ kind: 'apiKey', in: 'header', name: 'Key', hint: 'API key of your AbuseIPDB account' }],
  test: { method: 'GET', path: '/check', query: { ipAddress: '127.0.0.1' } },
  actions: [
    {
      name: 'abuseipdb.check',
      title: 'Check an IP address',
      description: 'Returns a verdict based on the reported abuse score.',
      input: input({ ipAddress, maxAgeInDays }, ['ipAddress']),
      request: {
        method: 'GET',
        path: '/check',
        query: { ipAddress: '{ipAddress}', maxAgeInDays: '{maxAgeInDays}' },
      },
      response: {
        pick: 'data',
        verdict: {
          rules: [
            { verdict: 'benign', at: 'isWhitelisted', is: true },
            { verdict: 'malicious', at: 'abuseConfidenceScore', atLeast: 75 },
            { verdict: 'suspicious', at: 'abuseConfidenceScore', atLeast: 25 },
            { verdict: 'benign', at: 'totalReports', atLeast: 0 },
          ],
          otherwise: 'unknown',
          score: { at: 'abuseConfidenceScore', outOf: 100 },
          summary: '{totalReports} reports, abuse confidence {abuseConfidenceScore}%',
          link: 'https://www.abuseipdb.com/check/{input.ipAddress}',
        },
        output: part({
          ipAddress: TEXT,
          isPublic: FLAG,
          abuseConfidenceScore: NUMBER,
          countryCode: MAYBE,
          usageType: MAYBE,
          isp: MAYBE,
          domain: MAYBE,
          totalReports: NUMBER,
          numDistinctUsers: NUMBER,
          lastReportedAt: MAYBE,
        }),
        errors,
      },
    },
    {
      name: 'abuseipdb.reports',
      title: 'List reports of an IP address',
      description: 'Returns the newest reports with comments and categories.',
      input: input(
        { ipAddress, maxAgeInDays, perPage: whole('Reports', 'Up to 100', { minimum: 1, maximum: 100 }) },
        ['ipAddress'],
      ),
      request: {
        method: 'GET',
        path: '/reports',
        query: { ipAddress: '{ipAddress}', maxAgeInDays: '{maxAgeInDays}', perPage: '{perPage}' },
      },
      response: {
        pick: 'data',
        output: part({
          total: NUMBER,
          results: items(part({ reportedAt: TEXT, comment: TEXT, categories: items(NUMBER) })),
        }),
        errors,
      },
    },
    {
      name: 'abuseipdb.report',
      title: 'Report an IP address',
      description: 'The report is public: leave names and internal addresses out of the comment.',
      input: input(
        {
          ip: ipAddress,
          categories: list(
            'Categories',
            { type: 'integer' },
            'AbuseIPDB category numbers, such as 18 (brute force) or 22 (SSH)',
            {
              minItems: 1,
              maxItems: 30,
            },
          ),
          comment: text('Comment', undefined, { maxLength: 1_024 }),
        },
        ['ip', 'categories'],
      ),
      request: {
        method: 'POST',
        path: '/report',
        query: { ip: '{ip}', categories: '{categories}', comment: '{comment}' },
        lists: 'comma',
      },
      response: { pick: 'data', output: part({ ipAddress: TEXT, abuseConfidenceScore: NUMBER }), errors },
    },
    {
      name: 'abuseipdb.checkNetwork',
      title: 'Check a network',
      description: 'Returns the reported addresses of a network.',
      input: input({ network: text('Network', 'For example 192.0.2.0/24'), maxAgeInDays }, ['network']),
      request: {
        method: 'GET',
        path: '/check-block',
        query: { network: '{network}', maxAgeInDays: '{maxAgeInDays}' },
      },
      response: {
        pick: 'data',
        output: part({
          networkAddress: TEXT,
          netmask: TEXT,
          reportedAddress: items(part({ ipAddress: TEXT, numReports: NUMBER, abuseConfidenceScore: NUMBER })),
        }),
        errors,
      },
    },
  ],
})
