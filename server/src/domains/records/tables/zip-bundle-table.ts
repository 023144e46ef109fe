import { spool } from './spool.ts'
import { type OpenUpload, type Table, unreadable } from './table-shape.ts'
import { type Archive, openArchive } from './xlsx-archive.ts'

const MAX_FILES = 100_000
const SIGNATURE = 'PK\u0003\u0004'
/** How the first entry of a workbook is called. */
const OF_WORKBOOK = /^(\[Content_Types\]|_rels\/|xl\/|docProps\/|customXml\/|mimetype$)/
const TABLE = /^[^/]+\.(csv|tsv|xlsx|json|jsonl|ndjson)$/i
const CONTENT = /(?:^|\/)files\/([0-9a-f]{64})(?:\/|$)/

/** True for a zip archive that is no workbook itself. */
export function isZipBundle(head: Buffer, name: string): boolean {
  if (head.subarray(0, 4).toString('latin1') !== SIGNATURE || /\.xlsx$/i.test(name)) return false
  const length = head.length > 30 ? head.readUInt16LE(26) : 0
  return !OF_WORKBOOK.test(head.subarray(30, 30 + length).toString('utf8'))
}

type OpenTable = (upload: OpenUpload) => Promise<Table>

/** The table that lies in an archive, with the contents of files beside it. */
export async function zipBundleTable(upload: OpenUpload, openTable: OpenTable): Promise<Table> {
  const { path, remove } = await spool(upload)
  try {
    const archive = await openArchive(path, 'archive', { entries: MAX_FILES })
    try {
      const name = archive.names.find((one) => TABLE.test(one))
      if (name === undefined) unreadable('The archive has no CSV, Excel, or JSON file at its top level')
      const table = await openTable({ name, size: upload.size, open: () => archive.open(name) })
      if (table.contents !== undefined) unreadable('The archive is inside another archive')
      const close = async () => {
        await table.close()
        archive.close()
        await remove()
      }
      return { ...table, contents: contentsOf(archive), close }
    } catch (error) {
      archive.close()
      throw error
    }
  } catch (error) {
    await remove()
    throw error
  }
}

function contentsOf(archive: Archive): NonNullable<Table['contents']> {
  const byHash = new Map(
    archive.names.flatMap((name): [string, string][] => {
      const sha256 = CONTENT.exec(name)?.[1]
      return sha256 === undefined || name.endsWith('/') ? [] : [[sha256, name]]
    }),
  )
  return {
    has: (sha256) => byHash.has(sha256),
    open(sha256) {
      const name = byHash.get(sha256)
      return name === undefined ? unreadable(`The archive has no content ${sha256}`) : archive.open(name)
    },
  }
}
