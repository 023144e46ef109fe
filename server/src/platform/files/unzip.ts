import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

const MB = 1024 ** 2
/** Bytes of all files of an archive together, and of the archive itself. */
export const MAX_UNPACKED = 50 * MB
const MAX_ENTRIES = 200
/** Text shrinks to a twentieth; a bomb to a thousandth. */
const MAX_RATIO = 200
const RATIO_FROM = MB

/** Why an archive was not unpacked. */
export class ZipFault extends Error {
  readonly reason: 'encrypted' | 'damaged' | 'unsafe' | 'too_large'

  constructor(reason: ZipFault['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** All files of an archive by their paths. @throws ZipFault for what is damaged, encrypted, unsafe, or too large */
export async function unzip(
  archive: Buffer,
  signal?: AbortSignal,
): Promise<{ name: string; bytes: Buffer }[]> {
  const zip = await opened(archive)
  const entries = await entriesOf(zip)
  const made: { name: string; bytes: Buffer }[] = []
  for (const entry of entries) {
    signal?.throwIfAborted()
    made.push({ name: entry.fileName, bytes: await bytesOf(zip, entry) })
  }
  return made
}

export interface ZipContents {
  /** The first 100, as the archive says. */
  names: string[]
  total: number
  encrypted: boolean
}

const MAX_NAMES = 100
const MAX_LISTED = 10_000

/** What an archive says that it has inside, without unpacking anything. @throws ZipFault if it is damaged */
export async function zipContents(archive: Buffer): Promise<ZipContents> {
  const zip = await opened(archive, { decodeStrings: false })
  const contents: ZipContents = { names: [], total: 0, encrypted: false }
  return new Promise((resolve, reject) => {
    zip.on('error', () => (contents.total > 0 ? resolve(contents) : reject(damaged())))
    zip.on('end', () => resolve(contents))
    zip.on('entry', (entry: Entry) => {
      contents.total += 1
      contents.encrypted ||= entry.isEncrypted()
      if (contents.names.length < MAX_NAMES) contents.names.push(statedName(entry))
      if (contents.total === MAX_LISTED) resolve(contents)
      else zip.readEntry()
    })
    zip.readEntry()
  })
}

/** As it is stored, dots and all: a path that leads out of its folder is what someone looks for here. */
function statedName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true).slice(0, 300)
}

function opened(archive: Buffer, options: { decodeStrings?: boolean } = {}): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(archive, { lazyEntries: true, strictFileNames: true, ...options }, (error, zip) =>
      error ? reject(damaged()) : resolve(zip),
    )
  })
}

/** The directory says what is inside: whatever is wrong with it is refused before anything is unpacked. */
function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  let [count, total] = [0, 0]
  return new Promise((resolve, reject) => {
    // The library refuses absolute paths, "..", and backslashes with an error of its own.
    zip.on('error', (error: Error) =>
      reject(/path|characters in fileName/.test(error.message) ? unsafe() : damaged()),
    )
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      count += 1
      total += entry.uncompressedSize
      const fault = count > MAX_ENTRIES || total > MAX_UNPACKED ? tooLarge() : faultOf(entry)
      if (fault !== null) return reject(fault)
      if (!entry.fileName.endsWith('/')) entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

function faultOf(entry: Entry): ZipFault | null {
  const { compressedSize, uncompressedSize, externalFileAttributes } = entry
  if (entry.isEncrypted()) return new ZipFault('encrypted', 'The archive is protected by a password')
  const isLink = ((externalFileAttributes >>> 16) & 0o170000) === 0o120000
  if (isLink || entry.fileName.includes('\u0000')) return unsafe()
  const isBomb = uncompressedSize > RATIO_FROM && uncompressedSize / Math.max(1, compressedSize) > MAX_RATIO
  return isBomb ? tooLarge() : null
}

/** The library counts the bytes against the directory, so that it can't lie; the checksum is compared here. */
async function bytesOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, found) => (error ? reject(error) : resolve(found)))
    })
    const bytes = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>))
    if (crc32(bytes) === entry.crc32) return bytes
  } catch {
    // Whatever the library found wrong, the file can't be unpacked.
  }
  throw damaged()
}

const damaged = () => new ZipFault('damaged', 'The file isn’t a ZIP archive, or it is damaged')
const unsafe = () => new ZipFault('unsafe', 'The archive has a link, or a path that leads out of its folder')
const tooLarge = () =>
  new ZipFault('too_large', 'Unpacked, the archive exceeds 200 files, 50 MB, or 200 times its size')
