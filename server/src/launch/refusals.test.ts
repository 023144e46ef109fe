import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { OTHER_USER, skipUnlessReachable } from '@caseloom/testkit/other-user'
import { canMountDisk, withSmallDisk } from '@caseloom/testkit/small-disk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chooseFree } from '../platform/embedded/ports.ts'
import type { Product } from './fixtures/product.ts'
import { useRoom } from './fixtures/room.ts'

const READY = /Caseloom is ready: (\S+)/

const room = useRoom()
const { start } = room

describe('a launch that cannot succeed', { timeout: 60_000 }, () => {
  async function fails(product: Product): Promise<string> {
    expect(await product.exited).toBe(1)
    expect(existsSync(join(room.dataDir, 'launch.json'))).toBe(false)
    return product.output()
  }

  it('names the taken port and the next step', async () => {
    const port = await chooseFree()
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => {
      blocker.close()
    })
    const output = await fails(start({ PORT: String(port) }))
    expect(output).toContain(`Port ${port} on 127.0.0.1 is in use by another program.\n→ Stop that program`)
    expect(existsSync(join(room.dataDir, 'postgres'))).toBe(false)
  })

  it.each([
    ['PORT', '4000x', 'Invalid setting PORT'],
    ['HOST', '192.0.2.77', 'isn’t an address of this machine'],
    ['DATABASE_URL', 'mysql://me:s3cret@x', 'Invalid setting DATABASE_URL'],
    ['RESTATE_ADMIN_URL', 'http://127.0.0.1:1', 'Invalid setting RESTATE_INGRESS_URL'],
    ['PG_RUN_AS', 'no-such-user', 'Invalid setting PG_RUN_AS'],
  ])('names the wrong setting %s=%s', async (name, value, message) => {
    if (name === 'PG_RUN_AS' && process.getuid?.() !== 0) return
    const output = await fails(start({ [name]: value }))
    expect(output).toContain(message)
    expect(output).toContain('\n→ ')
    expect(output).not.toContain('s3cret')
    expect(output).not.toContain('    at ')
  })

  it('names a data folder that cannot be made', async () => {
    const output = await fails(start({ CASELOOM_DATA: '/proc/caseloom' }))
    expect(output).toContain('The folder /proc/caseloom can’t be')
    expect(output).toContain('\n→ ')
  })

  it.runIf(process.getuid?.() === 0)('names a data folder its user may not write', async ({ skip }) => {
    skipUnlessReachable(skip)
    const output = await fails(start({}, OTHER_USER))
    expect(output).toContain(`The folder ${room.dataDir} isn’t writable by this user.\n→ Give this user`)
  })

  it.runIf(canMountDisk())('names a full disk, and starts when there is room', async () => {
    await withSmallDisk(join(room.folder, 'disk'), '20m', async (disk) => {
      const env = { CASELOOM_DATA: join(room.folder, 'disk', 'data') }
      const output = await fails(start(env))
      expect(output).toMatch(/\nThe disk is full: .*\n→ Free/)
      expect(existsSync(join(room.folder, 'disk/data/launch.json'))).toBe(false)
      disk.resize('400m')
      const product = start(env)
      await product.printed(READY)
      product.kill('SIGTERM')
      await product.exited
      disk.fill()
      expect(await fails(start(env))).toMatch(/\nThe disk is full: .*\n→ Free/)
    })
  })

  it('names an argument it does not know', async () => {
    const product = start({}, { args: ['--dmeo'] })
    expect(await product.exited).toBe(2)
    expect(product.output()).toContain('Unknown argument --dmeo')
  })

  it('passes on what a process refuses, and stops the rest', async () => {
    await room.takeDatabase()
    const output = await fails(start({ STAND_IN_WEB: 'refuse' }))
    expect(output).toContain('The stand-in is set to refuse.\n→ Remove the setting.')
  })

  it('points to the log of a process that crashes at its start', async () => {
    await room.takeDatabase()
    const output = await fails(start({ STAND_IN_WORKER: 'crash' }))
    expect(output).toContain('The worker process exited during startup (exit code 7).')
    expect(output).toContain(join(room.dataDir, 'logs/worker.log'))
  })

  it('insists on the master key it was made with', async () => {
    await room.takeDatabase()
    const product = start()
    await product.printed(READY)
    product.kill('SIGTERM')
    await product.exited
    rmSync(room.keyFile)
    expect(await fails(start())).toContain(`The master key file ${room.keyFile} is missing`)
    const other = join(room.folder, 'other.key')
    rmSync(join(room.dataDir, 'master-key.json'))
    const second = start({ CASELOOM_MASTER_KEY_FILE: other })
    await second.printed(READY)
    second.kill('SIGTERM')
    await second.exited
    rmSync(other)
    const third = await fails(start({ CASELOOM_MASTER_KEY_FILE: other }))
    expect(third).toContain('is missing')
  })
})
