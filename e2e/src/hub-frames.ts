import { once } from 'node:events'

/** Everything that a hub says to one session, frame by frame. */
export interface HubFrames {
  frames: string[]
  close(): void
}

/** Receives what the model hub sends for a tenant, like a page does (Socket.IO over one WebSocket). */
export async function listenToHub(
  address: string,
  { session, tenantId }: { session: string; tenantId: string },
): Promise<HubFrames> {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const frames: string[] = []
  const joined = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    const frame = String(data)
    frames.push(frame)
    if (frame.startsWith('0')) socket.send(`40/hubs/model,${JSON.stringify({ token: session })}`)
    else if (frame === '2') socket.send('3')
    else if (frame.startsWith('40/hubs/model'))
      socket.send(`42/hubs/model,1${JSON.stringify(['enter', { tenantId }])}`)
    else if (frame === '43/hubs/model,1[{"ok":true}]') joined.resolve()
    else if (frame.startsWith('43/hubs/model')) joined.reject(new Error(`The hub refused: ${frame}`))
    else if (frame.startsWith('44/hubs/model')) joined.reject(new Error(`The hub refused: ${frame}`))
  })
  socket.addEventListener('error', () => joined.reject(new Error('The hub is not there')))
  await once(socket, 'open')
  await joined.promise
  return { frames, close: () => socket.close() }
}
