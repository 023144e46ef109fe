import type { ConnectorFixtures } from '../kit/conformance-run.ts'

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://www.cisa.gov' },
  actions: {
    'cisa.listKnownExploited': {
      input: {},
      sends: 'GET /sites/default/files/feeds/known_exploited_vulnerabilities.json',
      answers: {
        title: 'Catalog',
        catalogVersion: '2026.11.20',
        dateReleased: '2026-11-20T17:00:00.0000Z',
        count: 1,
        vulnerabilities: [
          {
            cveID: 'CVE-2021-44228',
            vendorProject: 'Apache',
            product: 'Log4j2',
            vulnerabilityName: 'Remote code execution',
            dateAdded: '2021-12-10',
            shortDescription: 'Allows remote code execution',
            requiredAction: 'Apply updates',
            dueDate: '2021-12-24',
            knownRansomwareCampaignUse: 'Known',
            notes: '',
            cwes: ['CWE-502'],
          },
        ],
      },
      output: { count: 1, vulnerabilities: [{ cveID: 'CVE-2021-44228' }] },
    },
  },
}
