// Emails of notifications that waited for a digest or for the end of quiet hours.
import { oneLine, queueMail } from '../../../platform/mail/queue-mail.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import { choicesOf } from '../people/notification-choices.rules.ts'
import { timesOf } from '../people/notification-times.rules.ts'
import { getPerson } from '../people/person.store.ts'
import { type DueDelivery, dueOf, peopleDue, putOffDeliveries, takeDeliveries } from './delivery.store.ts'
import { digestMail, noteMail } from './mail-texts.rules.ts'
import { activeUsers, type DeliveryDeps, maySee } from './may-see.ts'

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
    const users = await activeUsers(deps, personId)
    const seen = new Set<string>()
    for (const note of due) if (await maySee(deps, users, note)) seen.add(note.note_id)
    const taken = await mailTaken(deps, personId, { due, seen })
    // None: another process has them.
    if (taken === 0 || due.length < EVENTS) return
  }
}

interface Checked {
  due: readonly DueDelivery[]
  seen: ReadonlySet<string>
}

/** In one transaction, so that an event is neither lost nor mailed twice; answers how many were taken. */
async function mailTaken(
  { system, publicUrl }: DeliveryDeps,
  personId: string,
  { due, seen }: Checked,
): Promise<number> {
  return system.tx(async (tx) => {
    const ids = due.map((note) => note.note_id)
    const taken = new Map((await takeDeliveries(tx, personId, ids)).map((row) => [row.note_id, row]))
    const person = await getPerson(tx, personId)
    if (person === null) return taken.size
    const choices = choicesOf(person.notifications)
    const notes = due.flatMap(({ note_id, kind, title, body, link, at }) => {
      const isWanted = taken.get(note_id)?.read === false && seen.has(note_id) && choices[kind].mail
      const address = link === null ? null : `${publicUrl}${link}`
      return isWanted ? [{ title: oneLine(title), text: body, link: address, at }] : []
    })
    const [first] = notes
    if (first === undefined) return taken.size
    const { name, email: to, locale } = person
    const zone = person.time_zone ?? timesOf(person.notification_times).zone
    const mail =
      notes.length === 1
        ? noteMail({ name, ...first })
        : digestMail({ name, notes, reader: { locale, time_zone: zone } })
    await queueMail(tx, { accountId: null, to, ...mail })
    return taken.size
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
