import { z } from 'zod'
import { Instant } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'

/** Channels outside of the product besides email; each person connects their own by an incoming webhook. */
export const CHANNELS = ['slack', 'teams', 'webhook'] as const
export const Channel = z.enum(CHANNELS)
export type Channel = z.infer<typeof Channel>

export const ChannelView = z.object({
  channel: Channel,
  /** The host of its address; the rest is a secret and is never shown. */
  host: z.string(),
  connectedAt: Instant,
  deliveredAt: Instant.nullable(),
  /** Why the last message wasn't delivered; null once one is. */
  failure: z.object({ at: Instant, text: z.string() }).nullable(),
  /** Since then, after repeated failures, only a test or one try an hour is sent, until one arrives. */
  pausedAt: Instant.nullable(),
})
export type ChannelView = z.infer<typeof ChannelView>

export const myChannels = route({
  method: 'GET',
  path: '/iam/me/channels',
  summary: 'Lists the notification channels that the caller connected',
  needs: 'session',
  reply: z.object({ items: z.array(ChannelView) }),
  on404: 'here',
})
export const connectChannel = route({
  method: 'PUT',
  path: '/iam/me/channels/:channel',
  summary: 'Connects a notification channel, or replaces its address',
  needs: 'person',
  body: z.strictObject({ url: z.string().trim().min(1).max(2000) }),
  reply: z.object({
    view: ChannelView,
    /** Signs the messages of a webhook; shown once. */
    secret: z.string().nullable(),
  }),
  on404: 'here',
})
export const disconnectChannel = route({
  method: 'DELETE',
  path: '/iam/me/channels/:channel',
  summary: 'Disconnects a notification channel',
  needs: 'person',
  on404: 'here',
})
export const testChannel = route({
  method: 'POST',
  path: '/iam/me/channels/:channel/test',
  summary: 'Sends a test message to a notification channel; one that arrives resumes a paused channel',
  needs: 'person',
  body: z.strictObject({}),
  reply: z.object({
    view: ChannelView,
    /** Why the message wasn't delivered; null when it was. */
    failure: z.string().nullable(),
  }),
  on404: 'here',
})
