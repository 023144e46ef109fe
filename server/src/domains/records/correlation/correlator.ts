// Folding of new records into one that is open, within the transaction that would create them.
import { createHash } from 'node:crypto'
import type { CorrelationRule } from '@caseloom/contract/apps/correlation-rules'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { mayInApp } from '../model/app-permissions.rules.ts'
import type { AppTable, Moment, StoredRecord, Values } from '../model/record-shape.ts'
import { comparedText, correlationOf, holdsFiles, isOpen } from './correlation.rules.ts'
import * as store from './correlation.store.ts'

/** A rule that fits a record, and the digest of the values that it compares. */
interface Correlation {
  rule: CorrelationRule
  digest: string
}

/** The records of the transaction under way. */
interface Standing {
  standing(id: string): StoredRecord | null
}

/** A record with what it is found by, ready to take another one in. */
export interface Target {
  record: StoredRecord
  /** How many will have been folded into it. */
  count: number
  rule: CorrelationRule
  keep(given: Values, names: readonly string[]): void
}

interface Place {
  tx: TenantTx
  app: AppTable
  batch: Standing
  /** Reads records and locks them, with those that merged ones lead to. */
  load(ids: readonly string[]): Promise<void>
}

/** Decides which new records of one transaction are folded, and keeps what was. */
export class Correlator {
  readonly #place: Place
  readonly #keys = new Map<string, store.KeyRow>()
  readonly #counts = new Map<string, number>()
  readonly #changed = new Set<store.KeyRow>()
  readonly #sides = new Map<string, store.Side>()
  readonly #occurrences: store.NewOccurrence[] = []
  #holders: ReadonlyMap<string, string> = new Map()

  constructor(place: Place) {
    this.#place = place
  }

  /** Locks what the drafts of all new records ask for, in one order; the values may still change. */
  async open(
    drafts: readonly { record: StoredRecord; moment: Moment }[],
    names: readonly string[],
  ): Promise<void> {
    const { tx, app } = this.#place
    const found = drafts.flatMap(({ record, moment }) => this.#correlation(record, moment) ?? [])
    await this.#lock(found)
    this.#holders = await store.holdersOfNames(tx, app.id, names)
    const held = [...this.#holders.values()]
    if (held.length > 0) await this.#place.load(held)
  }

  /** The record into which one with this unique value was folded, or null. */
  holder(name: string): StoredRecord | null {
    const id = this.#holders.get(name)
    return id === undefined ? null : this.#place.batch.standing(id)
  }

  /** The open record that takes a new one in; null when it is a record of its own. */
  async target(record: StoredRecord, moment: Moment): Promise<Target | null> {
    const { app } = this.#place
    const found = this.#correlation(record, moment)
    if (found === null) return null
    await this.#lock([found])
    const key = this.#keys.get(placeOf(found.rule.key, found.digest))
    if (key === undefined) throw new Error('A key is locked')
    const isLate = moment.now.getTime() - key.seen_at.getTime() > found.rule.within * 1000
    const standing = key.target_id === null ? null : this.#place.batch.standing(key.target_id)
    const target =
      found.rule.into === 'open' && !isLate && standing !== null && !holdsFiles(app, record.values)
        ? this.#fitting(standing, key, { ...found, moment })
        : null
    if (target === null) {
      this.#begin(record, { key, rule: found.rule, isLate })
      return null
    }
    const keep = (given: Values, names: readonly string[]) =>
      this.#fold(target, key, { moment, given, names })
    return { record: target, count: (this.#counts.get(target.id) ?? 0) + 1, rule: found.rule, keep }
  }

  /** Writes what was folded, and what the next records find. */
  async write(): Promise<void> {
    const { tx, app } = this.#place
    await store.saveKeys(tx, app.id, [...this.#changed])
    await store.saveSides(tx, app.id, [...this.#sides.values()])
    await store.insertOccurrences(tx, app.id, this.#occurrences)
  }

  #correlation(record: StoredRecord, moment: Moment): Correlation | null {
    const found = correlationOf(this.#place.app, record, moment)
    return found === null ? null : { rule: found.rule, digest: digestOf(found.compared) }
  }

  /** Who may not see a record learns nothing of it: what they create is never folded into it. */
  #fitting(
    standing: StoredRecord,
    key: store.KeyRow,
    { rule, digest, moment }: Correlation & { moment: Moment },
  ): StoredRecord | null {
    const { app } = this.#place
    if (!mayInApp(moment.actor, 'record:read', app, standing) || !isOpen(app, standing)) return null
    // A record that took the target in by a merge need not have its values.
    if (standing.id !== key.target_id) return standing
    const compared = comparedText(rule, standing.values)
    return compared !== null && digestOf(compared) === digest ? standing : null
  }

  async #lock(wanted: readonly Correlation[]): Promise<void> {
    const { tx, app, batch } = this.#place
    const missing = new Map(
      wanted
        .map(({ rule, digest }) => ({ rule: rule.key, digest }))
        .map((key) => [placeOf(key.rule, key.digest), key] as const)
        .filter(([place]) => !this.#keys.has(place)),
    )
    if (missing.size === 0) return
    const rows = await store.lockKeys(tx, app.id, [...missing.values()])
    for (const row of rows) this.#keys.set(placeOf(row.rule, row.digest), row)
    const targets = [...new Set(rows.flatMap(({ target_id }) => target_id ?? []))]
    const strangers = targets.filter((id) => batch.standing(id) === null)
    if (strangers.length > 0) await this.#place.load(strangers)
    const standing = targets.flatMap((id) => batch.standing(id)?.id ?? [])
    const unknown = standing.filter((id) => !this.#counts.has(id))
    if (unknown.length === 0) return
    for (const [id, count] of await store.foldedInto(tx, unknown)) this.#counts.set(id, count)
  }

  /** From now on the new record takes what comes. */
  #begin(
    record: StoredRecord,
    { key, rule, isLate }: { key: store.KeyRow; rule: CorrelationRule; isLate: boolean },
  ): void {
    const groupId = isLate ? record.id : (key.group_id ?? record.id)
    Object.assign(key, { target_id: record.id, group_id: groupId, seen_at: this.#place.tx.now })
    this.#changed.add(key)
    this.#sides.set(record.id, { recordId: record.id, rule: rule.key, groupId, added: 0 })
  }

  #fold(
    target: StoredRecord,
    key: store.KeyRow,
    { moment, given, names }: { moment: Moment; given: Values; names: readonly string[] },
  ): void {
    key.seen_at = this.#place.tx.now
    this.#changed.add(key)
    this.#counts.set(target.id, (this.#counts.get(target.id) ?? 0) + 1)
    const groupId = key.group_id ?? target.id
    const side = this.#sides.get(target.id) ?? { recordId: target.id, rule: key.rule, groupId, added: 0 }
    this.#sides.set(target.id, { ...side, added: side.added + 1 })
    // Actors and canonical values are made of JSON values only.
    const by = actorRef(moment.actor) as unknown as JsonObject
    this.#occurrences.push({ id: newId(), recordId: target.id, rule: key.rule, by, given, names })
  }
}

function placeOf(rule: string, digest: string): string {
  return `${rule} ${digest}`
}

function digestOf(compared: string): string {
  return createHash('sha256').update(compared).digest('base64url')
}
