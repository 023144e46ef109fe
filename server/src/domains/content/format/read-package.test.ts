import { ZipFile } from 'yazl'
import { describe, expect, it } from 'vitest'
import { sha256Of } from '../../../platform/files/file-store.ts'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { printDocument } from './canonical.rules.ts'
import type { PackageContent, PackageItem } from './package-file.ts'
import { readPackage } from './read-package.ts'
import { writePackage } from './write-package.ts'

const APP = {
  format: 'caseloom.app/1',
  app: {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Main', fields: ['title'] }],
    fields: [{ key: 'title', label: 'Title', type: 'text' }],
  },
} satisfies JsonObject
const CONTENT: PackageContent = {
  package: 'test',
  title: 'Test',
  version: '1.0.0',
  description: '',
  needs: { connectors: [], assets: [], roles: [], groups: [] },
  items: [{ kind: 'app', key: 'alert', title: 'Alert', limits: {}, document: APP }],
}
const FILE = 'apps/alert.yaml'
const UUID = '019ae1c0-0000-7000-8000-0123456789ab'
const TEXT = printDocument(APP)

type Files = [name: string, text: string | Buffer, options?: { mode?: number; compress?: boolean }][]

async function zipped(files: Files): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text, options] of files) zip.addBuffer(Buffer.from(text), name, options)
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
}

function manifest(over: JsonObject = {}, entry: JsonObject = {}): [string, string] {
  const line = {
    kind: 'app',
    key: 'alert',
    title: 'Alert',
    file: FILE,
    sha256: sha256Of(Buffer.from(TEXT)),
    ...entry,
  }
  const about = {
    format: 'caseloom.package/1',
    package: 'test',
    title: 'Test',
    version: '1.0.0',
    contents: [line],
  }
  return ['package.yaml', printDocument({ ...about, ...over })]
}

/** What is wrong with the archive: file, line, and kind of each fault. */
async function faultsOf(archive: Buffer): Promise<unknown[]> {
  const error: unknown = await readPackage(archive).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'content.unreadable' })
  const { details } = error as { details: { issues: { path: unknown[]; code: string }[] } } // just compared
  return details.issues.map(({ path, code }) => [...path, code])
}

const withApp = (text: string): Files => [manifest({}, { sha256: sha256Of(Buffer.from(text)) }), [FILE, text]]

