import { extractObservables } from '@caseloom/contract/values/extract-observables'
import type { FieldValues } from '@caseloom/contract/records/records'
import { type DemoKind, KINDS } from './demo-kinds.ts'
import { type Random, seededRandom } from './random.rules.ts'

/** A made-up alert with all that people did to it, oldest first. */
export interface DemoAlert {
  at: Date
  fields: FieldValues
  changes: { at: Date; userId: string; fields: FieldValues }[]
}

export const DEMO_ALERTS = 40
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAYS = 6
const DISPOSITIONS = ['true_positive', 'benign', 'false_positive', 'true_positive', 'duplicate'] as const

/** Alerts of the last six days, oldest first; the same for the same users but for their times. */
export function demoAlerts(now: Date, analysts: readonly [string, ...string[]]): DemoAlert[] {
  const random = seededRandom(20_261_121)
  const span = DAYS * 24 * HOUR
  return Array.from({ length: DEMO_ALERTS }, (_, index) => {
    const kind = random.pick(KINDS)
    const slot = (span / DEMO_ALERTS) * (DEMO_ALERTS - index)
    const at = new Date(now.getTime() - slot + random.below(2 * HOUR))
    return oneAlert({ random, kind, index, at, now, analysts })
  })
}

interface Making {
  random: Random
  kind: DemoKind
  index: number
  at: Date
  now: Date
  analysts: readonly [string, ...string[]]
}

function oneAlert(making: Making): DemoAlert {
  const { random, kind, index, at } = making
  const facts = factsFrom(random)
  const detected = new Date(at.getTime() - (1 + random.below(10)) * MINUTE)
  const number = 4100 + index * 3
  const fields: FieldValues = {
    title: filled(kind.title, facts),
    severity: kind.severity,
    status: 'new',
    source: kind.source,
    event: kind.event,
    state: 'open',
    source_ref: `demo:${kind.event}:${number}`,
    source_url: `https://${kind.host}/alerts/${number}`,
    detected_at: detected.toISOString(),
    description: filled(kind.description, facts),
    raw: {
      id: number,
      rule: kind.event,
      severity: kind.severity,
      detectedAt: detected.toISOString(),
      ...facts,
    },
    observables: extractObservables(`${filled(kind.title, facts)}\n${filled(kind.description, facts)}`).map(
      (found) => ({ ...found }),
    ),
    ...(kind.repository === true ? { repository: facts.repository } : {}),
  }
  return { at, fields, changes: whatPeopleDid(making, String(fields['description'])) }
}

/** Old alerts are closed, younger ones in work, the last ones untouched. */
function whatPeopleDid(
  { random, kind, index, at, now, analysts }: Making,
  text: string,
): DemoAlert['changes'] {
  const userId = random.pick(analysts)
  const triaged = new Date(at.getTime() + (4 + random.below(80)) * MINUTE)
  const taken = new Date(triaged.getTime() + (20 + random.below(240)) * MINUTE)
  const closed = new Date(taken.getTime() + (1 + random.below(20)) * HOUR)
  const closing = `${text}\n\n${random.pick(kind.endings)}`
  const disposition = DISPOSITIONS[index % DISPOSITIONS.length] ?? 'benign'
  const course: DemoAlert['changes'] = [
    { at: triaged, userId, fields: { status: 'triage', assignee: userId } },
    { at: taken, userId, fields: { status: 'in_progress' } },
    {
      at: closed,
      userId,
      fields: { status: 'closed', state: 'resolved', disposition, description: closing },
    },
  ]
  const stays = random.below(10)
  const steps = stays < 2 ? 2 : stays < 3 ? 1 : 3
  return course.slice(0, steps).filter((change) => change.at < now)
}

interface Facts {
  person: string
  computer: string
  address: string
  domain: string
  repository: string
  count: number
}

/** Names of no one, domains of RFC 2606. */
export const DEMO_FACTS = {
  people: ['m.okoro', 'j.lindgren', 'a.petrov', 's.haddad', 'l.moreau', 'k.tanaka', 'r.silva'],
  computers: ['lap-0142', 'lap-0387', 'srv-db-02', 'srv-web-11', 'wks-fin-07', 'dc-01'],
  domains: ['cdn-sync.example', 'invoice-portal.example', 'update-check.example', 'paste.example'],
  repositories: ['example/payments', 'example/customer-portal', 'example/infrastructure'],
} as const

/** Addresses are of the documentation ranges (RFC 5737). */
function factsFrom(random: Random): Facts & Record<string, string | number> {
  const { people, computers, domains, repositories } = DEMO_FACTS
  return {
    person: random.pick(people),
    computer: random.pick(computers),
    address: `203.0.113.${1 + random.below(250)}`,
    domain: random.pick(domains),
    repository: random.pick(repositories),
    count: 3 + random.below(40),
  }
}

function filled(text: string, facts: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))
}
