import { ZipFile } from 'yazl'
import { sha256Of } from '../../../platform/files/file-store.ts'
import { plainJson, printDocument } from './canonical.rules.ts'
import { fileOf, MANIFEST, nameOf, type PackageContent, PACKAGE_FORMAT } from './package-file.ts'

/** Every file has the same date, which is written without a time zone. */
const DATE = new Date(2000, 0, 1)

/** The archive of a package. Nothing is compressed: another version of the algorithm would give other bytes. */
export async function writePackage(content: PackageContent): Promise<Buffer> {
  const items = content.items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const files = items.map((item) => ({ item, bytes: Buffer.from(printDocument(item.document)) }))
  const contents = files.map(({ item: { kind, key, title, limits }, bytes }) => ({
    kind,
    key,
    title,
    file: fileOf({ kind, key }),
    sha256: sha256Of(bytes),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  }))
  const { package: name, title, version, description, needs } = content
  const about = { format: PACKAGE_FORMAT, package: name, title, version, description, needs, contents }
  const zip = new ZipFile()
  const options = { mtime: DATE, mode: 0o100644, compress: false, forceDosTimestamp: true }
  zip.addBuffer(Buffer.from(printDocument(plainJson(about))), MANIFEST, options)
  for (const { item, bytes } of files) zip.addBuffer(bytes, fileOf(item), options)
  zip.end()
  const chunks = await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>)
  return Buffer.concat(chunks)
}
