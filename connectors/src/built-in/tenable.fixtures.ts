import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const ASSET = '6f64b69e-e5b9-4bb4-9624-d6b1b4b435f9'
const vulnerability = {
  count: 1,
  plugin_family: 'CentOS Local Security Checks',
  plugin_id: 139_422,
  plugin_name: 'Example (CESA-2020:2968)',
  vulnerability_state: 'New',
  vpr_score: 6.5,
  accepted_count: 0,
  severity: 2,
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://cloud.tenable.com' },
  actions: {
    'tenable.listVulnerabilities': {
      input: { severity: 'medium', exploitable: true, days: 30 },
      sends: 'GET /workbenches/vulnerabilities?severity=medium&exploitable=true&date_range=30',
      answers: { vulnerabilities: [vulnerability], total_vulnerability_count: 1 },
      output: [{ plugin_id: 139_422 }],
    },
    'tenable.getVulnerability': {
      input: { plugin: 139_422 },
      sends: 'GET /workbenches/vulnerabilities/139422/info',
      answers: {
        info: {
          count: 1,
          description: 'Out of date',
          synopsis: 'Out of date',
          solution: 'Update',
          severity: 2,
        },
      },
      output: { solution: 'Update' },
    },
    'tenable.findAssets': {
      input: { field: 'ipv4', operator: 'eq', value: '10.0.0.7' },
      sends: 'GET /workbenches/assets?filter.0.filter=ipv4&filter.0.quality=eq&filter.0.value=10.0.0.7',
      answers: {
        assets: [
          {
            id: ASSET,
            ipv4: ['10.0.0.7'],
            fqdn: ['pc-7.example.org'],
            operating_system: ['Linux Kernel 6.1'],
            last_seen: '2026-11-20T11:45:02.000Z',
          },
        ],
        total: 1,
      },
      output: [{ id: ASSET }],
    },
    'tenable.getAsset': {
      input: { asset: ASSET },
      sends: `GET /workbenches/assets/${ASSET}/info`,
      answers: {
        info: {
          id: ASSET,
          fqdn: ['pc-7.example.org'],
          operating_system: ['Linux Kernel 6.1'],
          counts: { vulnerabilities: { total: 45 } },
        },
      },
      output: { counts: { vulnerabilities: { total: 45 } } },
    },
    'tenable.assetVulnerabilities': {
      input: { asset: ASSET },
      sends: `GET /workbenches/assets/${ASSET}/vulnerabilities`,
      answers: { vulnerabilities: [vulnerability] },
      output: [{ severity: 2 }],
    },
  },
}
