import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../uuid.ts'
import { cleanFileName } from './file-name.ts'
import { createLocalFileStore, type FileStore } from './file-store.ts'
import { mediaTypeOf } from './media-type.ts'

let root: string
let files: FileStore
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'caseloom-uploads-'))
  files = createLocalFileStore(root)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('an upload', () => {
  it('is retained under its hash as it came, and comes back the same', async () => {
    const id = newId()
    const bytes = randomBytes(300_000)
    const received = await files.receive(
      id,
      Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]),
      400_000,
    )
    expect(received).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: 300_000,
    })
    expect(received.head).toEqual(bytes.subarray(0, 8192))
    const back = await files.open(id, received.sha256)
    expect(back === null ? null : await buffer(back)).toEqual(bytes)
    expect(await files.open(newId(), received.sha256)).toBeNull()
  })

  it('leaves nothing when it is too long', async () => {
    const id = newId()
    const stream = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(60)))
    await expect(files.receive(id, stream, 100)).rejects.toMatchObject({ code: 'request.too_large' })
    expect(stream.destroyed).toBe(false)
    expect(readdirSync(join(root, id))).toEqual([])
  })

  it('leaves nothing when the sender breaks off', async () => {
    const id = newId()
    const stream = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('aborted')
      })(),
    )
    await expect(files.receive(id, stream, 100)).rejects.toMatchObject({ code: 'request.malformed' })
    expect(readdirSync(join(root, id))).toEqual([])
  })

  it.runIf(existsSync('/dev/full'))('on a full disk is reported so, and leaves nothing', async () => {
    const id = newId()
    const full = createLocalFileStore(root, (path, flags, mode) =>
      open(path, flags, mode).then(async (file) => {
        await file.close()
        return open('/dev/full', 'w')
      }),
    )
    const refused = full.receive(id, Readable.from([Buffer.from('x')]), 100)
    await expect(refused).rejects.toMatchObject({ code: 'file.storage_full', status: 507 })
    expect(readdirSync(join(root, id))).toEqual([])
  })

  it('that was damaged on the disk does not come to its end', async () => {
    const id = newId()
    const { sha256 } = await files.receive(id, Readable.from([Buffer.from('whole')]), 100)
    writeFileSync(join(root, id, sha256), 'wholE')
    const back = await files.open(id, sha256)
    await expect(back === null ? null : buffer(back)).rejects.toThrow('no longer matches')
  })

  it('is deleted as unused only when no one stored the same lately', async () => {
    const id = newId()
    const { sha256 } = await files.receive(id, Readable.from([Buffer.from('x')]), 100)
    await files.deleteOld(id, sha256)
    expect(readdirSync(join(root, id))).toEqual([sha256])
    utimesSync(join(root, id, sha256), 0, 0)
    await files.put(id, Buffer.from('x'))
    await files.deleteOld(id, sha256)
    expect(readdirSync(join(root, id))).toEqual([sha256])
    utimesSync(join(root, id, sha256), 0, 0)
    await files.deleteOld(id, sha256)
    expect(readdirSync(join(root, id))).toEqual([])
  })
})

describe('the media type', () => {
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  it.each([
    ['image/png', bytes('89504e470d0a1a0a0000'), 'a.txt'],
    ['image/jpeg', bytes('ffd8ffe000104a464946'), 'a.png'],
    ['application/pdf', Buffer.from('%PDF-1.7'), 'a'],
    ['application/zip', bytes('504b03040a0000'), 'a.docx.zip'],
    ['application/vnd.microsoft.portable-executable', bytes('4d5a90000300000004'), 'photo.jpg'],
    ['text/plain', Buffer.from('MZ is how this text begins'), 'a.exe'],
    ['text/plain', Buffer.from('BM, said he'), 'a.bmp'],
    ['text/html', Buffer.from('  <!DOCTYPE html><script>'), 'a.png'],
    ['image/svg+xml', Buffer.from('<?xml version="1.0"?><svg onload="x">'), 'a.png'],
    ['message/rfc822', Buffer.from('Received: from a\nFrom: b\n\n'), 'a'],
    ['application/vnd.ms-outlook', bytes('d0cf11e0a1b11ae1'), 'a.msg'],
    [
      'application/vnd.ms-outlook',
      Buffer.concat([bytes('d0cf11e0a1b11ae1'), Buffer.from('__substg1.0_', 'utf16le')]),
      'a',
    ],
    ['application/x-ole-storage', bytes('d0cf11e0a1b11ae1'), 'a.doc'],
    ['message/rfc822', Buffer.from('DKIM-Signature: v=1;\r\n d=a\r\nFrom: b\r\n\r\n'), 'a'],
    ['message/rfc822', Buffer.from('From: a\nSubject: b\n\nfrü her', 'latin1'), 'a'],
    ['application/octet-stream', Buffer.from('From: a\nSubject: b\n\n\u0000ü', 'latin1'), 'a'],
    ['text/csv', Buffer.from('a,b\n1,2'), 'a.csv'],
    ['application/json', Buffer.from('{"a":1}'), 'a.json'],
    ['text/plain', Buffer.from('日本語'), 'a'],
    ['text/plain', Buffer.alloc(0), 'a'],
    ['application/octet-stream', bytes('00010203ff'), 'a.png'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      Buffer.concat([bytes('504b0304'), Buffer.from('[Content_Types].xml word/document.xml')]),
      'a',
    ],
  ])('is %s by content', (type, content, name) => expect(mediaTypeOf(content, name)).toBe(type))
})

describe('the name of a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Bericht für Müller.pdf', 'Bericht für Müller.pdf'],
    ['مرحبا.txt', 'مرحبا.txt'],
    ['数据.csv', '数据.csv'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\x.exe', 'x.exe'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a\u0000b\r\nc\u0007.txt', 'a\uFFFDbc.txt'],
    ['..', 'file'],
    ['/', 'file'],
    ['  a   b  ', 'a b'],
    ['"; rm -rf ".txt', '"; rm -rf ".txt'],
  ])('%j is retained as %j', (name, clean) => expect(cleanFileName(name)).toBe(clean))

  it('loses its middle when it is long, not its ending', () => {
    const name = cleanFileName(`${'ü'.repeat(250)}.docx`)
    expect([...name].length).toBe(200)
    expect(name.endsWith('….docx')).toBe(true)
  })
})
