// Messages of notifications to the channels that people connected.
import { backoff, patiently } from '../../../platform/database/patience.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { oneLine } from '../../../platform/mail/queue-mail.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { inLanes } from '../../../platform/scheduling/in-lanes.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import type { InstallationSecrets } from '../../../platform/secrets/secrets.ts'
import { choicesOf } from '../people/notification-choices.rules.ts'
import { getPerson } from '../people/person.store.ts'
import { type ChannelKey, noteDelivered, noteFailed, targetOf } from './channel.store.ts'
import { type ClaimedDelivery, claimMessages, dropMessage, putOffMessage } from './delivery.store.ts'
import { activeUsers, type DeliveryDeps, maySee } from './may-see.ts'
import { notify } from './notify.ts'
import { type ChannelFault, sendToChannel } from './send-to-channel.ts'

export interface MessageDeps extends DeliveryDeps {
  secrets: InstallationSecrets
  outbound: Pick<Outbound, 'request'>
}

const LOOK_MS = 15_000
/** Few enough that all of them time out within the lease (delivery.store.ts). */
const CLAIMED = 20
const LANES = 5
const ATTEMPTS = 8
const PAUSE = { firstMs: 60_000, maxMs: 3_600_000 }
/** Within the lease. */
const NOTED_WITHIN_MS = 120_000

/** Sends what is due; true when there may be more. Safe to run in several processes at the same time. */
export async function deliverMessages(deps: MessageDeps): Promise<boolean> {
  const claimed = await deps.system.tx((tx) => claimMessages(tx, CLAIMED))
  await inLanes(claimed, LANES, (message) =>
    // The next look after the end of its lease takes it again.
    deliver(deps, message).catch(async (err: unknown) => {
      deps.log.warn(
        { err, noteId: message.note_id, channel: message.channel },
        'failed to send a notification',
      )
      // A secret that can't be opened fails each time: the note itself is in the app.
      if (message.attempts >= ATTEMPTS) await deps.system.tx((tx) => dropMessage(tx, message))
    }),
  )
  // A channel has more than its turn of them.
  return claimed.length > 0
}

async function deliver(deps: MessageDeps, message: ClaimedDelivery): Promise<void> {
  const { system, secrets, outbound, publicUrl } = deps
  const key: ChannelKey = { personId: message.person_id, channel: message.channel }
  const users = await activeUsers(deps, key.personId)
  const isWanted = !message.read && (await isChosen(deps, message)) && (await maySee(deps, users, message))
  const target = isWanted ? await system.tx((tx) => targetOf(tx, secrets, key, { isTest: false })) : null
  if (target === null) return system.tx((tx) => dropMessage(tx, message))
  const fault = await sendToChannel(outbound, key.channel, target, {
    id: message.note_id,
    kind: message.kind,
    title: oneLine(message.title),
    text: message.body,
    link: message.link === null ? null : `${publicUrl}${message.link}`,
    at: message.at,
  })
  // It has arrived: a database that can't note that now must not make it go out again.
  await patiently(
    () =>
      system.tx((tx) =>
        fault === null ? arrived(tx, key, message) : failed(deps, tx, { key, message, fault, users }),
      ),
    { what: 'notification', limitMs: NOTED_WITHIN_MS },
  )
}

async function isChosen(
  { system }: MessageDeps,
  { person_id, kind, channel }: ClaimedDelivery,
): Promise<boolean> {
  const person = await system.read((tx) => getPerson(tx, person_id))
  return person !== null && choicesOf(person.notifications)[kind][channel]
}

async function arrived(tx: Tx, key: ChannelKey, message: ClaimedDelivery): Promise<void> {
  await dropMessage(tx, message)
  await noteDelivered(tx, key)
}

interface Failed {
  key: ChannelKey
  message: ClaimedDelivery
  fault: ChannelFault
  users: ReadonlyMap<string, string>
}

/** Tries again later where that may help; a channel that keeps failing is paused, and its person notified. */
async function failed(
  { publicUrl }: MessageDeps,
  tx: Tx,
  { key, message, fault, users }: Failed,
): Promise<void> {
  if (fault.retryable && message.attempts < ATTEMPTS) {
    const pauseMs = Math.max(
      backoff(message.attempts - 1, PAUSE),
      Math.min(fault.retryAfterMs ?? 0, PAUSE.maxMs),
    )
    await putOffMessage(tx, message, new Date(tx.now.getTime() + pauseMs))
  } else {
    await dropMessage(tx, message)
  }
  const pausedHost = await noteFailed(tx, key, fault.text)
  if (pausedHost === null) return
  const [place] = users
  await notify(tx, publicUrl, {
    personId: key.personId,
    accountId: null,
    kind: 'channelPaused',
    title: `Notifications to ${pausedHost} are paused`,
    text: `The last attempts failed: ${fault.text}`,
    link: place === undefined ? null : `/account/${place[0]}/user/${place[1]}?section=notifications`,
  })
}

/** Looks every 15 seconds, and when a note was queued. */
export function startMessageDeliveries(deps: MessageDeps): WorkLoop {
  const { log } = deps
  const look = () => deliverMessages(deps)
  const loop = createWorkLoop({ name: 'notification-messages', everyMs: LOOK_MS, look, log })
  loop.start()
  return loop
}
