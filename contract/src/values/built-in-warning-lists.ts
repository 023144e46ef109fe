import type { WarningList } from './warning-lists.ts'

export interface BuiltInList extends WarningList {
  description: string
  /** Its entries are the tenant’s own; the others change with the product. */
  isOwn: boolean
}

const id = (number: number) => `7f4d3b52-9c1e-4a76-8d20-00000000000${number}`

/** The shipped list that each tenant fills itself. */
export const OWN_DOMAINS_ID = id(1)

/** What every tenant has from the beginning, all turned on. Services on which anyone can publish aren’t in them. */
export const BUILT_IN_LISTS: readonly BuiltInList[] = [
  {
    id: OWN_DOMAINS_ID,
    name: 'Own domains',
    description: 'Domains of your organization, with all their subdomains.',
    type: 'hostname',
    kinds: ['domain', 'host', 'url', 'email'],
    entries: [],
    isOwn: true,
  },
  {
    id: id(2),
    name: 'Private and reserved addresses',
    description:
      'Addresses that mean another machine in every network: private, loopback, link-local, shared, and multicast (RFC 1918, RFC 4193, RFC 6598, RFC 6890).',
    type: 'cidr',
    kinds: ['ipv4', 'ipv6', 'cidr'],
    // Without the ranges for documentation: exercises and demonstrations use them as if they were real.
    entries: [
      '0.0.0.0/8',
      '10.0.0.0/8',
      '100.64.0.0/10',
      '127.0.0.0/8',
      '169.254.0.0/16',
      '172.16.0.0/12',
      '192.0.0.0/24',
      '192.88.99.0/24',
      '192.168.0.0/16',
      '198.18.0.0/15',
      '224.0.0.0/4',
      '240.0.0.0/4',
      '::',
      '::1',
      '64:ff9b:1::/48',
      '100::/64',
      'fc00::/7',
      'fe80::/10',
      'ff00::/8',
    ],
    isOwn: false,
  },
  {
    id: id(3),
    name: 'Public DNS resolvers',
    description:
      'Addresses of resolvers that anyone may use, such as those of Cloudflare, Google, and Quad9.',
    type: 'cidr',
    kinds: ['ipv4', 'ipv6'],
    entries: [
      ...['1.0.0.1', '1.0.0.2', '1.0.0.3', '1.1.1.1', '1.1.1.2', '1.1.1.3'],
      ...['4.2.2.1', '4.2.2.2', '4.2.2.3', '4.2.2.4', '4.2.2.5', '4.2.2.6'],
      ...['8.8.4.4', '8.8.8.8', '8.20.247.20', '8.26.56.26'],
      ...['9.9.9.9', '9.9.9.10', '9.9.9.11', '149.112.112.9', '149.112.112.10', '149.112.112.11'],
      ...['149.112.112.112', '64.6.64.6', '64.6.65.6', '76.76.2.0', '76.76.10.0'],
      ...['77.88.8.1', '77.88.8.8', '94.140.14.14', '94.140.14.15', '94.140.15.15', '94.140.15.16'],
      ...['101.101.101.101', '114.114.114.114', '114.114.115.115', '119.29.29.29', '180.76.76.76'],
      ...['185.228.168.9', '185.228.168.10', '185.228.169.9', '185.228.169.11', '223.5.5.5', '223.6.6.6'],
      ...['208.67.220.123', '208.67.220.220', '208.67.222.123', '208.67.222.222'],
      ...['2001:4860:4860::8844', '2001:4860:4860::8888', '2606:4700:4700::1001', '2606:4700:4700::1002'],
      ...['2606:4700:4700::1003', '2606:4700:4700::1111', '2606:4700:4700::1112', '2606:4700:4700::1113'],
      ...['2620:119:35::35', '2620:119:53::53', '2620:fe::9', '2620:fe::10', '2620:fe::11', '2620:fe::fe'],
      ...['2a10:50c0::ad1:ff', '2a10:50c0::ad2:ff'],
    ],
    isOwn: false,
  },
  {
    id: id(4),
    name: 'Content delivery networks',
    description: 'Names that serve scripts, fonts, and images of other websites. Their URLs aren’t hidden.',
    type: 'hostname',
    kinds: ['domain', 'host'],
    entries: [
      ...['ajax.aspnetcdn.com', 'ajax.googleapis.com', 'fonts.googleapis.com', 'gstatic.com', 'ytimg.com'],
      ...[
        'akadns.net',
        'akamai.net',
        'akamaiedge.net',
        'akamaihd.net',
        'akamaized.net',
        'akamaitechnologies.com',
      ],
      ...['edgekey.net', 'edgesuite.net', 'bootstrapcdn.com', 'cdn.cloudflare.net', 'cdnjs.cloudflare.com'],
      ...[
        'cdn.jsdelivr.net',
        'cdn77.org',
        'code.jquery.com',
        'edgecastcdn.net',
        'fastly.net',
        'fastlylb.net',
      ],
      ...['fbcdn.net', 'footprint.net', 'kxcdn.com', 'licdn.com', 'llnwd.net', 'llnwi.net', 'phicdn.net'],
      ...['trafficmanager.net', 'twimg.com', 'typekit.net', 'unpkg.com', 'use.fontawesome.com', 'v0cdn.net'],
    ],
    isOwn: false,
  },
  {
    id: id(5),
    name: 'Office suites',
    description:
      'Public names of Microsoft 365, Google Workspace, and similar suites. Their URLs aren’t hidden.',
    type: 'hostname',
    kinds: ['domain', 'host'],
    entries: [
      ...['aadcdn.msauth.net', 'aadcdn.msftauth.net', 'account.microsoft.com', 'login.live.com', 'lync.com'],
      ...[
        'login.microsoftonline.com',
        'microsoft365.com',
        'microsoftonline.com',
        'msftauth.net',
        'msauth.net',
      ],
      ...['office.com', 'office.net', 'office365.com', 'officeapps.live.com', 'officecdn.microsoft.com'],
      ...['outlook.com', 'outlook.live.com', 'protection.outlook.com', 'skype.com', 'teams.live.com'],
      ...['teams.microsoft.com', 'accounts.google.com', 'admin.google.com', 'calendar.google.com'],
      ...['contacts.google.com', 'docs.google.com', 'drive.google.com', 'gmail.com', 'googlemail.com'],
      ...['mail.google.com', 'meet.google.com', 'workspace.google.com', 'icloud.com', 'mail.zoho.com'],
      ...['zoho.com', 'onlyoffice.com', 'proton.me'],
    ],
    isOwn: false,
  },
]
