import { burn } from '@kenjiuno/msgreader/lib/Burner.js'

interface Entry {
  name: string
  type: 1 | 2 | 5
  length: number
  binaryProvider?: () => Uint8Array
  children: number[]
}

/** A made-up Outlook file (.msg) with these streams; those of attachments are in folders of their own. */
export function anOutlookFile(
  streams: Record<string, string | Buffer>,
  attachments: readonly Record<string, string | Buffer>[] = [],
): Buffer {
  const root: Entry = { name: 'Root Entry', type: 5, length: 0, children: [] }
  const entries = [root]
  const add = (folder: Entry, entry: Entry) => {
    entries.push(entry)
    folder.children.push(entries.length - 1)
    return entry
  }
  const fill = (folder: Entry, of: Record<string, string | Buffer>) => {
    for (const [tag, value] of Object.entries(of)) {
      // The writer copies whole buffers, whatever part of one an array shows.
      const bytes = new Uint8Array(typeof value === 'string' ? Buffer.from(value, 'utf16le') : value)
      const name = `__substg1.0_${tag}${typeof value === 'string' ? '001F' : '0102'}`
      add(folder, { name, type: 2, length: bytes.length, binaryProvider: () => bytes, children: [] })
    }
    const empty = new Uint8Array(32)
    const name = '__properties_version1.0'
    add(folder, { name, type: 2, length: empty.length, binaryProvider: () => empty, children: [] })
  }
  fill(root, streams)
  for (const [at, of] of attachments.entries())
    fill(add(root, { name: `__attach_version1.0_#0000000${at}`, type: 1, length: 0, children: [] }), of)
  return Buffer.from(burn(entries))
}
