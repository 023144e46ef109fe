import type { FieldValues } from '@caseloom/contract/records/records'
import type { RuleOutcome, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { sameValue } from '../../../field-types/parts/field-text.ts'

/** What a run is compared with: another run of the record, or what today's workflow makes of it. */
export interface Compared {
  name: string
  /** Null for today's workflow. */
  sequence: number | null
  outcomes: ReadonlyMap<string, RuleOutcome>
  /** Null for an expired run. */
  fields: FieldValues | null
  /** Items such as `field:status`. */
  required: ReadonlySet<string>
  hidden: ReadonlySet<string>
  /** Rules on linked records were repeated with what those said then. */
  linkedAsThen?: boolean
}

export function comparedOf(run: WorkflowRunView, name: string): Compared {
  const items = Object.entries(run.form.items)
  return {
    name,
    sequence: run.sequence,
    outcomes: new Map(run.rules.map(({ rule, outcome }) => [rule, outcome])),
    fields: run.expiredAt === null ? run.fields : null,
    required: new Set(items.flatMap(([item, { required }]) => (required?.value === true ? [item] : []))),
    hidden: new Set(items.flatMap(([item, { visible }]) => (visible?.value === false ? [item] : []))),
  }
}

/** How the other one came out where it differs. */
export interface Differences {
  rules: ReadonlyMap<string, RuleOutcome>
  /** Fields whose value, visibility, or need differs; null where one of the two has expired. */
  fields: ReadonlySet<string> | null
}

export function differencesOf(run: WorkflowRunView, other: Compared): Differences {
  const own = comparedOf(run, '')
  const rules = run.rules.flatMap(({ rule, outcome }) => {
    const there = other.outcomes.get(rule) ?? 'not_run'
    return there === outcome || outcome === 'hidden' || there === 'hidden' ? [] : [[rule, there] as const]
  })
  return { rules: new Map(rules), fields: fieldsThatDiffer(own, other) }
}

function fieldsThatDiffer(own: Compared, other: Compared): ReadonlySet<string> | null {
  if (own.fields === null || other.fields === null) return null
  const [here, there] = [own.fields, other.fields]
  const differs = (key: string) => {
    const item = `field:${key}`
    return (
      !sameValue(here[key], there[key]) ||
      own.required.has(item) !== other.required.has(item) ||
      own.hidden.has(item) !== other.hidden.has(item)
    )
  }
  return new Set(Object.keys({ ...here, ...there }).filter(differs))
}

/** The sequence that `C` compares with: the one before, or the one after the first. */
export function neighborOf({ previous, next }: Pick<WorkflowRunView, 'previous' | 'next'>): number | null {
  return previous ?? next
}
