import { z } from 'zod'
import { Channel } from '@caseloom/contract/identity/notification-channels'
import type { Tx } from '../../../platform/database/types.ts'
import type { InstallationSecrets, SecretPlace } from '../../../platform/secrets/secrets.ts'

const ChannelRow = z.object({
  channel: Channel,
  host: z.string(),
  connected_at: z.date(),
  delivered_at: z.date().nullable(),
  failed_at: z.date().nullable(),
  failure: z.string().nullable(),
  paused_at: z.date().nullable(),
})
export type ChannelRow = z.infer<typeof ChannelRow>

const COLUMNS = 'channel, host, connected_at, delivered_at, failed_at, failure, paused_at'

/** One person's channel. */
export interface ChannelKey {
  personId: string
  channel: Channel
}

/** Where messages go, and what signs them; never leaves the server. */
export interface ChannelTarget {
  url: string
  secret: string | null
}

export async function channelsOf(tx: Tx, personId: string): Promise<ChannelRow[]> {
  return tx.rows(
    ChannelRow,
    `select ${COLUMNS} from caseloom.notification_channel where person_id = $1 order by channel`,
    [personId],
  )
}

export async function channelOf(tx: Tx, { personId, channel }: ChannelKey): Promise<ChannelRow | null> {
  return (await channelsOf(tx, personId)).find((row) => row.channel === channel) ?? null
}

/** Connects a channel, or replaces its address: what failed before is forgotten. */
export async function saveChannel(
  tx: Tx,
  secrets: InstallationSecrets,
  key: ChannelKey,
  target: ChannelTarget & { host: string },
): Promise<void> {
  const url = await secrets.seal(tx, placeOf(key, 'url'), target.url)
  const secret = target.secret === null ? null : await secrets.seal(tx, placeOf(key, 'secret'), target.secret)
  await tx.query(
    `insert into caseloom.notification_channel as c (person_id, channel, url, secret, host, connected_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (person_id, channel) do update
       set url = excluded.url, secret = excluded.secret, host = excluded.host, connected_at = excluded.connected_at,
           delivered_at = null, failures = 0, failing_since = null, failed_at = null, failure = null, paused_at = null`,
    [key.personId, key.channel, url, secret, target.host, tx.now],
  )
}

/** Removes a channel with what waits for it; answers whether there was one. */
export async function deleteChannel(tx: Tx, { personId, channel }: ChannelKey): Promise<boolean> {
  await dropDeliveries(tx, { personId, channel })
  const rows = await tx.query(
    'delete from caseloom.notification_channel where person_id = $1 and channel = $2 returning 1',
    [personId, channel],
  )
  return rows.length > 0
}

/** A paused channel is tried again, by the next notification, when it last failed so long ago. */
const TRY_AGAIN_MS = 60 * 60_000

/** The condition on a channel that messages may go to: it isn't paused, or last failed before parameter `at`. */
export function mayBeTried(table: string, at: number): string {
  return `(${table}.paused_at is null or ${table}.failed_at <= $${at})`
}

export function triedBefore({ now }: Pick<Tx, 'now'>): Date {
  return new Date(now.getTime() - TRY_AGAIN_MS)
}

const SealedRow = z.object({ url: z.string(), secret: z.string().nullable() })

/** Opens the address of a channel that may be tried now, or of any for a test; null when there is none. */
export async function targetOf(
  tx: Tx,
  secrets: InstallationSecrets,
  key: ChannelKey,
  { isTest }: { isTest: boolean },
): Promise<ChannelTarget | null> {
  const [row] = await tx.rows(
    SealedRow,
    `select url, secret from caseloom.notification_channel c
      where person_id = $1 and channel = $2 and ($3 or ${mayBeTried('c', 4)})`,
    [key.personId, key.channel, isTest, triedBefore(tx)],
  )
  if (row === undefined) return null
  return {
    url: await secrets.open(tx, placeOf(key, 'url'), row.url),
    secret: row.secret === null ? null : await secrets.open(tx, placeOf(key, 'secret'), row.secret),
  }
}

/** A message has arrived: the channel works, also one that was paused. */
export async function noteDelivered(tx: Tx, { personId, channel }: ChannelKey): Promise<void> {
  await tx.query(
    `update caseloom.notification_channel set delivered_at = $3, failures = 0, failing_since = null, failed_at = null,
            failure = null, paused_at = null
      where person_id = $1 and channel = $2`,
    [personId, channel, tx.now],
  )
}

/** Failed attempts in a row, over at least so long, after which a channel is paused. */
const PAUSE = { failures: 5, afterMs: 10 * 60_000 }

const PausedRow = z.object({ host: z.string() })

/** Notes a failed attempt; answers the host when it was the one that paused the channel. */
export async function noteFailed(
  tx: Tx,
  { personId, channel }: ChannelKey,
  failure: string,
): Promise<string | null> {
  const [row] = await tx.rows(
    PausedRow,
    `update caseloom.notification_channel c
        set failures = c.failures + 1, failing_since = coalesce(c.failing_since, $3), failed_at = $3, failure = $4,
            paused_at = case when c.failures + 1 >= $5 and c.failing_since <= $6 then $3::timestamptz end
      where person_id = $1 and channel = $2 and paused_at is null
     returning case when paused_at is not null then host else '' end as host`,
    [personId, channel, tx.now, failure, PAUSE.failures, new Date(tx.now.getTime() - PAUSE.afterMs)],
  )
  // It is paused already, and waits for another hour.
  if (row === undefined) await noteFailedTest(tx, { personId, channel }, failure)
  if (row === undefined || row.host === '') return null
  await dropDeliveries(tx, { personId, channel })
  return row.host
}

/** Shows why a test failed, or a message to a channel that is paused; a test alone pauses nothing. */
export async function noteFailedTest(
  tx: Tx,
  { personId, channel }: ChannelKey,
  failure: string,
): Promise<void> {
  await tx.query(
    `update caseloom.notification_channel set failed_at = $3, failure = $4 where person_id = $1 and channel = $2`,
    [personId, channel, tx.now, failure],
  )
}

async function dropDeliveries(tx: Tx, { personId, channel }: ChannelKey): Promise<void> {
  await tx.query('delete from caseloom.notification_delivery where person_id = $1 and channel = $2', [
    personId,
    channel,
  ])
}

function placeOf({ personId, channel }: ChannelKey, field: string): SecretPlace {
  return { table: 'notification_channel', id: personId, field: `${channel}.${field}` }
}
