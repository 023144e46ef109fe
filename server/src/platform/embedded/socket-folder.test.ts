import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeSocketFolder, removeSocketFolderOf } from './socket-folder.ts'

describe('the folder of the database’s socket', () => {
  test('lies in the runtime folder of a systemd unit, where commands beside the unit find it', async () => {
    const runtime = await makeScratchFolder()
    onTestFinished(() => {
      vi.unstubAllEnvs()
      removeScratchFolder(runtime)
    })
    vi.stubEnv('RUNTIME_DIRECTORY', `${runtime}:/run/another`)
    const folder = makeSocketFolder('/var/lib/caseloom/data', null)
    expect(folder.startsWith(join(runtime, 'caseloom-'))).toBe(true)
    removeSocketFolderOf('/var/lib/caseloom/data')
    expect(existsSync(folder)).toBe(false)
  })

  test('is the usual one when the runtime folder does not exist', () => {
    vi.stubEnv('RUNTIME_DIRECTORY', '/nonexistent')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const folder = makeSocketFolder('/var/lib/caseloom/other', null)
    expect(folder).not.toContain('/nonexistent')
    rmSync(folder, { recursive: true })
  })
})
