import type { LookupWrite } from '@caseloom/contract/records/observable-lookups'
import type { FieldValues } from '@caseloom/contract/records/records'
import { Observable } from '@caseloom/contract/values/case-fields'
import type { Verdict } from '@caseloom/contract/values/verdict'
import { type Random, seededRandom } from './random.rules.ts'

/** What one made-up source said at a time. */
export interface DemoLookups {
  key: string
  at: Date
  lookups: LookupWrite[]
}

type Name = Pick<LookupWrite, 'kind' | 'value'>
type Said = [source: string, verdict: Verdict, score: number, summary: string]

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LOOKED_UP = new Set(['ipv4', 'domain', 'url', 'email', 'sha256'])

/** What is said of the things that alerts and cases name again and again. */
const KNOWN: Readonly<Record<string, readonly Said[]>> = {
  'cdn-sync.example': [
    ['Reputation A', 'malicious', 94, 'Control server of a beacon'],
    ['Passive DNS', 'malicious', 88, 'Moved between 14 addresses in a week'],
    ['Observable intel', 'malicious', 92, 'Internal investigation'],
  ],
  'invoice-portal.example': [
    ['Reputation A', 'malicious', 84, 'Phishing for passwords'],
    ['Passive DNS', 'suspicious', 55, 'Registered a month ago'],
    ['Observable intel', 'suspicious', 60, 'Mail gateway'],
  ],
  'https://invoice-portal.example/login': [['Reputation A', 'malicious', 91, 'Imitates a sign-in page']],
  'billing@invoice-portal.example': [['Mail gateway', 'malicious', 84, '31 messages blocked']],
  'update-check.example': [
    ['Reputation A', 'clean', 2, 'Update service'],
    ['Observable intel', 'clean', 5, 'Vendor documentation'],
  ],
  'paste.example': [['Reputation A', 'suspicious', 41, 'Widely used, including to leak data']],
  '5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5': [
    ['Sandbox', 'malicious', 99, 'Reads the memory of the sign-in service'],
    ['Reputation A', 'malicious', 97, 'Detected by 54 of 70 engines'],
  ],
  '203.0.113.44': [['Reputation A', 'malicious', 91, 'Hosts lookalikes of sign-in pages']],
}

/** The verdicts on the observables of a demo: those of a few days ago, most of which were asked for again since. */
export function demoLookups(now: Date, records: readonly FieldValues[]): DemoLookups[] {
  const random = seededRandom(20_261_129)
  const names = new Map<string, Name>()
  for (const { observables } of records)
    for (const { kind, value } of namesIn(observables)) names.set(value, { kind, value })
  const all = [...names.values()].filter(({ kind }) => LOOKED_UP.has(kind))
  const ages = [3 * DAY, 30 * HOUR, 5 * HOUR, 40 * 60_000]
  return ages.map((age, turn) => {
    const at = new Date(now.getTime() - age)
    const lookups = all.flatMap((name) =>
      saidOf(name, random).flatMap((said) =>
        turn === 0 || random.below(3) > 0 ? [lookup(name, said, at)] : [],
      ),
    )
    return { key: `demo:lookups:${turn}`, at, lookups }
  })
}

function namesIn(value: unknown): Name[] {
  return (Array.isArray(value) ? value : []).flatMap((one) => {
    const read = Observable.pick({ kind: true, value: true }).safeParse(one)
    return read.success ? [read.data] : []
  })
}

/** Addresses are made up, and so is what is said of them: the same each time. */
function saidOf({ kind, value }: Name, random: Random): readonly Said[] {
  const known = KNOWN[value]
  if (known !== undefined || kind !== 'ipv4') return known ?? []
  const last = Number(value.split('.').at(-1))
  const score = (last * 37) % 101
  const verdict = score > 74 ? 'malicious' : score > 44 ? 'suspicious' : 'clean'
  const reports = 1 + random.below(40)
  return [
    ['Reputation A', verdict, score, `${reports} reports`],
    ...(last % 3 === 0 ? ([['Passive DNS', 'unknown', 0, 'No names']] as const satisfies Said[]) : []),
  ]
}

function lookup(name: Name, [source, verdict, score, summary]: Said, at: Date): LookupWrite {
  return {
    ...name,
    source,
    verdict,
    score: verdict === 'unknown' ? null : score,
    summary,
    link: source === 'Reputation A' ? `https://reputation.example/${encodeURIComponent(name.value)}` : null,
    expiresAt: source === 'Observable intel' ? null : new Date(at.getTime() + DAY).toISOString(),
  }
}
