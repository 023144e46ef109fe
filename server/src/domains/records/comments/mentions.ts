import { z } from 'zod'
import { UUID_TEXT } from '@caseloom/contract/kernel/ids'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { mentionedIn } from '@caseloom/contract/values/rich-text'
import type { SystemScope, TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { mayInApp, mayReadField } from '../model/app-permissions.rules.ts'
import { recordSubject } from '../model/record-subject.ts'
import type { CommentRow } from './comment.store.ts'
import { mention } from './comment.store.ts'
import { excerptOf } from './comment-text.rules.ts'
import type { Thread } from './comment-place.ts'
import { type CommentsDeps, CommentNote } from './comments-deps.ts'

const GUID = new RegExp(UUID_TEXT, 'g')

/**
 * People mentioned in a text, looked up before its transaction: reading their permissions takes another database role.
 */
export class Mentions {
  readonly names: ReadonlyMap<string, string>
  readonly #people: readonly Actor[]

  private constructor(people: readonly Actor[]) {
    this.#people = people
    this.names = new Map(people.flatMap(({ id, name }) => (id === null ? [] : [[id, name]])))
  }

  static async of(deps: Pick<CommentsDeps, 'people'>, scope: TenantScope, raw: string): Promise<Mentions> {
    // Finds more than is stored: the text is parsed once its place is known.
    const ids = new Set(raw.includes('mention') ? raw.toLowerCase().match(GUID) : [])
    if (ids.size === 0) return new Mentions([])
    const actors = await deps.people.actors(scope)
    return new Mentions(
      actors.flatMap(({ actor }) => (actor.id !== null && ids.has(actor.id) ? [actor] : [])),
    )
  }

  /** Saves notices for mentioned people who may read the thread, except for the author. */
  async keep(tx: TenantTx, { app, record, field }: Thread, { actor, row, body }: Written): Promise<void> {
    const mentioned = new Set(mentionedIn(body))
    const people = this.#people.filter(({ id }) => id !== null && mentioned.has(id))
    const title = `${actor.name} mentioned you in ${app.acronym}-${record.seq}`
    await keepNotes(tx, { app, record, field }, { actor, row, body, people, kind: 'mention', title })
  }
}

/** A comment as it was written. */
export interface Written {
  actor: Actor
  row: CommentRow
  body: string
}

interface Notified extends Written {
  people: readonly Actor[]
  kind: CommentNote['kind']
  title: string
}

/** Saves notices for those of these people who may read the thread, one per person and comment, except for the author. */
export async function keepNotes(
  tx: TenantTx,
  { app, record, field }: Thread,
  { actor, row, body, people, kind, title }: Notified,
): Promise<void> {
  const trackingId = `${app.acronym}-${record.seq}`
  const place = `/account/${tx.accountId}/tenant/${tx.tenantId}/record/${app.id}/${record.id}`
  const tab = field === null ? '?tab=comments' : ''
  const words = { kind, title, text: excerptOf(body), link: `${place}${tab}#comment-${row.id}` }
  const notes = people.flatMap((person) => {
    const sees =
      mayInApp(person, 'record:read', app, record) && (field === null || mayReadField(person, field))
    if (person.id === null || person.id === actor.id || !sees) return []
    const about = recordSubject(tx, person, { app, recordId: record.id, trackingId })
    const subject = { ...about, commentId: row.id }
    const note: JsonObject = { ...words, personId: person.personId, accountId: tx.accountId, subject }
    return [{ userId: person.id, note }]
  })
  await mention(tx, row.id, { kind, notes })
}

const Untold = z.object({
  note: CommentNote,
})
type Untold = z.infer<typeof Untold>

const BATCH = 100

/**
 * Notifies mentioned people who have not been notified yet: of one comment right after it was written, and of all once
 * a day, to cover crashes in between.
 */
export async function notifyPending(
  { system, notifyOfComment }: Pick<CommentsDeps, 'system' | 'notifyOfComment'>,
  commentId: string | null = null,
): Promise<number> {
  return system.tx(async (tx) => {
    const rows = await takeUntold(tx, commentId)
    for (const { note } of rows) await notifyOfComment(tx, note)
    return rows.length
  })
}

async function takeUntold(
  tx: Parameters<Parameters<SystemScope['tx']>[0]>[0],
  commentId: string | null,
): Promise<Untold[]> {
  return tx.rows(
    Untold,
    `with untold as (
       select comment_id, user_id, note from caseloom.comment_mention
        where note is not null and ($1::uuid is null or comment_id = $1)
        order by at limit ${BATCH} for update skip locked)
     update caseloom.comment_mention m set note = null from untold u
      where m.comment_id = u.comment_id and m.user_id = u.user_id returning u.note`,
    [commentId],
  )
}
