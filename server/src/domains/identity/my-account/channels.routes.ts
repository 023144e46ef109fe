import * as routes from '@caseloom/contract/identity/notification-channels'
import type { Http } from '../../../platform/http/types.ts'
import { originOf } from '../sessions/caller.ts'
import {
  type ChannelDeps,
  connectChannel,
  disconnectChannel,
  listMyChannels,
  testChannel,
} from './my-channels.ts'

/** Serves the channels on which people are notified outside of the product. */
export function bindChannelRoutes(http: Http, deps: ChannelDeps): void {
  http.bind(routes.myChannels, async ({ actor }) => ({ items: await listMyChannels(deps, actor) }))
  http.bind(routes.connectChannel, ({ actor, params, body, request }) =>
    connectChannel(deps, {
      actor,
      channel: params.channel,
      url: body.url,
      origin: originOf(request, deps.publicUrl),
    }),
  )
  http.bind(routes.disconnectChannel, async ({ actor, params, request }) => {
    const { channel } = params
    await disconnectChannel(deps, { actor, channel, origin: originOf(request, deps.publicUrl) })
    return undefined
  })
  http.bind(routes.testChannel, ({ actor, params, request }) => {
    const { channel } = params
    return testChannel(deps, { actor, channel, origin: originOf(request, deps.publicUrl) })
  })
}
