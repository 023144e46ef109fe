import { manifest } from '../kit/manifest.ts'
import { input, items, MAYBE, NUMBER, part, TEXT, text, vendor, whole } from './schema.ts'

const errors = { message: ['title', 'description.0'] }
const common = {
  handle: MAYBE,
  status: items(TEXT),
  events: items(part({ eventAction: TEXT, eventDate: TEXT })),
  entities: items(part({ handle: MAYBE, roles: items(TEXT), vcardArray: { type: 'array' } })),
}

/** Registration data (RFC 9082 and RFC 9083); rdap.org redirects to the registry in charge. */
export const rdap = manifest({
  key: 'rdap',
  title: 'RDAP',
  description: 'Shows who registered a domain, network, or autonomous system, and when.',
  vendor: 'Internet registries',
  categories: ['threat intelligence', 'attack surface'],
  icon: 'id',
  version: '1.0.0',
  docs: 'https://www.rfc-editor.org/rfc/rfc9082',
  settings: input({ baseUrl: vendor('https://rdap.org') }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'none' }],
  headers: { Accept: 'application/rdap+json' },
  test: { method: 'GET', path: '/domain/example.com' },
  actions: [
    {
      name: 'rdap.domain',
      title: 'Get the registration of a domain',
      description:
        '`events` has the dates of registration and expiration. The step fails with 404 if there is none.',
      docs: 'https://www.rfc-editor.org/rfc/rfc9083#section-5.3',
      input: input({ domain: text('Domain', 'Without host name, for example example.org') }, ['domain']),
      request: { method: 'GET', path: '/domain/{domain}' },
      response: {
        output: part({ ...common, ldhName: TEXT, nameservers: items(part({ ldhName: TEXT })) }),
        errors,
      },
    },
    {
      name: 'rdap.ip',
      title: 'Get the network of an IP address',
      docs: 'https://www.rfc-editor.org/rfc/rfc9083#section-5.4',
      input: input({ ip: text('IP address') }, ['ip']),
      request: { method: 'GET', path: '/ip/{ip}' },
      response: {
        output: part({ ...common, name: MAYBE, country: MAYBE, startAddress: TEXT, endAddress: TEXT }),
        errors,
      },
    },
    {
      name: 'rdap.autnum',
      title: 'Get an autonomous system',
      docs: 'https://www.rfc-editor.org/rfc/rfc9083#section-5.5',
      input: input({ number: whole('Number', 'For example 64496', { minimum: 0 }) }, ['number']),
      request: { method: 'GET', path: '/autnum/{number}' },
      response: {
        output: part({ ...common, name: MAYBE, country: MAYBE, startAutnum: NUMBER, endAutnum: NUMBER }),
        errors,
      },
    },
  ],
})
