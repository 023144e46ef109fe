import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const IP = '198.51.100.7'
const context = {
  ip: IP,
  business_service_intelligence: { found: false, name: '', category: '', trust_level: '' },
  internet_scanner_intelligence: {
    found: true,
    classification: 'malicious',
    actor: 'unknown',
    first_seen: '2026-01-13',
    last_seen: '2026-11-20',
    tags: [{ name: 'SSH Bruteforcer', intention: 'malicious' }],
    metadata: { asn: 'AS64496', organization: 'Example Hosting', source_country: 'Germany' },
  },
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://api.greynoise.io' },
  actions: {
    'greynoise.ipReport': {
      input: { ip: IP },
      sends: `GET /v3/ip/${IP}`,
      answers: context,
      output: { verdict: 'malicious', score: null, link: `https://viz.greynoise.io/ip/${IP}` },
    },
    'greynoise.communityReport': {
      input: { ip: IP },
      sends: `GET /v3/community/${IP}`,
      answers: {
        ip: IP,
        noise: false,
        riot: true,
        classification: 'benign',
        name: 'Example DNS',
        link: `https://viz.greynoise.io/ip/${IP}`,
        last_seen: '2026-11-20',
        message: 'Success',
      },
      output: { verdict: 'benign', summary: 'benign: Example DNS, last seen 2026-11-20' },
    },
    'greynoise.query': {
      input: { query: 'classification:malicious' },
      sends: 'GET /v3/gnql?query=classification:malicious&size=1000',
      answers: { data: [context], request_metadata: { count: 1, complete: true, scroll: '' } },
      output: { items: [{ ip: IP }], more: false },
    },
  },
}
