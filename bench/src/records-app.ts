import { randomFrom } from './alerts.ts'

const SEVERITIES = ['low', 'medium', 'high', 'critical']
const STATES = ['new', 'open', 'closed']
const SOURCES = ['edr', 'siem', 'mail', 'cloud', 'idp', 'waf']
const TECHNIQUES = ['phishing', 'beacon', 'bruteforce', 'exfiltration', 'malware', 'anomaly']
const TAGS = ['vip', 'lateral', 'cloud', 'repeat', 'noise', 'external', 'insider', 'legacy']
/** Words that texts are made of: most are frequent, `WORDS` of them in all. */
const COMMON =
  'process spawned powershell encoded command outbound connection rare domain registry persistence token mailbox rule macro attachment login travel password kernel driver binary tunnel upload archive'.split(
    ' ',
  )
const FIRST_DAY = Date.UTC(2026, 0, 1)

const optionsOf = (keys: readonly string[]) => keys.map((key) => ({ key, label: key }))

/** An app of 25 fields: every kind of field that there is, and as many texts as an alert has. */
export const alertApp = {
  key: 'bench_alert',
  acronym: 'BAL',
  name: 'Bench alert',
  titleField: 'title',
  listColumns: ['title', 'severity', 'status'],
  layout: [],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true, maxLength: 200 },
    { key: 'alert_key', label: 'Key', type: 'text', unique: true },
    { key: 'description', label: 'Description', type: 'text', multiline: true },
    { key: 'severity', label: 'Severity', type: 'selection', options: optionsOf(SEVERITIES) },
    { key: 'status', label: 'Status', type: 'selection', options: optionsOf(STATES) },
    { key: 'source', label: 'Source', type: 'selection', options: optionsOf(SOURCES) },
    { key: 'technique', label: 'Technique', type: 'selection', options: optionsOf(TECHNIQUES) },
    { key: 'tags', label: 'Tags', type: 'selection', multiple: true, options: optionsOf(TAGS) },
    { key: 'assignee', label: 'Assignee', type: 'user' },
    { key: 'watchers', label: 'Watchers', type: 'user', multiple: true },
    { key: 'team', label: 'Team', type: 'group' },
    { key: 'src_ip', label: 'Source address', type: 'text', format: 'ip' },
    { key: 'sha256', label: 'Hash', type: 'text', format: 'hash' },
    { key: 'mail', label: 'Mail', type: 'text', format: 'email' },
    { key: 'hostname', label: 'Host', type: 'text' },
    { key: 'url', label: 'Address', type: 'url' },
    { key: 'risk_score', label: 'Risk', type: 'number', decimals: 1 },
    { key: 'confidence', label: 'Confidence', type: 'number' },
    { key: 'dwell', label: 'Dwell time', type: 'duration' },
    { key: 'detected_at', label: 'Detected', type: 'datetime' },
    { key: 'day', label: 'Day', type: 'date' },
    { key: 'clock', label: 'Clock', type: 'time' },
    { key: 'domains', label: 'Domains', type: 'list' },
    { key: 'raw', label: 'Raw', type: 'json' },
    { key: 'notes', label: 'Notes', type: 'text', multiline: true },
  ],
}

/** A small app of a small tenant. */
export const ticketApp = {
  key: 'ticket',
  acronym: 'TIC',
  name: 'Ticket',
  titleField: 'title',
  listColumns: ['title'],
  layout: [],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'status', label: 'Status', type: 'selection', options: optionsOf(STATES) },
    { key: 'opened', label: 'Opened', type: 'datetime' },
  ],
}

/** Ids that stand for users and groups; always the same. */
function principal(kind: 'a' | 'b', number: number): string {
  return `00000000-0000-7000-8000-${kind}${String(number).padStart(11, '0')}`
}

/** The fields of record `number`, about 1.1 kB: always the same for the same number. */
export function alertFields(number: number): Record<string, string | number | string[] | object> {
  const random = randomFrom(number * 31 + 7)
  const whole = (below: number) => Math.floor(random() * below)
  const pick = (list: readonly string[]) => list[whole(list.length)] ?? ''
  const words = (count: number) => Array.from({ length: count }, () => pick(COMMON)).join(' ')
  const detected = new Date(FIRST_DAY + whole(300 * 86_400_000)).toISOString()
  const host = whole(5000)
  const domain = `d${whole(2000)}.example.test`
  return {
    title: `${pick(TECHNIQUES)} detected on host-${host}`,
    alert_key: `AL-${String(number).padStart(8, '0')}`,
    description: `${words(30)} ${pick(COMMON)}${whole(50_000)}`,
    severity: pick(SEVERITIES),
    status: pick(STATES),
    source: pick(SOURCES),
    technique: pick(TECHNIQUES),
    tags: TAGS.filter(() => random() < 0.25),
    assignee: principal('a', whole(200)),
    watchers: [principal('a', whole(200)), principal('a', whole(200))],
    team: principal('b', whole(20)),
    src_ip: `10.${whole(256)}.${whole(256)}.${whole(256)}`,
    sha256: Array.from({ length: 8 }, () => whole(4_294_967_296).toString(16).padStart(8, '0')).join(''),
    mail: `user${whole(2000)}@example.test`,
    hostname: `host-${host}`,
    url: `https://${domain}/${whole(1e6)}`,
    risk_score: whole(1000) / 10,
    confidence: whole(100),
    dwell: whole(100_000),
    detected_at: detected,
    day: detected.slice(0, 10),
    clock: detected.slice(11, 19),
    domains: [domain, `d${whole(2000)}.example.test`],
    raw: { rule: `R-${whole(300)}`, port: whole(65_535), count: whole(500), false_positive: random() < 0.2 },
    notes: words(12),
  }
}
