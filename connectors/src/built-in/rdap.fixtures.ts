import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const common = {
  status: ['active'],
  events: [{ eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' }],
  entities: [{ handle: '376', roles: ['registrar'], vcardArray: ['vcard', []] }],
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://rdap.org' },
  actions: {
    'rdap.domain': {
      input: { domain: 'example.org' },
      sends: 'GET /domain/example.org',
      headers: { accept: 'application/rdap+json' },
      answers: {
        ...common,
        objectClassName: 'domain',
        handle: 'D1-LROR',
        ldhName: 'example.org',
        nameservers: [{ objectClassName: 'nameserver', ldhName: 'a.example.net' }],
      },
      output: { ldhName: 'example.org', events: [{ eventAction: 'registration' }] },
    },
    'rdap.ip': {
      input: { ip: '198.51.100.7' },
      sends: 'GET /ip/198.51.100.7',
      answers: {
        ...common,
        objectClassName: 'ip network',
        handle: 'NET-198-51-100-0-1',
        name: 'TEST-NET-2',
        country: null,
        startAddress: '198.51.100.0',
        endAddress: '198.51.100.255',
      },
      output: { name: 'TEST-NET-2' },
    },
    'rdap.autnum': {
      input: { number: 64_496 },
      sends: 'GET /autnum/64496',
      answers: {
        ...common,
        objectClassName: 'autnum',
        handle: 'AS64496',
        name: 'EXAMPLE',
        country: 'DE',
        startAutnum: 64_496,
        endAutnum: 64_496,
      },
      output: { handle: 'AS64496' },
    },
  },
}
