import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { createBudget } from '../budget.ts'
import { compileTemplate } from '../expression.ts'
import { alertApp, alertTargets, richTargets } from './alert-app.fixture.ts'
import { fieldValues, observablesText } from './expressions.ts'
import type { MappingBasis, SourceHints } from './mapping.ts'
import { proposeMapping } from './propose.ts'
import { readSample } from './sample.ts'
import { SOURCES, searchSources } from './sources.ts'
import type { Target } from './targets.ts'

const SHA256 = '9f2c41d8a0e74b6d5c3f1e2a7b8d9c0f6e5d4c3b2a19087f6e5d4c3bb3c6e15d'
const AT = '2026-11-23T03:18:02.000Z'

function basisOf(text: string, hints: SourceHints = {}): MappingBasis {
  const read = readSample(text)
  if (!read.ok) throw new Error(JSON.stringify(read.fault))
  return { event: read.sample.events[0] ?? {}, hints, isSyslog: read.sample.format === 'syslog' }
}

async function evaluated(value: JsonValue, event: JsonObject): Promise<JsonValue | undefined> {
  return compileTemplate(value).evaluate({ item: event }, { budget: createBudget(), now: 0, seed: 'a' })
}

/** What the proposal makes of the event. */
async function recordOf(basis: MappingBasis, targets: readonly Target[]) {
  const bindings = proposeMapping(basis, targets)
  const place = { basis, root: 'item', prefix: 'x' }
  const record = (await evaluated(fieldValues(bindings, targets, place), basis.event)) as JsonObject
  const text = observablesText(bindings, targets, place)
  return { record, text: text === null ? '' : String(await evaluated(text, basis.event)) }
}

type Line = Record<'title' | 'severity' | 'source_ref' | 'detected_at' | 'description', string | undefined>
const line = (
  title: string,
  severity: string | undefined,
  reference: string,
  description?: string,
): Line => ({
  title,
  severity,
  source_ref: `x:${reference}`,
  detected_at: AT,
  description,
})

const EXPECTED: Record<string, Line> = {
  crowdstrike: line(
    'Encoded PowerShell',
    'high',
    'ldt:0b71c4e2:77120',
    'PowerShell started with an encoded command.',
  ),
  defender: {
    ...line(
      'Suspicious execution of hidden file',
      'high',
      'da637551227677560813_-961444813',
      'A hidden file was started from a temporary folder.',
    ),
    detected_at: '2026-11-23T03:18:02.123Z',
  },
  sentinelone: line(
    'update.exe',
    'high',
    '1795403882001122334',
    '\\Device\\HarddiskVolume3\\Users\\aruiz\\Downloads\\update.exe',
  ),
  wazuh: {
    ...line(
      'PowerShell started with an encoded command',
      'high',
      '1795403882.4711',
      'Process created: powershell -enc SQBFAFgA by EXAMPLE\\aruiz on lap-0142',
    ),
    detected_at: '2026-11-23T03:18:02.123Z',
  },
  sentinel: line(
    'Sign-in from an unusual country',
    'medium',
    '5f3a9c77-0d3e-4f57-8c3a-9b1c2d3e4f50',
    'The account signed in from a country it never used before.',
  ),
  splunk: line(
    'Brute force against a domain controller',
    'critical',
    'scheduler__admin__search__RMD5a1b2c3d4e5f_at_1795403880_42',
    'EventCode=4625 Account=aruiz Source=203.0.113.47',
  ),
  elastic: line(
    'Suspicious child of a browser',
    'high',
    '6c1b8d2e0f4a4b7c9d3e5f60718293a4b5c6d7e8f9010203040506070809aabb',
    'process event with parent chrome.exe by aruiz on lap-0142',
  ),
  qradar: line('Multiple login failures followed by a success', 'high', '4711'),
  okta: line(
    'Max sign-in attempts exceeded',
    'medium',
    'b54d1c2e-8f17-11f1-9d3a-0242ac120002',
    'LOCKED_OUT after ten attempts',
  ),
  entra: line(
    'unfamiliarFeatures',
    'high',
    'bc6a5d2b1f0e9d8c7b6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa',
    'Sign-in from an address and a browser that the account never used',
  ),
  guardduty: line(
    '203.0.113.47 is performing SSH brute force attacks against i-0abc.',
    'high',
    '16afba5c5c43e07c9e3e5e2e544e95df',
    'The instance i-0abc receives many failed SSH sign-ins.',
  ),
  securityhub: line(
    'The bucket logs-0142 can be read by everyone',
    'critical',
    'arn:aws:securityhub:eu-north-1:123456789012:finding/5f3a9c77',
    'A policy of the bucket grants read access to all principals.',
  ),
  scc: {
    ...line(
      'Malware: bad domain',
      'high',
      'organizations/123456789012/sources/42/findings/5f3a9c770d3e4f57',
      'A machine resolved a domain that is known for malware.',
    ),
    detected_at: '2026-11-23T03:18:02.123Z',
  },
  mailgateway: line(
    'Your parcel is waiting',
    'critical',
    'f26dbea0-80d5-463b-b93c-4e8b708219ce',
    'https://login.parcel.example.net/verify',
  ),
  mailbox: line(
    'Fwd: Your parcel is waiting',
    undefined,
    '<4711@mail.example.com>',
    'This looks wrong to me.\n\nPlease confirm at https://login.parcel.example.net/verify',
  ),
  github: line(
    'Database query built from user input',
    'critical',
    'https://api.example.com/repos/acme/web/code-scanning/alerts/10',
    'A query that contains user input without escaping lets attackers run their own.',
  ),
  alertmanager: {
    ...line('HighErrorRate', 'medium', 'a1b2c3d4e5f60718', 'More than 5% of requests fail.'),
    detected_at: '2026-11-23T03:18:02.123Z',
  },
  pagerduty: line('The checkout answers slowly', 'critical', 'Q2K5WZQ4V0V7RZ', 'checkout'),
}

