import type { ObservableRow } from '@caseloom/contract/records/observable-lookups'
import { OBSERVABLE_KINDS, type Observable, Tlp } from '@caseloom/contract/values/case-fields'
import { isExpired, VERDICTS, type Verdict } from '@caseloom/contract/values/verdict'
import { defang, refang } from '@caseloom/contract/values/observable-value'
import type { JsonValue } from '@caseloom/contract/kernel/json'

/** An observable of the record with what is known of it, once that has been read. */
export interface ListedObservable extends Observable {
  known: ObservableRow | null
}

export type Grouping = 'kind' | 'verdict' | 'none'

export interface ListFilter {
  text: string
  /** Any when empty. */
  verdicts: ReadonlySet<Verdict>
}

export interface RowGroup {
  /** A kind or a verdict. */
  key: string
  rows: ListedObservable[]
}

export function withFacts(
  list: readonly Observable[],
  facts: ReadonlyMap<string, ObservableRow>,
): ListedObservable[] {
  return list.map((one) => {
    const known = facts.get(one.id)
    // Someone may have replaced the value while this was read.
    return { ...one, known: known?.value === one.value && known.kind === one.kind ? known : null }
  })
}

export const verdictOf = (one: ListedObservable): Verdict => one.known?.overall.verdict ?? 'unknown'

/** Those that match, by part of the value or the note, defanged or not. */
export function filtered(
  rows: readonly ListedObservable[],
  { text, verdicts }: ListFilter,
): ListedObservable[] {
  const wanted = refang(text.trim()).toLowerCase()
  return rows.filter((one) => {
    if (verdicts.size > 0 && !verdicts.has(verdictOf(one))) return false
    return wanted === '' || `${one.value}\n${one.note ?? ''}`.toLowerCase().includes(wanted)
  })
}

/** How many have each verdict, worst first; those that none has are left out. */
export function verdictCounts(rows: readonly ListedObservable[]): { verdict: Verdict; count: number }[] {
  const counts = Map.groupBy(rows, verdictOf)
  return VERDICTS.flatMap((verdict) => {
    const count = counts.get(verdict)?.length ?? 0
    return count === 0 ? [] : [{ verdict, count }]
  })
}

/** Groups in the order of kinds or of verdicts. */
export function grouped(rows: readonly ListedObservable[], by: 'kind' | 'verdict'): RowGroup[] {
  const order: readonly string[] = by === 'kind' ? OBSERVABLE_KINDS : VERDICTS
  const groups = Map.groupBy(rows, (one): string => (by === 'kind' ? one.kind : verdictOf(one)))
  return order.flatMap((key) => {
    const own = groups.get(key)
    return own === undefined ? [] : [{ key, rows: own }]
  })
}

export type SortKey = 'value' | 'verdict' | 'sightings' | 'seen' | 'checked'

const lastCheck = ({ known }: ListedObservable) => known?.lookups[0]?.checkedAt ?? ''

const COMPARE: Record<SortKey, (a: ListedObservable, b: ListedObservable) => number> = {
  value: (a, b) => a.value.localeCompare(b.value),
  verdict: (a, b) =>
    VERDICTS.indexOf(verdictOf(a)) - VERDICTS.indexOf(verdictOf(b)) ||
    (b.known?.overall.score ?? -1) - (a.known?.overall.score ?? -1),
  sightings: (a, b) => (a.known?.sightings.records ?? 0) - (b.known?.sightings.records ?? 0),
  seen: (a, b) => (a.known?.sightings.lastSeen ?? '').localeCompare(b.known?.sightings.lastSeen ?? ''),
  checked: (a, b) => lastCheck(a).localeCompare(lastCheck(b)),
}

/** The rows in the order of a column; as they are stored without one. */
export function sorted(
  rows: readonly ListedObservable[],
  sort: { key: string; direction: 'asc' | 'desc' } | undefined,
): ListedObservable[] {
  const compare = sort !== undefined && isSortKey(sort.key) ? COMPARE[sort.key] : null
  if (compare === null) return [...rows]
  const sign = sort?.direction === 'desc' ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(a, b))
}

function isSortKey(key: string): key is SortKey {
  return key in COMPARE
}

/** When it was last looked up, and whether a result has expired since; null when it never was. */
export function lastChecked(one: ListedObservable, now: number): { at: string; expired: boolean } | null {
  const lookups = one.known?.lookups ?? []
  const [newest] = lookups
  if (newest === undefined) return null
  return { at: newest.checkedAt, expired: lookups.some((lookup) => isExpired(lookup, now)) }
}

/** The mark that most observables of a record have: its own, or what they get without one. */
export function usualTlp(value: JsonValue | undefined): Tlp {
  return Tlp.safeParse(typeof value === 'string' ? value.replace('_', '+') : value).data ?? 'amber'
}

/** As it is shown. */
export function nameOf({ kind, value }: Pick<Observable, 'kind' | 'value'>): string {
  return defang(kind, value)
}

/** Defanged, one a line, to be mailed or pasted. */
export function defangedText(rows: readonly Pick<Observable, 'kind' | 'value'>[]): string {
  return rows.map(nameOf).join('\n')
}
