import { Transform, type Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { unreadable } from './table-shape.ts'

/** Beyond these a file is made to fill a machine, not to be read. */
const MAX_ENTRIES = 2_000
const MAX_BYTES = 4 * 1024 ** 3
/** Sheets of nothing but equal cells shrink to a hundredth; a bomb to a thousandth. */
const MAX_RATIO = 300
const RATIO_FROM = 32 * 1024 ** 2

/** A zip archive on disk, whose files are inflated under limits. */
export interface Archive {
  names: readonly string[]
  /** @throws import.unreadable when there is no such file */
  open(name: string): Promise<Readable>
  close(): void
}

/** Where an archive lies: the path of a file, or its bytes. */
export type ArchiveSource = string | Buffer

export interface ArchiveLimits {
  entries: number
  /** Of all files together when unpacked. */
  bytes: number
}

/** @throws import.unreadable for what is no zip archive, or a bomb */
export async function openArchive(
  source: ArchiveSource,
  what = 'workbook',
  more: Partial<ArchiveLimits> = {},
): Promise<Archive> {
  const limits = { entries: MAX_ENTRIES, bytes: MAX_BYTES, ...more }
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false }
    const opened = (error: Error | null, file: ZipFile) => (error ? reject(error) : resolve(file))
    if (typeof source === 'string') yauzl.open(source, options, opened)
    else yauzl.fromBuffer(source, options, opened)
  }).catch((error: unknown) => unreadable(`The ${what} is damaged`, error))
  const entries = await entriesOf(zip, what, limits).catch((error: unknown) => {
    zip.close()
    throw error
  })
  return {
    names: [...entries.keys()],
    async open(name) {
      const entry = entries.get(name)
      if (entry === undefined) unreadable(`The ${what} has no ${name}`)
      const stream = await new Promise<Readable>((resolve, reject) => {
        zip.openReadStream(entry, (error, found) => (error ? reject(error) : resolve(found)))
      }).catch((error: unknown) => unreadable(`The ${what} is damaged`, error))
      const limited = limiter(entry, what, limits)
      stream.on('error', (error) => limited.destroy(error))
      return stream.pipe(limited)
    },
    close: () => zip.close(),
  }
}

function entriesOf(zip: ZipFile, what: string, limits: ArchiveLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let total = 0
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) => reject(damaged(error, what)))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      total += entry.uncompressedSize
      entries.set(entry.fileName, entry)
      if (entries.size > limits.entries || total > limits.bytes || isBomb(entry)) reject(bomb(what))
      else zip.readEntry()
    })
    zip.readEntry()
  })
}

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > RATIO_FROM && uncompressedSize / Math.max(1, compressedSize) > MAX_RATIO
}

/** What the directory says may be a lie: the bytes themselves are counted. */
function limiter(entry: Entry, what: string, { bytes }: ArchiveLimits): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      const isTooMuch = size > bytes || isBomb({ ...entry, uncompressedSize: size } as Entry)
      if (isTooMuch) done(bomb(what))
      else done(null, chunk)
    },
  })
}

function bomb(what: string): Error {
  return caught(() => unreadable(`The ${what} exceeds the limit when unpacked`))
}

function damaged(cause: Error, what: string): Error {
  return caught(() => unreadable(`The ${what} is damaged`, cause))
}

function caught(throws: () => never): Error {
  try {
    return throws()
  } catch (error) {
    return error instanceof Error ? error : new Error('It failed')
  }
}
