import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { JobContext } from '../job-state/job-context.ts'
import type { Content } from './archive-pages.ts'

/** Formats that are packed already gain nothing. */
const SHRINKS = /^(text\/|application\/(json|xml|sql|x-ndjson|javascript))/

interface Packing {
  context: JobContext
  /** Name of the file of records. */
  name: string
  sheet: AsyncIterable<Uint8Array | string>
  /** Known when the sheet is written. */
  contents: ReadonlyMap<string, Content>
}

/** A zip archive: the records first, then each content once under its hash, with the name that people know. */
export async function* packedChunks(packing: Packing): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  // Our own iteration hands every chunk over before it asks for the next.
  const output = zip.outputStream as unknown as Readable
  const stop = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', stop)
  const writing = pack(zip, packing).catch(stop)
  yield* output as AsyncIterable<Uint8Array>
  await writing
}

async function pack(zip: ZipFile, { context, name, sheet, contents }: Packing): Promise<void> {
  await add(zip, name, Readable.from(sheet, { objectMode: false, highWaterMark: 256 * 1024 }))
  const { deps, job } = context
  for (const { sha256, name: file, mediaType } of contents.values()) {
    context.check()
    const content = await deps.bytes.open(job.tenantId, sha256)
    if (content === null) {
      const issue = {
        path: [file],
        code: 'missing_content',
        message: 'The content of this file is no longer stored',
      }
      context.fault({ row: null, record: null, issues: [issue] })
      continue
    }
    await add(zip, `files/${sha256}/${safeName(file)}`, content, SHRINKS.test(mediaType))
  }
  zip.end()
}

/** One entry after another: no more than one is open. */
function add(zip: ZipFile, path: string, stream: Readable, compress = true): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  stream.on('end', resolve)
  stream.on('error', reject)
  zip.addReadStream(stream, path, { compress })
  return promise
}

/** A name that every system can unpack. */
function safeName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  const safe = name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').replace(/[. ]+$/, '')
  return safe === '' ? 'file' : safe
}