describe('a package', () => {
  it('is read as it was written, and has the same bytes whatever the order of its items and members', async () => {
    const two: PackageContent = {
      ...CONTENT,
      items: [
        ...CONTENT.items,
        {
          ...CONTENT.items[0],
          kind: 'playbook',
          key: 'go',
          title: 'Go',
          limits: { sharing: true },
          document: { title: 'Go', playbook: 'go' },
        },
      ],
    }
    const bytes = await writePackage(two)
    expect(await readPackage(bytes)).toEqual(two)
    const turned = {
      ...two,
      items: two.items.toReversed().map(({ document, ...item }) => ({
        ...item,
        document: Object.fromEntries(Object.entries(document).toReversed()),
      })),
    }
    expect(await writePackage(turned)).toEqual(bytes)
  })

  it.each<[string, Files, unknown[]]>([
    ['is no archive without a manifest', [[FILE, TEXT]], [['package.yaml', 1, 'missing']]],
    [
      'names another format',
      [manifest({ format: 'caseloom.package/2' }), [FILE, TEXT]],
      [['package.yaml', 1, 'invalid_value']],
    ],
    [
      'has no version',
      [manifest({ version: 'latest' }), [FILE, TEXT]],
      [['package.yaml', 4, 'invalid_format']],
    ],
    ['was changed', [manifest(), [FILE, `${TEXT}# more\n`]], [[FILE, 1, 'wrong_hash']]],
    ['lacks a file', [manifest()], [[FILE, 1, 'missing']]],
    [
      'has a file too many',
      [manifest(), [FILE, TEXT], ['apps/other.yaml', TEXT]],
      [['apps/other.yaml', 1, 'unknown']],
    ],
    [
      'has a file at another place',
      [manifest({}, { file: 'alert.yaml' }), ['alert.yaml', TEXT]],
      [
        ['package.yaml', 1, 'bad_value'],
        ['alert.yaml', 1, 'unknown'],
      ],
    ],
    ['has two files of one name', [manifest(), [FILE, TEXT], [FILE, TEXT]], [['', 1, 'duplicate']]],
    ['has aliases, which grow without end', withApp('a: &a [x, x]\nb: [*a, *a]\n'), [[FILE, 2, 'syntax']]],
    [
      'is nested too deeply',
      withApp(`format: caseloom.app/1\napp: ${'['.repeat(200)}${']'.repeat(200)}\n`),
      [[FILE, 1, 'bad_value']],
    ],
    [
      'has characters that can’t be stored',
      withApp(TEXT.replace('Alert', '"a\\0b"')),
      [[FILE, 1, 'bad_value']],
    ],
    [
      'has an app with faults',
      withApp(TEXT.replace('type: text', 'type: nonsense').replace('ALR', 'lower')),
      [
        [FILE, 5, 'invalid_format'],
        [FILE, 9, 'invalid_union'],
      ],
    ],
    [
      'has another app than it says',
      withApp(TEXT.replace('key: alert', 'key: other')),
      [[FILE, 1, 'bad_value']],
    ],
    [
      'leads out of its folder by a link',
      [manifest(), [FILE, TEXT, { mode: 0o120777 }]],
      [['', 1, 'unsafe']],
    ],
    ['is a bomb', [manifest(), [FILE, Buffer.alloc(20_000_000), { compress: true }]], [['', 1, 'too_large']]],
    [
      'has too many entries',
      Array.from({ length: 250 }, (_, at): Files[number] => [`f${at}`, '']),
      [['', 1, 'too_large']],
    ],
  ])('%s, and is refused with the place', async (_what, files, faults) => {
    const found = await faultsOf(await zipped(files))
    expect(found).toEqual(faults)
  })

  it.each<[string, [PackageItem['kind'], string, JsonObject], unknown[]]>([
    ['a workspace lists an app twice', ['workspace', 'soc', { apps: ['a', 'a'] }], [6, 'custom']],
    ['a workspace names an app by ID', ['workspace', 'soc', { apps: [UUID] }], [6, 'invalid_format']],
    [
      'a workspace says who it is shared with',
      ['workspace', 'soc', { sharing: null }],
      [3, 'unrecognized_keys'],
    ],
    ['a saved view names no app', ['report', 'soc', {}], [3, 'invalid_type']],
    [
      'a home page names a dashboard by ID',
      ['homepage', 'soc', { widgets: [{ id: 'd', kind: 'dashboard', dashboardId: UUID }] }],
      [6, 'invalid_type'],
    ],
    ['a home page is another one than it says', ['homepage', 'other', {}], [1, 'bad_value']],
  ])('in which %s is refused with the place', async (_what, [kind, key, part], fault) => {
    const text = printDocument({ format: `caseloom.${kind}/1`, [kind]: { key, name: 'SOC', ...part } })
    const file = `${kind}s/soc.yaml`
    const entry = { kind, key: 'soc', title: 'SOC', file, sha256: sha256Of(Buffer.from(text)) }
    const [found] = await faultsOf(await zipped([manifest({}, entry), [file, text]]))
    expect(found).toEqual([file, ...fault])
  })

  it('that is cut, or names a path out of its folder, is refused', async () => {
    const bytes = await writePackage(CONTENT)
    expect(await faultsOf(bytes.subarray(0, 100))).toEqual([['', 1, 'damaged']])
    const outside = Buffer.from(bytes.toString('latin1').replaceAll(FILE, '../../x/yy.yaml'), 'latin1')
    expect(await faultsOf(outside)).toEqual([['', 1, 'unsafe']])
  })
})
