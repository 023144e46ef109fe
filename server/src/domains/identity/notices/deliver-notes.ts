// Emails of notifications that waited for a digest or for the end of quiet hours.
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { SystemScope } from '../../../platform/database/types.ts'
import { oneLine, queueMail } from '../../../platform/mail/queue-mail.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { choicesOf } from '../people/notification-choices.rules.ts'
import { timesOf } from '../people/notification-times.rules.ts'
import { getPerson } from '../people/person.store.ts'
import { usersOfPerson } from '../people/user.store.ts'
import { type DueDelivery, dueOf, peopleDue, putOffDeliveries, takeDeliveries } from './delivery.store.ts'
import { digestMail, noteMail } from './mail-texts.rules.ts'
import { NoteSubject, type SeesSubject } from './note-subject.ts'

export interface DeliveryDeps {
  system: SystemScope
  publicUrl: string
  /** An active user as they act in a tenant now; null when they are not in it. */
  actorOf(userId: string, tenantId: string): Promise<Actor | null>
  sees: SeesSubject
  log: Log
}

const LOOK_MS = 15_000
const PEOPLE = 50
/** Events of one email; more of them make another one. */
const EVENTS = 100
/** What could not be done is tried again after this. */
const PUT_OFF_MS = 60_000

/** Mails everyone what is due by now. Safe to run in several processes: each event is mailed once. */
export async function deliverNotes(deps: DeliveryDeps, now: Date): Promise<boolean> {
  const people = await deps.system.read((tx) => peopleDue(tx, now, PEOPLE))
  for (const personId of people)
    await deliverTo(deps, personId, now).catch(async (err: unknown) => {
      deps.log.warn({ err, personId }, 'failed to email the notifications of a person')
      const until = new Date(now.getTime() + PUT_OFF_MS)
      await deps.system.tx((tx) => putOffDeliveries(tx, personId, { now, until }))
    })
  return people.length === PEOPLE
}

async function deliverTo(deps: DeliveryDeps, personId: string, now: Date): Promise<void> {
  for (;;) {
    const due = await deps.system.read((tx) => dueOf(tx, personId, now, EVENTS))
    if (due.length === 0) return
    const users = await deps.system.read((tx) => usersOfPerson(tx, personId))
    const active = new Map(
      users.flatMap((user) => (user.status === 'active' ? [[user.account_id, user.id]] : [])),
    )
    const seen = new Set<string>()
    for (const note of due) if (await maySee(deps, active, note)) seen.add(note.note_id)
    await mailTaken(deps, personId, { due, seen })
  }
}

/** Asked now, not when the note was written: permissions may have changed since. */
async function maySee(
  { actorOf, sees }: DeliveryDeps,
  users: ReadonlyMap<string, string>,
  { account_id: accountId, subject }: DueDelivery,
): Promise<boolean> {
  if (accountId === null) return true
  const userId = users.get(accountId)
  if (userId === undefined) return false
  if (subject === null) return true
  const about = NoteSubject.safeParse(subject).data
  const actor = about === undefined ? null : await actorOf(userId, about.tenantId)
  if (actor === null || about === undefined) return false
  return about.kind === 'tenant' || sees(actor, about)
}

interface Checked {
  due: readonly DueDelivery[]
  seen: ReadonlySet<string>
}

/** In one transaction, so that an event is neither lost nor mailed twice. */
async function mailTaken({ system, publicUrl }: DeliveryDeps, personId: string, { due, seen }: Checked) {
  await system.tx(async (tx) => {
    const ids = due.map((note) => note.note_id)
    const taken = new Map((await takeDeliveries(tx, personId, ids)).map((row) => [row.note_id, row]))
    const person = await getPerson(tx, personId)
    if (person === null) return
    const choices = choicesOf(person.notifications)
    const notes = due.flatMap(({ note_id, kind, title, body, link, at }) => {
      const isWanted = taken.get(note_id)?.read === false && seen.has(note_id) && choices[kind].mail
      const address = link === null ? null : `${publicUrl}${link}`
      return isWanted ? [{ title: oneLine(title), text: body, link: address, at }] : []
    })
    const [first] = notes
    if (first === undefined) return
    const { name, email: to, locale } = person
    const zone = person.time_zone ?? timesOf(person.notification_times).zone
    const mail =
      notes.length === 1
        ? noteMail({ name, ...first })
        : digestMail({ name, notes, reader: { locale, time_zone: zone } })
    await queueMail(tx, { accountId: null, to, ...mail })
  })
}

/** Looks every 15 seconds: digests and the ends of quiet hours are on the minute. */
export function startNoteDeliveries(deps: DeliveryDeps): WorkLoop {
  const { log } = deps
  const look = (now: Date) => deliverNotes(deps, now)
  const loop = createWorkLoop({ name: 'notification-emails', everyMs: LOOK_MS, look, log })
  loop.start()
  return loop
}
