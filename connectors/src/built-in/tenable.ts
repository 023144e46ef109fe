import { manifest } from '../kit/manifest.ts'
import { choice, flag, input, items, MAYBE, NUMBER, part, TEXT, text, vendor, whole } from './schema.ts'

const DOCS = 'https://developer.tenable.com/reference'
const errors = { message: ['error', 'message'] }
const days = whole('Days', 'Only what was seen in the last days', { minimum: 1 })
const asset = text('Asset', 'UUID of the asset')
const filterBy = {
  field: text('Field', 'For example ipv4, fqdn, or operating_system'),
  operator: text('Comparison', 'For example eq, neq, or match'),
  value: text('Value'),
}
const filters = {
  'filter.0.filter': '{field}',
  'filter.0.quality': '{operator}',
  'filter.0.value': '{value}',
}
const vulnerability = part({
  plugin_id: NUMBER,
  plugin_name: TEXT,
  plugin_family: TEXT,
  severity: NUMBER,
  vulnerability_state: TEXT,
  vpr_score: NUMBER,
  count: NUMBER,
})

/** Tenable Vulnerability Management, its workbenches. */
export const tenable = manifest({
  key: 'tenable',
  title: 'Tenable',
  description: 'Lists vulnerabilities and assets of Tenable Vulnerability Management.',
  vendor: 'Tenable',
  categories: ['vulnerabilities'],
  icon: 'bug',
  version: '1.0.0',
  docs: DOCS,
  settings: input({ baseUrl: vendor('https://cloud.tenable.com') }),
  base: '{settings.baseUrl}',
  auth: [
    {
      kind: 'apiKey',
      in: 'header',
      name: 'X-ApiKeys',
      hint: 'Both API keys of a user, in the form accessKey=ACCESS_KEY; secretKey=SECRET_KEY',
    },
  ],
  test: { method: 'GET', path: '/session' },
  actions: [
    {
      name: 'tenable.listVulnerabilities',
      title: 'List vulnerabilities',
      description: 'Returns up to 5,000 vulnerabilities of all assets.',
      docs: `${DOCS}/workbenches-vulnerabilities`,
      input: input({
        severity: choice('Severity', ['critical', 'high', 'medium', 'low']),
        exploitable: flag('Only exploitable'),
        days,
        ...filterBy,
      }),
      request: {
        method: 'GET',
        path: '/workbenches/vulnerabilities',
        query: { severity: '{severity}', exploitable: '{exploitable}', date_range: '{days}', ...filters },
      },
      response: { pick: 'vulnerabilities', output: items(vulnerability), errors },
    },
    {
      name: 'tenable.getVulnerability',
      title: 'Get a vulnerability',
      docs: `${DOCS}/workbenches-vulnerability-info`,
      input: input({ plugin: whole('Plugin', 'Plugin ID', { minimum: 1 }) }, ['plugin']),
      request: { method: 'GET', path: '/workbenches/vulnerabilities/{plugin}/info' },
      response: {
        pick: 'info',
        output: part({
          description: MAYBE,
          synopsis: MAYBE,
          solution: MAYBE,
          severity: NUMBER,
          count: NUMBER,
        }),
        errors,
      },
    },
    {
      name: 'tenable.findAssets',
      title: 'Find assets',
      description: 'Returns up to 5,000 assets.',
      docs: `${DOCS}/workbenches-assets`,
      input: input({ ...filterBy, days }, ['field', 'operator', 'value']),
      request: { method: 'GET', path: '/workbenches/assets', query: { ...filters, date_range: '{days}' } },
      response: {
        pick: 'assets',
        output: items(
          part({
            id: TEXT,
            ipv4: items(TEXT),
            fqdn: items(TEXT),
            operating_system: items(TEXT),
            last_seen: TEXT,
          }),
        ),
        errors,
      },
    },
    {
      name: 'tenable.getAsset',
      title: 'Get an asset',
      docs: `${DOCS}/workbenches-asset-info`,
      input: input({ asset }, ['asset']),
      request: { method: 'GET', path: '/workbenches/assets/{asset}/info' },
      response: {
        pick: 'info',
        output: part({
          id: TEXT,
          fqdn: items(TEXT),
          operating_system: items(TEXT),
          counts: { type: 'object' },
        }),
        errors,
      },
    },
    {
      name: 'tenable.assetVulnerabilities',
      title: 'List the vulnerabilities of an asset',
      docs: `${DOCS}/workbenches-asset-vulnerabilities`,
      input: input({ asset, days }, ['asset']),
      request: {
        method: 'GET',
        path: '/workbenches/assets/{asset}/vulnerabilities',
        query: { date_range: '{days}' },
      },
      response: { pick: 'vulnerabilities', output: items(vulnerability), errors },
    },
  ],
})
