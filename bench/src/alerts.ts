const SEVERITIES = ['low', 'medium', 'high', 'critical']
const TECHNIQUES = ['phishing', 'beacon', 'bruteforce', 'exfiltration', 'malware', 'anomaly']
const WORDS =
  'process spawned powershell encoded command outbound connection rare domain registry persistence token mailbox rule macro attachment login travel password kernel driver binary tunnel upload archive'.split(
    ' ',
  )

/** A made-up alert of 25 fields and about 1 kB, always the same for the same number. */
export function alertOf(number: number) {
  const random = randomFrom(number * 31 + 7)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const whole = (below: number) => Math.floor(random() * below)
  const words = (count: number) => Array.from({ length: count }, () => pick(WORDS)).join(' ')
  const created = new Date(1_767_225_600_000 + whole(300 * 86_400_000)).toISOString()
  return {
    alert_key: `AL-${String(number).padStart(8, '0')}`,
    title: `${pick(TECHNIQUES)} detected on host-${whole(5000)}`,
    description: words(40),
    severity: pick(SEVERITIES),
    status: pick(['new', 'open', 'closed']),
    source: pick(['edr', 'siem', 'mail', 'cloud']),
    technique: pick(TECHNIQUES),
    assignee: `user${whole(200)}@example.test`,
    hostname: `host-${whole(5000)}`,
    src_ip: `10.${whole(256)}.${whole(256)}.${whole(256)}`,
    dst_ip: `198.51.100.${whole(256)}`,
    dst_port: whole(65_535),
    sha256: Array.from({ length: 8 }, () => whole(4_294_967_296).toString(16).padStart(8, '0')).join(''),
    username: `user${whole(200)}@example.test`,
    domain: `d${whole(2000)}.example.test`,
    url: `http://d${whole(2000)}.example.test/${whole(1e6)}`,
    risk_score: whole(1000) / 10,
    confidence: whole(100),
    event_count: whole(500),
    is_false_positive: random() < 0.2,
    created_at: created,
    updated_at: created,
    tenant_ref: `t-${whole(20)}`,
    rule_id: `R-${whole(300)}`,
    notes: words(12),
  }
}

/** xorshift32: repeatable numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4_294_967_296
  }
}
