import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { ANYTHING } from '@caseloom/contract/records/touches'
import type { CommentsFixture } from '@caseloom/testkit/comments-fixture'
import type { StepBench } from '@caseloom/testkit/step-effects'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../platform/uuid.ts'
import { createFileSteps, type FileSteps } from './file-steps.fixture.ts'

let house: CommentsFixture
let bench: StepBench
let maker: Actor
let fixture: FileSteps
beforeAll(async () => {
  fixture = await createFileSteps()
  ;({ house, bench, maker } = fixture)
})
afterAll(() => house?.close())

const done: FileSteps['done'] = (action, input) => fixture.done(action, input)
async function failed(action: string, input: JsonObject): Promise<string> {
  const outcome = await bench.step(action, input)
  return outcome.ok ? 'succeeded' : `${outcome.error.code}: ${outcome.error.message}`
}
const written = (bytes: Buffer | string, name = 'a.txt') =>
  done('file.write', { name, base64: Buffer.from(bytes).toString('base64') })

describe('a file that a step writes', () => {
  it('has a name, a media type, a size, and a SHA-256, and is read as it was written', async () => {
    const file = await done('file.write', { name: '../../été.csv', text: 'name\nZoë' })
    const sha256 = createHash('sha256').update('name\nZoë').digest('hex')
    expect(file).toEqual({
      id: expect.any(String),
      name: 'été.csv',
      mediaType: 'text/csv',
      size: 9,
      sha256,
    })
    const read = { content: 'name\nZoë', encoding: 'utf-8', size: 9, next: null }
    for (const value of [file, file['id'] ?? null, { fileId: file['id'] ?? null }])
      expect(await done('file.read', { file: value })).toEqual(read)
  })

  it('is one file when the step repeats', async () => {
    const idempotencyKey = newId()
    const first = await bench.step('file.write', { name: 'a', text: 'one' }, { idempotencyKey })
    expect(first.ok).toBe(true)
    expect(await bench.step('file.write', { name: 'a', text: 'one' }, { idempotencyKey })).toEqual(first)
    const count = await house.scope.read((tx) =>
      tx.query(`select from caseloom.file where name = 'a' and tenant_id = $1`, [tx.tenantId]),
    )
    expect(count).toHaveLength(1)
  })

  it.each([
    ['neither text nor Base64', { name: 'a' }, /either/],
    ['both', { name: 'a', text: 'a', base64: 'YQ==' }, /either/],
    ['what is no Base64', { name: 'a', base64: 'a$b=' }, /isn’t Base64/],
    ['no name', { name: '', text: 'a' }, /name/],
    ['too much', { name: 'a', text: 'a'.repeat(8_000_001) }, /8000000/],
  ])('is refused with %s', async (_what, input, message) => {
    expect(await failed('file.write', input)).toMatch(message)
  })

  it('requires the permission to change records', async () => {
    const viewer = bench.by(house.person('Viewer', { may: ['record:read'] }))
    expect(await bench.step('file.write', { name: 'a', text: 'a' }, { actor: viewer })).toMatchObject({
      error: { code: 'right.missing' },
    })
  })

  it('brings what its run had read to every step that reads it', async () => {
    const file = await done('file.write', { name: 'a', text: 'a' })
    const touched = async (action: string) => (await bench.step(action, { file })).touched
    // The run of the bench is unknown, so anything may be behind the file.
    for (const action of ['file.read', 'file.hash'])
      expect(await touched(action)).toEqual([{ ...ANYTHING, aside: true }])
    const touch = { appId: newId(), recordId: newId(), trackingId: '', withheld: [newId()] }
    await house.scope.tx((tx) =>
      tx.query('update caseloom.file set touches = $1::jsonb where id = $2', [
        JSON.stringify([touch]),
        file['id'],
      ]),
    )
    expect(await touched('file.read')).toEqual([{ ...touch, aside: true }])
  })
})

describe('a file that a step reads', () => {
  const parts = async (file: JsonValue, bytes: number) => {
    const contents: JsonValue[] = []
    let encoding: JsonValue = null
    for (let from: JsonValue = 0; from !== null; ) {
      const part: JsonObject = await done('file.read', { file, from, bytes })
      contents.push(part['content'] ?? null)
      encoding = part['encoding'] ?? null
      from = part['next'] ?? null
    }
    return { text: contents.join(''), encoding }
  }
  const text = 'aé€𝄞z'.repeat(5)

  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('comes in parts of any length without a broken character: %s', async (encoding, bytes) => {
    const file = await written(bytes)
    for (const length of [4, 5, 7, 1_000]) {
      const read = await parts(file, length)
      expect(read.text.replaceAll('\uFEFF', '')).toBe(text)
      expect(read.encoding).toBe(encoding)
    }
  })

  it('ends, whatever its bytes and the length of its parts', async () => {
    const file = await written(Buffer.from([0x80, 0xff, 0x00, 0xf0, 0x9f, 0x41]))
    for (const length of [1, 2, 3]) expect((await parts(file, length)).text).not.toContain('\u0000')
    const emoji = await written('𝄞')
    expect((await parts(emoji, 1)).encoding).toBe('utf-8')
    expect(await done('file.read', { file: emoji, from: 99 })).toMatchObject({ content: '', next: null })
  })

  it('comes as Base64, byte by byte', async () => {
    const bytes = Buffer.from([0, 1, 2, 253, 254, 255])
    const file = await written(bytes)
    expect(await done('file.read', { file, as: 'base64', from: 1, bytes: 3 })).toEqual({
      content: bytes.subarray(1, 4).toString('base64'),
      encoding: 'base64',
      size: 6,
      next: 4,
    })
    expect(await failed('file.read', { file, bytes: 1_048_577 })).toMatch(/^step.bad_input/)
  })

  it('has the hashes of published test vectors', async () => {
    // RFC 1321 and FIPS 180-2 give these for "abc".
    expect(await done('file.hash', { file: await written('abc') })).toEqual({
      md5: '900150983cd24fb0d6963f7d28e17f72',
      sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      size: 3,
    })
  })

  it('is one that the run may read, and a missing one looks the same', async () => {
    const foreign = await house.upload(house.person('Someone else'))
    const app = await house.anApp()
    const record = await house.records.createRecord(house.scope, maker, {
      appId: app.id,
      fields: { title: 'Shown' },
    })
    const hung = await house.upload(maker, 'shown.txt', 'shown')
    await house.records.updateRecord(house.scope, maker, {
      appId: app.id,
      recordId: record.id,
      fields: { evidence: [hung.id] },
    })
    expect(await bench.step('file.read', { file: hung.id })).toMatchObject({
      ok: true,
      output: { content: 'shown' },
      touched: [{ appId: app.id, recordId: record.id, aside: true }],
    })
    await house.scope.tx((tx) =>
      tx.query(`update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $1::uuid[]`, [
        [newId()],
      ]),
    )
    const missing = newId()
    for (const id of [foreign.id, hung.id, missing, 'no-id'])
      for (const action of ['file.read', 'file.hash'])
        expect(await failed(action, { file: id })).toBe(`step.unknown_file: There is no file ${id}`)
  })
})
