// The channels on which people let themselves be notified outside of the product.
import { randomBytes } from 'node:crypto'
import { Channel, ChannelView } from '@caseloom/contract/identity/notification-channels'
import { IMMEDIATE_KINDS, NOTIFICATION_KINDS } from '@caseloom/contract/identity/notification-choices'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import {
  type ChannelKey,
  channelOf,
  type ChannelRow,
  channelsOf,
  deleteChannel,
  noteDelivered,
  noteFailedTest,
  saveChannel,
  targetOf,
} from '../notices/channel.store.ts'
import { auditPerson, mailSecurityChange } from '../notices/notify-person.ts'
import { sendToChannel } from '../notices/send-to-channel.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { choicesOf } from '../people/notification-choices.rules.ts'
import { getPerson, type PersonRow, updateProfile } from '../people/person.store.ts'
import { reachOf } from '../permissions/reach-of.ts'
import type { Origin } from '../sessions/session.store.ts'

export type ChannelDeps = Pick<IdentityDeps, 'system' | 'secrets' | 'publicUrl'> & {
  outbound: Pick<Outbound, 'request'>
}

export interface ChannelCommand {
  actor: Actor
  /** As the path names it. */
  channel: string
  origin: Origin
}

const NAMES: Readonly<Record<Channel, string>> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'a webhook',
}

const SECRET_BYTES = 32

/** The channels of the caller; a session that speaks for one account sees none. */
export async function listMyChannels(
  { system }: Pick<ChannelDeps, 'system'>,
  actor: Actor,
): Promise<ChannelView[]> {
  allow(actor, 'session')
  const { personId, reach } = reachOf(actor)
  if (reach.personNeeds === 'elsewhere') return []
  return (await system.read((tx) => channelsOf(tx, personId))).map(viewOf)
}

/**
 * Connects a channel by its incoming webhook. The first time, what is emailed goes there as well, except for what
 * concerns security. Throws request.invalid, resource.not_found.
 */
export async function connectChannel(
  deps: ChannelDeps,
  command: ChannelCommand & { url: string },
): Promise<{ view: ChannelView; secret: string | null }> {
  allow(command.actor, 'person')
  const key = keyOf(command)
  const { url, host } = readAddress(command.url)
  const secret = key.channel === 'webhook' ? randomBytes(SECRET_BYTES).toString('base64url') : null
  const { origin } = command
  return deps.system.tx(async (tx) => {
    const person = await mustGet(tx, key.personId)
    await saveChannel(tx, deps.secrets, key, { url, host, secret })
    await chooseFirst(tx, person, key.channel)
    await auditPerson(tx, person, {
      action: 'person.channel_connected',
      ip: origin.ip,
      object: objectOf(key, host),
    })
    const what = `Notifications are sent to ${NAMES[key.channel]} at ${host} from now on.`
    await mailSecurityChange(tx, person, { what, origin })
    return { view: await mustView(tx, key), secret }
  })
}

/** Disconnects a channel; what was to go there is dropped. Throws resource.not_found. */
export async function disconnectChannel(
  { system }: Pick<ChannelDeps, 'system'>,
  command: ChannelCommand,
): Promise<void> {
  allow(command.actor, 'person')
  const key = keyOf(command)
  await system.tx(async (tx) => {
    const found = await channelOf(tx, key)
    if (found === null || !(await deleteChannel(tx, key))) throw fail('resource.not_found')
    const fact = { action: 'person.channel_disconnected', object: objectOf(key, found.host) }
    await auditPerson(tx, await mustGet(tx, key.personId), { ...fact, ip: command.origin.ip })
  })
}

/** Sends a message to a channel now; one that arrives resumes it. Throws resource.not_found. */
export async function testChannel(
  { system, secrets, outbound, publicUrl }: ChannelDeps,
  command: ChannelCommand,
): Promise<{ view: ChannelView; failure: string | null }> {
  allow(command.actor, 'person')
  const key = keyOf(command)
  const { target, at } = await system.tx(async (tx) => ({
    target: await targetOf(tx, secrets, key, { isTest: true }),
    at: tx.now,
  }))
  if (target === null) throw fail('resource.not_found')
  const fault = await sendToChannel(outbound, key.channel, target, {
    id: newId(),
    kind: 'test',
    title: 'Test from Caseloom',
    text: 'Notifications that you choose arrive here.',
    link: publicUrl,
    at,
  })
  return system.tx(async (tx) => {
    await (fault === null ? noteDelivered(tx, key) : noteFailedTest(tx, key, fault.text))
    return { view: await mustView(tx, key), failure: fault?.text ?? null }
  })
}

/** One's own channel; an unknown one looks missing. */
function keyOf({ actor, channel }: ChannelCommand): ChannelKey {
  const known = Channel.safeParse(channel).data
  if (known === undefined) throw fail('resource.not_found')
  return { personId: reachOf(actor).personId, channel: known }
}

function readAddress(text: string): { url: string; host: string } {
  const url = URL.parse(text)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  if (!isWeb || url.username !== '' || url.password !== '') {
    const message = 'Enter an address that begins with https://'
    throw fail('request.invalid', { issues: [{ path: ['body', 'url'], code: 'invalid_url', message }] })
  }
  return { url: url.href, host: url.host }
}

async function chooseFirst(tx: Tx, person: PersonRow, channel: Channel): Promise<void> {
  const choices = choicesOf(person.notifications)
  if (NOTIFICATION_KINDS.some((kind) => choices[kind][channel])) return
  for (const kind of NOTIFICATION_KINDS)
    choices[kind] = { ...choices[kind], [channel]: choices[kind].mail && !IMMEDIATE_KINDS.has(kind) }
  await updateProfile(tx, person.id, { notifications: choices })
}

function objectOf({ personId, channel }: ChannelKey, host: string) {
  return { kind: 'channel', id: personId, name: `${channel} ${host}` }
}

async function mustGet(tx: Tx, personId: string): Promise<PersonRow> {
  const person = await getPerson(tx, personId)
  if (person === null) throw fail('session.none')
  return person
}

async function mustView(tx: Tx, key: ChannelKey): Promise<ChannelView> {
  const row = await channelOf(tx, key)
  // Disconnected in another tab while its test was under way.
  if (row === null) throw fail('resource.not_found')
  return viewOf(row)
}

function viewOf({ channel, host, failure, ...at }: ChannelRow): ChannelView {
  return ChannelView.parse({
    channel,
    host,
    connectedAt: at.connected_at.toISOString(),
    deliveredAt: at.delivered_at?.toISOString() ?? null,
    failure:
      failure === null || at.failed_at === null ? null : { at: at.failed_at.toISOString(), text: failure },
    pausedAt: at.paused_at?.toISOString() ?? null,
  })
}