type Who = Partial<Record<'host' | 'user' | 'source_ip' | 'file_hash', string>>
const WHO: Record<string, Who> = {
  crowdstrike: {
    host: 'lap-0142',
    user: 'EXAMPLE\\svc-backup',
    source_ip: '192.0.2.61',
    file_hash: SHA256,
  },
  defender: {
    host: 'lap-0142.example.com',
    user: 'aruiz@example.com',
    source_ip: '203.0.113.47',
    file_hash: SHA256,
  },
  sentinelone: { host: 'LAP-0142', user: 'aruiz', source_ip: '192.0.2.61', file_hash: SHA256 },
  wazuh: { host: 'lap-0142', user: 'EXAMPLE\\aruiz', source_ip: '203.0.113.47' },
  sentinel: { user: 'aruiz', source_ip: '203.0.113.47' },
  splunk: { host: 'dc-01', user: 'aruiz', source_ip: '203.0.113.47' },
  elastic: {
    host: 'lap-0142',
    user: 'aruiz',
    source_ip: '203.0.113.47',
    file_hash: '0cc175b9c0f1b6a831c399e269772661',
  },
  qradar: { user: 'aruiz', source_ip: '203.0.113.47' },
  okta: { user: 'aruiz@example.com', source_ip: '203.0.113.47' },
  entra: { user: 'aruiz@example.com', source_ip: '203.0.113.47' },
  guardduty: { host: 'i-0abc', source_ip: '203.0.113.47' },
  securityhub: { host: 'arn:aws:s3:::logs-0142' },
  scc: { host: 'web-7', source_ip: '203.0.113.47' },
  mailgateway: { user: 'aruiz@example.com', source_ip: '203.0.113.47' },
  mailbox: { user: 'aruiz@example.com' },
  github: { user: 'aruiz' },
  alertmanager: { host: 'web-7:9100' },
  pagerduty: { host: 'checkout' },
}

const names = ['title', 'severity', 'source_ref', 'detected_at', 'description'] as const

