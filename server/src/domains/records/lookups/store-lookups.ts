// What sources say of observables: storing it, reading it for those who can read a record with the value.
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import {
  type LookupWrite,
  MAX_LOOKUP_SOURCES,
  type ObservableName,
} from '@caseloom/contract/records/observable-lookups'
import { actorRef } from '@caseloom/contract/records/records'
import { canonicalObservable } from '@caseloom/contract/values/observable-value'
import { isAnalyst } from '@caseloom/contract/values/verdict'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { runIdempotent } from '../../../platform/idempotency/run-once.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { valueDigest } from '../case-fields/case-rows.ts'
import { invalid } from '../model/issues.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { announceHolders } from './announce-holders.ts'
import { type NewLookup, sourcesOf, writeLookups } from './lookup.store.ts'

export interface StoreLookupsCommand {
  lookups: readonly LookupWrite[]
  /** The same key again stores nothing. */
  operationKey: string
}

/**
 * Stores what a playbook found out, whether or not a record holds the values yet: nothing about records follows from it.
 * @throws right.missing, or request.invalid for a value that is none of its kind, or under the source of analysts
 */
export async function storeLookups(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { lookups, operationKey }: StoreLookupsCommand,
): Promise<void> {
  allow(actor, 'record:update')
  const issues = lookups.flatMap(({ source }, at) => (isAnalyst(source) ? [reserved(at)] : []))
  if (issues.length > 0) throw invalid(issues)
  await runIdempotent(scope, operationKey, {
    work: (taking) => taking.tx((tx) => keepLookups(deps, tx, actor, lookups)),
  })
}

function reserved(at: number): Issue {
  const message = 'Only people can set verdicts as Analyst'
  return { path: ['body', 'lookups', String(at), 'source'], code: 'reserved', message }
}

/** Writes results in the transaction and lets the pages of records that hold the values know; the last one of a source counts. */
export async function keepLookups(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  lookups: readonly LookupWrite[],
): Promise<void> {
  const canonical = lookups.map(canonicalLookup)
  const issues = canonical.flatMap((one, at) => (one === null ? [unreadable(at)] : []))
  if (issues.length > 0) throw invalid(issues)
  const rows = new Map<string, NewLookup>()
  for (const one of canonical)
    if (one !== null) rows.set(JSON.stringify([one.kind, one.digest, one.source]), one)
  const all = [...rows.values()]
  if (all.length === 0) return
  await checkSources(tx, all)
  await writeLookups(tx, all, actorRef(actor))
  await announceHolders(
    deps,
    tx,
    all.map(({ digest }) => digest),
  )
}

/** The value in its one form, and by what it is found; null when it is none of its kind. */
export function findable({ kind, value }: ObservableName): (ObservableName & { digest: string }) | null {
  const canonical = canonicalObservable(kind, value)
  return canonical === null ? null : { kind, value: canonical, digest: valueDigest(canonical) }
}

function canonicalLookup(lookup: LookupWrite): NewLookup | null {
  const found = findable(lookup)
  return found === null ? null : { ...lookup, ...found, id: newId() }
}

function unreadable(at: number): Issue {
  const message = 'The value isn’t valid for its type'
  return { path: ['body', 'lookups', String(at), 'value'], code: 'invalid_value', message }
}

/** Sources come from playbooks: without a limit, one value could fill every list that shows it. */
async function checkSources(tx: TenantTx, lookups: readonly NewLookup[]): Promise<void> {
  const digests = [...new Set(lookups.map(({ digest }) => digest))]
  const stored = await sourcesOf(tx, digests)
  const named = new Map(stored.map((row) => [`${row.digest} ${row.kind}`, new Set(row.sources)]))
  for (const { digest, kind, source } of lookups) {
    const key = `${digest} ${kind}`
    const sources = named.get(key) ?? new Set()
    named.set(key, sources.add(source))
    if (sources.size <= MAX_LOOKUP_SOURCES) continue
    const message = `A value can have results from at most ${MAX_LOOKUP_SOURCES} sources`
    throw invalid([{ path: ['body'], code: 'too_many', message, max: MAX_LOOKUP_SOURCES }])
  }
}
