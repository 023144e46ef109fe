import type { FieldValues } from '@caseloom/contract/records/records'

const inRoom = (location: string) => ({ location, state: 'clean' })

/** The computers of the demo's alerts, but for one, `wks-fin-07`, that someone has yet to add. */
export const DEMO_ASSETS: readonly FieldValues[] = [
  {
    ...inRoom('Lisbon'),
    name: 'Laptop of the payments team',
    kind: 'workstation',
    criticality: 'medium',
    host_name: 'lap-0142',
    operating_system: 'Windows 11',
    addresses: ['192.0.2.42'],
  },
  {
    ...inRoom('Remote'),
    name: 'Laptop of a field engineer',
    kind: 'workstation',
    criticality: 'low',
    host_name: 'lap-0387',
    operating_system: 'macOS 15',
    addresses: ['192.0.2.87'],
  },
  {
    ...inRoom('Data center A'),
    name: 'Orders database',
    kind: 'server',
    criticality: 'crown_jewel',
    host_name: 'srv-db-02',
    operating_system: 'Debian 13',
    addresses: ['192.0.2.10'],
  },
  {
    ...inRoom('Data center A'),
    name: 'Customer portal',
    kind: 'server',
    criticality: 'high',
    host_name: 'srv-web-11',
    operating_system: 'Debian 13',
    addresses: ['192.0.2.11', '198.51.100.11'],
  },
  {
    ...inRoom('Data center B'),
    name: 'Domain controller',
    kind: 'server',
    criticality: 'crown_jewel',
    host_name: 'dc-01',
    operating_system: 'Windows Server 2025',
    addresses: ['192.0.2.2'],
  },
]

/** What is known about domains of the demo's alerts; `paste.example` isn't known. */
export const DEMO_INTEL: readonly FieldValues[] = [
  {
    value: 'cdn-sync.example',
    kind: 'domain',
    verdict: 'malicious',
    score: 92,
    tlp: 'amber',
    sources: ['Own investigation'],
    notes: 'Control server of the beacon in the incident of last spring.',
  },
  {
    value: 'invoice-portal.example',
    kind: 'domain',
    verdict: 'suspicious',
    score: 60,
    tlp: 'green',
    sources: ['Mail gateway'],
    notes: 'Registered a month ago; used in emails about unpaid invoices.',
  },
  {
    value: 'update-check.example',
    kind: 'domain',
    verdict: 'harmless',
    score: 5,
    tlp: 'clear',
    sources: ['Vendor documentation'],
    notes: 'Update service of the backup software.',
  },
]
