import { manifest } from '../kit/manifest.ts'
import { input, items, MAYBE, NUMBER, part, TEXT, vendor } from './schema.ts'

const path = '/sites/default/files/feeds/known_exploited_vulnerabilities.json'

/** The catalog of known exploited vulnerabilities of CISA. */
export const cisa = manifest({
  key: 'cisa',
  title: 'CISA KEV',
  description: 'Lists the vulnerabilities that are known to be exploited.',
  vendor: 'CISA',
  categories: ['vulnerabilities'],
  icon: 'shield-exclamation',
  version: '1.0.0',
  docs: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  settings: input({ baseUrl: vendor('https://www.cisa.gov') }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'none' }],
  test: { method: 'HEAD', path },
  actions: [
    {
      name: 'cisa.listKnownExploited',
      title: 'List known exploited vulnerabilities',
      description:
        'Returns the whole catalog, about 1,500 entries. To look up one CVE, use “Get a CVE” of NVD: `cisaExploitAdd` has its date.',
      docs: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities_schema.json',
      input: input({}),
      request: { method: 'GET', path },
      response: {
        output: part({
          catalogVersion: TEXT,
          dateReleased: TEXT,
          count: NUMBER,
          vulnerabilities: items(
            part({
              cveID: TEXT,
              vendorProject: TEXT,
              product: TEXT,
              vulnerabilityName: TEXT,
              dateAdded: TEXT,
              shortDescription: TEXT,
              requiredAction: TEXT,
              dueDate: TEXT,
              knownRansomwareCampaignUse: TEXT,
              notes: MAYBE,
              cwes: items(TEXT),
            }),
          ),
        }),
      },
    },
  ],
})
