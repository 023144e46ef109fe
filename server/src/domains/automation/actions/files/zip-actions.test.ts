import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { CommentsFixture } from '@caseloom/testkit/comments-fixture'
import type { StepBench } from '@caseloom/testkit/step-effects'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { newId } from '../../../../platform/uuid.ts'
import { createFileSteps, type FileSteps } from './file-steps.fixture.ts'

const MB = 1024 ** 2
let house: CommentsFixture
let bench: StepBench
let fixture: FileSteps
beforeAll(async () => {
  fixture = await createFileSteps()
  ;({ house, bench } = fixture)
})
afterAll(() => house?.close())

const done: FileSteps['done'] = (action, input) => fixture.done(action, input)
async function fileOf(bytes: Buffer | string, name = 'a.zip'): Promise<string> {
  // Larger than what a step may write.
  const actor = bench.by(house.person('Maker'))
  const command = { made: [{ name, bytes: Buffer.from(bytes) }], touches: [], operationKey: newId() }
  const [file] = await fixture.steps.keepFiles(house.scope, actor, command)
  return file?.id ?? ''
}
async function zipped(files: [string, Buffer | string][], mode?: number): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of files)
    zip.addBuffer(Buffer.from(content), path, mode === undefined ? {} : { mode })
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>))
}
/** The same archive with other bytes in place of some, wherever they are. */
const forged = (archive: Buffer, from: string, to: string) =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')
const fault = async (bytes: Buffer) => {
  const outcome = await bench.step('file.unzip', { file: await fileOf(bytes) })
  return outcome.ok ? 'succeeded' : outcome.error.code
}
const stored = async () =>
  (await house.scope.read((tx) => tx.query('select from caseloom.file where tenant_id = $1', [tx.tenantId])))
    .length

describe('an archive', () => {
  it('of files holds them all, each under a name of its own', async () => {
    const files = [
      await fileOf('one', 'note.txt'),
      await fileOf('two', 'note.txt'),
      await fileOf('', '.hidden'),
    ]
    const archive = await done('file.zip', { name: 'notes.zip', files })
    expect(archive).toMatchObject({ name: 'notes.zip', mediaType: 'application/zip' })
    const { files: unpacked } = await done('file.unzip', { file: archive })
    expect(unpacked).toMatchObject([
      { path: 'note.txt', size: 3, mediaType: 'text/plain' },
      { path: 'note (2).txt', size: 3 },
      { path: '.hidden', size: 0 },
    ])
    const [, second] = unpacked as JsonObject[]
    expect(await done('file.read', { file: second ?? null })).toMatchObject({ content: 'two' })
  })

  it('counts as made from what its files came from', async () => {
    const touch = { appId: newId(), recordId: newId(), trackingId: '', withheld: [newId()] }
    const source = await fileOf('secret', 'secret.txt')
    await house.scope.tx((tx) =>
      tx.query('update caseloom.file set touches = $1::jsonb where id = $2', [
        JSON.stringify([touch]),
        source,
      ]),
    )
    const packed = await bench.step('file.zip', { name: 'a.zip', files: [source] })
    expect(packed.touched).toEqual([{ ...touch, aside: true }])
  })

  it('of a missing file is not made', async () => {
    const missing = newId()
    const outcome = await bench.step('file.zip', { name: 'a.zip', files: [await fileOf('a'), missing] })
    expect(outcome).toMatchObject({
      error: { code: 'step.unknown_file', message: `There is no file ${missing}` },
    })
  })

  it('is unpacked once by a step that repeats', async () => {
    const file = await fileOf(
      await zipped([
        ['logs/a.txt', 'a'],
        ['logs/b.txt', 'b'],
      ]),
    )
    const idempotencyKey = newId()
    const first = await bench.step('file.unzip', { file }, { idempotencyKey })
    expect(first).toMatchObject({
      output: { files: [{ name: 'a.txt', path: 'logs/a.txt' }, { name: 'b.txt' }] },
    })
    const before = await stored()
    expect(await bench.step('file.unzip', { file }, { idempotencyKey })).toEqual(first)
    expect(await stored()).toBe(before)
  })
})

describe('a hostile archive', () => {
  it.each<[string, string, () => Promise<Buffer>]>([
    ['no archive at all', 'file.unreadable', async () => randomBytes(2_000)],
    ['nothing', 'file.unreadable', async () => Buffer.alloc(0)],
    [
      'half of one',
      'file.unreadable',
      async () => (await zipped([['a', randomBytes(900)]])).subarray(0, 500),
    ],
    [
      'a path upwards',
      'file.unsafe',
      async () => forged(await zipped([['aa/bb.txt', 'a']]), 'aa/bb', '../bb'),
    ],
    ['an absolute path', 'file.unsafe', async () => forged(await zipped([['aetc/x', 'a']]), 'aetc', '/etc')],
    [
      'a path of Windows',
      'file.unsafe',
      async () => forged(await zipped([['c/x/y', 'a']]), 'c/x/', 'c\\x\\'),
    ],
    ['a drive', 'file.unsafe', async () => forged(await zipped([['cc/x', 'a']]), 'cc/x', 'c:/x')],
    ['a link', 'file.unsafe', () => zipped([['passwd', '/etc/passwd']], 0o120777)],
    ['a bomb', 'step.too_large', () => zipped([['zeros', Buffer.alloc(20 * MB)]])],
    [
      'more bytes than allowed',
      'step.too_large',
      () =>
        zipped([
          ['a', randomBytes(26 * MB)],
          ['b', Buffer.alloc(25 * MB)],
        ]),
    ],
    [
      'too many files',
      'step.too_large',
      () => zipped(Array.from({ length: 201 }, (_, at) => [`${at}`, 'a'])),
    ],
    [
      'other content than its checksum says',
      'file.unreadable',
      async () => {
        const archive = await zipped([['a', randomBytes(50)]])
        // The name follows 30 bytes of header, which may hold the letter too.
        const at = archive.indexOf('a', 30) + 10
        archive[at] = (archive[at] ?? 0) ^ 1
        return archive
      },
    ],
  ])('with %s fails the step and leaves no file', async (_what, code, make) => {
    const bytes = await make()
    const file = await fileOf(bytes)
    const before = await stored()
    const outcome = await bench.step('file.unzip', { file })
    expect(outcome).toMatchObject({ ok: false, error: { code, retryable: false } })
    expect(await stored()).toBe(before)
  })

  it('that is encrypted says so', async () => {
    const archive = await zipped([['a', 'secret']])
    for (const [signature, offset] of [
      ['PK\u0003\u0004', 6],
      ['PK\u0001\u0002', 8],
    ] as const)
      archive.writeUInt16LE(1, archive.indexOf(signature, 0, 'latin1') + offset)
    expect(await fault(archive)).toBe('file.encrypted')
  })

  it('that lies about its sizes is stopped where the lie ends', async () => {
    const archive = await zipped([['a', Buffer.alloc(MB)]])
    archive.writeUInt32LE(10, archive.indexOf('PK\u0001\u0002', 0, 'latin1') + 24)
    expect(await fault(archive)).toBe('file.unreadable')
  })
})
