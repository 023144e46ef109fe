import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const IP = '198.51.100.7'

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://api.shodan.io' },
  actions: {
    'shodan.host': {
      input: { ip: IP, minify: true },
      sends: `GET /shodan/host/${IP}?minify=true`,
      answers: {
        ip_str: IP,
        hostnames: ['mail.example.org'],
        domains: ['example.org'],
        ports: [22, 443],
        vulns: ['CVE-2021-44228'],
        tags: ['cloud'],
        org: 'Example Hosting',
        isp: 'Example Hosting',
        asn: 'AS64496',
        os: null,
        country_name: 'Germany',
        last_update: '2026-11-20T16:10:00.000000',
      },
      output: { ports: [22, 443] },
    },
    'shodan.search': {
      input: { query: 'port:3389 country:DE', page: 2 },
      sends: 'GET /shodan/host/search?query=port:3389+country:DE&page=2',
      answers: {
        total: 130,
        matches: [{ ip_str: IP, port: 3389, hostnames: [], org: null }],
      },
      output: { total: 130, matches: [{ port: 3389 }] },
    },
    'shodan.count': {
      input: { query: 'port:3389', facets: 'country:2' },
      sends: 'GET /shodan/host/count?query=port:3389&facets=country:2',
      answers: { total: 12, matches: [], facets: { country: [{ count: 12, value: 'DE' }] } },
      output: { total: 12 },
    },
  },
}