describe('a proposed mapping', () => {
  it.each(SOURCES)('of $name fills an alert', async ({ key, sample, hints }) => {
    const basis = basisOf(JSON.stringify(sample), hints)
    const { record } = await recordOf(basis, alertTargets())
    expect(Object.fromEntries(names.map((name) => [name, record[name]]))).toEqual(EXPECTED[key])
    expect(record['raw']).toEqual(basis.event)
  })

  it.each(SOURCES)('of $name finds host, user, address, and hash', async ({ key, sample, hints }) => {
    const { record } = await recordOf(basisOf(JSON.stringify(sample), hints), richTargets())
    expect(record).toMatchObject(WHO[key] ?? { unknown: key })
  })

  it('finds title, severity, and time without knowing the product', async () => {
    const wrong: string[] = []
    for (const { key, sample } of SOURCES) {
      const { record } = await recordOf(basisOf(JSON.stringify(sample)), alertTargets())
      for (const name of ['title', 'severity'] as const)
        if (record[name] !== EXPECTED[key]?.[name]) wrong.push(`${key}.${name}`)
      if (record['detected_at'] === undefined) wrong.push(`${key}.detected_at`)
    }
    // A score of phishing, and which of two severities counts, need to be known.
    expect(wrong).toEqual(['mailgateway.severity', 'github.severity', 'pagerduty.severity'])
  })

  it.each([
    [
      'CEF:0|Acme|Wall|2.1|100|Port scan|8|src=203.0.113.47 dst=192.0.2.7 suser=ana dhost=lap-0142 msg=Many ports rt=1795403882000 externalId=77',
      {
        title: 'Port scan',
        severity: 'high',
        source_ref: 'x:77',
        detected_at: AT,
        description: 'Many ports',
      },
      '203.0.113.47\n192.0.2.7\nUser: ana\nHost: lap-0142',
    ],
    [
      'LEEF:1.0|Acme|Mail|1.0|malware|src=203.0.113.47\tusrName=ana\tsev=9\tdevTime=1795403882000\tidentHostName=lap-1',
      { title: 'malware', severity: 'critical', detected_at: AT },
      '203.0.113.47\nUser: ana\nHost: lap-1',
    ],
    [
      '<163>1 2026-11-23T03:18:02Z lap-1.example.com app - - [ex@1 user="ana" ip="192.0.2.7"] Sign-in failed',
      { title: 'Sign-in failed', severity: 'high', detected_at: AT },
      'lap-1.example.com\nUser: ana\n192.0.2.7',
    ],
    [
      'devname="wall-1" level=alert srcip=203.0.113.47 msg="Port scan" user=ana eventtime=1795403882',
      { title: 'Port scan', severity: 'critical', detected_at: AT },
      '203.0.113.47\nUser: ana',
    ],
    [
      '{"rule": "Encoded PowerShell", "risk": 73, "host": "lap-0142.example.com", "src": "203.0.113.47"}',
      { title: 'Encoded PowerShell', severity: 'high' },
      'lap-0142.example.com\n203.0.113.47',
    ],
  ])('of %.30s… is by name, value, and shape', async (text, fields, observables) => {
    const { record, text: found } = await recordOf(basisOf(text), alertTargets())
    expect(record).toMatchObject(fields)
    expect(found).toBe(observables)
  })

  it('names the source as a person does, where no value names it', async () => {
    const named = await recordOf(basisOf('{"rule": "Port scan"}', { name: 'Lab' }), alertTargets())
    expect(named.record['source']).toBe('Lab')
    const said = await recordOf(
      basisOf('{"rule": "Port scan", "vendor": "Acme"}', { name: 'Lab' }),
      alertTargets(),
    )
    expect(said.record['source']).toBe('Acme')
  })

  it('gives no value to two fields, and is the same every time', () => {
    for (const { sample, hints } of SOURCES) {
      const basis = basisOf(JSON.stringify(sample), hints)
      const first = proposeMapping(basis, richTargets())
      const paths = first.flatMap((one) => (one.from === 'path' ? [one.path] : []))
      expect(new Set(paths).size).toBe(paths.length)
      expect(proposeMapping(basis, richTargets())).toEqual(first)
    }
  })

  it.each([
    ['High', 'high'],
    ['4', 'medium'],
    [9.5, 'critical'],
    ['P1', 'critical'],
    ['moderate', 'medium'],
    ['whatever', 'medium'],
    [null, 'medium'],
  ])('translates the severity %s to %s', async (value, option) => {
    const basis = basisOf('{"title": "Scan", "severity": "low"}')
    const targets = alertTargets()
    const place = { basis, root: 'item', prefix: 'x' }
    const values = fieldValues(proposeMapping(basis, targets), targets, place)
    expect(await evaluated(values['severity'] ?? null, { severity: value })).toBe(option)
  })

  it('gives nothing for what an event lacks, and a title in any case', async () => {
    for (const { sample, hints } of SOURCES) {
      const basis = basisOf(JSON.stringify(sample), hints)
      const targets = alertTargets()
      const bindings = proposeMapping(basis, targets)
      const place = { basis, root: 'item', prefix: 'x' }
      const empty = (await evaluated(fieldValues(bindings, targets, place), {})) as JsonObject
      const { title, severity = 'medium', source, raw, techniques = [], ...rest } = empty
      expect(title).toBe('Event without a title')
      expect([severity, techniques, raw, rest]).toEqual(['medium', [], {}, {}])
      expect(source).toBe(hints.product)
      expect(await evaluated(observablesText(bindings, targets, place) ?? '', {})).toBeOneOf(['', undefined])
    }
  })
})

describe('the sources', () => {
  it('are found by name, category, and other words', () => {
    expect(searchSources('azure ad').map(({ key }) => key)).toEqual(['entra'])
    expect(searchSources('SIEM').map(({ key }) => key)).toContain('splunk')
    expect(searchSources('')).toHaveLength(SOURCES.length)
    expect(searchSources('nothing like it')).toEqual([])
  })

  it('have keys of their own, and leave no trace in the fields of an alert', () => {
    expect(new Set(SOURCES.map(({ key }) => key)).size).toBe(18)
    const fields = alertApp().fields.map(({ key, label }) => `${key} ${label}`.toLowerCase())
    for (const { key, name, category } of SOURCES) {
      if (category === 'mail') continue
      const words = [key, name.toLowerCase()]
      expect(fields.filter((field) => words.some((word) => field.includes(word)))).toEqual([])
    }
  })
})
