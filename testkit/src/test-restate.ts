import { sendSignal, waitForExit } from '@caseloom/server/platform/embedded/processes'
import { chooseFree } from '@caseloom/server/platform/embedded/ports'
import { type RunningRestate, startRestate } from '@caseloom/server/platform/embedded/restate'
import { engineDoor } from '@caseloom/server/platform/durable/engine-door'
import { z } from 'zod'
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts'

const Retries = z.object({ rows: z.array(z.object({ n: z.number().nullish() })) })

/** A durable engine for one test file; service names are its own, so files do not share one. */
export type TestRestate = {
  ingressUrl: string
  adminUrl: string
  /** What the worker under test gives to the SDK. */
  identityKeys: string[]
  /** A free loopback port for the worker under test. */
  workerPort: number
  /** Kills the engine (SIGKILL), as a crash would; `restart` brings it back with its data. */
  kill(): Promise<void>
  /** How often the engine has brought runs in vain so far, of those that are not over. */
  retries(): Promise<number>
  /** Starts the engine again at the same addresses. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts an embedded engine in a temp folder; under a second. */
export async function startTestRestate(): Promise<TestRestate> {
  const dataDir = await makeScratchFolder()
  const workerPort = await chooseFree()
  let engine: RunningRestate = await startRestate({ dataDir }).catch((error) => {
    removeScratchFolder(dataDir)
    throw error
  })
  return {
    ingressUrl: engine.ingressUrl,
    adminUrl: engine.adminUrl,
    identityKeys: engine.identityKeys,
    workerPort,
    async kill() {
      sendSignal(engine.process.pid, 'SIGKILL')
      await waitForExit(engine.process, 5_000)
    },
    async retries() {
      const door = engineDoor(engine.adminUrl)
      const reply = await door.request({
        method: 'POST',
        path: '/query',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          query: `select retry_count as n from sys_invocation where status <> 'completed'`,
        }),
      })
      const { rows } = Retries.parse(await reply.body.json())
      await door.close()
      return rows.reduce((sum, { n }) => sum + (n ?? 0), 0)
    },
    async restart() {
      await engine.stop()
      engine = await startRestate({ dataDir })
    },
    async stop() {
      await engine.stop()
      removeScratchFolder(dataDir)
    },
  }
}
