import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import {
  identify,
  identifySpawned,
  isRunning,
  sendSignal,
  spawnedPid,
  stopProcess,
  waitForExit,
} from './processes.ts'

// Signal 0 of the real call does nothing, so a missing refusal shows without harm.
const HARMLESS = 0 as unknown as NodeJS.Signals

it.each([-1, 0, 1, -4242, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses to signal process %d',
  (pid) => {
    expect(() => sendSignal(pid, HARMLESS)).toThrow(RangeError)
  },
)

it('refuses to stop the first process of the system', async () => {
  const init = identify(1)
  if (init === null) throw new Error('No process 1')
  await expect(stopProcess(init, [{ signal: HARMLESS, waitMs: 0 }])).rejects.toThrow(RangeError)
})

it('gives the reason of a process that could not be started, and no number', async () => {
  await expect(spawnedPid(spawn('/nonexistent/program'))).rejects.toThrow('ENOENT')
  await expect(identifySpawned(spawn('/nonexistent/program'))).rejects.toThrow('ENOENT')
})

it('signals the process meant and no other', async () => {
  const [meant, bystander] = [spawn('sleep', ['60']), spawn('sleep', ['60'])]
  const [first, second] = [await identifySpawned(meant), await identifySpawned(bystander)]
  sendSignal(first.pid, 'SIGKILL')
  await once(meant, 'exit')
  expect(await waitForExit(first, 0)).toBe(true)
  expect(isRunning(second)).toBe(true)
  sendSignal(first.pid, 'SIGKILL')
  bystander.kill('SIGKILL')
  await once(bystander, 'exit')
})
