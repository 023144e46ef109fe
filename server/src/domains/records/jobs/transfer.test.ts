import { readableExport } from '@caseloom/contract/apps/export-templates'
import type { AppView } from '@caseloom/contract/apps/apps'
import { Email } from '@caseloom/contract/identity/identity'
import type { JobView } from '@caseloom/contract/records/jobs'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { codePoint } from '@caseloom/testkit/code-points'
import { createJobsFixture, type JobsFixture } from './jobs.fixture.ts'
import { BASE_FIELDS, MORE_FIELDS, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { startExport, startImport } from './start-job.ts'
import { previewImport } from './preview-import.ts'
import { undoJob } from './watch-jobs.ts'

let house: JobsFixture
let alice: Actor
beforeAll(async () => {
  house = await createJobsFixture()
  // One of them has no address: its name is what files say.
  house.deps.people = async () => ({
    users: users.map((id, n) => ({ id, name: `Person ${n}`, email: n === 0 ? '' : `p${n}@example.com` })),
    groups: users.map((id, n) => ({ id, name: `Team ${n}` })),
  })
  const me = house.aUser()
  alice = Object.assign(me, { principals: [me.id ?? '', SECRET_ROLE] })
})
afterAll(() => house.close())

const text = fc.string({ unit: codePoint, maxLength: 60 })
const users = [newId(), newId(), newId()]
const values: fc.Arbitrary<Record<string, JsonValue>> = fc.record(
  {
    title: fc
      .oneof(text, fc.constantFrom('\r', "'=1", '=1+1', '\t', '_x0041_', '\u0001', 'a"b', ' x '))
      .map((t) => `${t}t`),
    score: fc.oneof(
      fc.integer({ min: 0, max: 1e6 }),
      fc.bigInt({ min: 0n, max: 10n ** 28n }).map((n) => `${n}.125`),
    ),
    seen_at: fc
      .date({ noInvalidDate: true, min: new Date('1800-01-01'), max: new Date('9999-01-01') })
      .map((date) => date.toISOString()),
    severity: fc.constantFrom('low', 'medium', 'high'),
    tags: fc.subarray(['a', 'b', 'c']),
    owner: fc.constantFrom(...users),
    watchers: fc.subarray(users),
    raw: fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }) as fc.Arbitrary<JsonValue>,
    link: fc.webUrl(),
    secret: text,
    day: fc
      .date({ noInvalidDate: true, min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31') })
      .map((date) => date.toISOString().slice(0, 10)),
    clock: fc.integer({ min: 0, max: 86_399 }).map((s) => new Date(s * 1000).toISOString().slice(11, 19)),
    span: fc.integer({ min: 0, max: 315_576_000_000 }),
    mail: fc.emailAddress().filter((mail) => Email.safeParse(mail.toLowerCase()).success),
    address: fc.oneof(fc.ipV4(), fc.ipV6()),
    phone: fc.integer({ min: 100, max: 1e14 }).map((n) => `+${n}`),
    items: fc.array(
      text.filter((item) => item.trim() !== ''),
      { maxLength: 5 },
    ),
    figures: fc.array(
      fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000),
      { maxLength: 5 },
    ),
    team: fc.constantFrom(...users),
    teams: fc.subarray(users),
  },
  { requiredKeys: ['title'] },
)

const listed = async (app: AppView) => {
  const { items } = await house.records.searchRecords(house.scope, alice, { appId: app.id, limit: 5000 })
  return items
    .map((item) => item.fields)
    .toSorted((a, b) => (String(a['source_ref']) < String(b['source_ref']) ? -1 : 1))
}
const create = (app: AppView, rows: Record<string, JsonValue>[]) =>
  house.records.changeMany(house.scope, alice, {
    appId: app.id,
    commands: rows.map((row) => ({ kind: 'create', values: row })),
  })

type Order = Partial<Parameters<typeof startImport>[3]>
async function load(app: AppView, fileId: string, order: Order = {}, actor = alice): Promise<JobView> {
  const { columns } = await previewImport(house.deps, house.scope, actor, {
    appId: app.id,
    fileId: fileId as never,
  })
  const begun = await startImport(house.deps, house.scope, actor, {
    appId: app.id,
    fileId: fileId as never,
    columns: columns.map(({ column, field }) => ({ column, field })),
    existing: 'update',
    missing: 'create',
    dryRun: false,
    ...order,
  })
  return house.finish(actor, begun)
}
const failed = async (
  work: Promise<unknown>,
  code: 'import.unreadable' | 'field.unknown' | 'request.invalid',
) => {
  const error = await work.catch((thrown: unknown) => thrown)
  if (!isFailure(error, code)) throw error
  return error.details.detail ?? ''
}

describe('any records', () => {
  it.each(['csv', 'xlsx', 'json'] as const)(
    'come back from %s as they were',
    async (format) => {
      const fields = [...BASE_FIELDS, ...MORE_FIELDS]
      const [from, to] = [await house.anApp({ fields }), await house.anApp({ fields })]
      const rows = fc.sample(values, 150).map((row, at) => ({ ...row, source_ref: `S-${1000 + at}` }))
      const made = await create(from, rows)
      expect(made.filter((one) => !('fields' in one))).toEqual([])
      const order = { appId: from.id, format, records: {}, header: 'keys' } as const
      const job = await house.finish(alice, await startExport(house.deps, house.scope, alice, order))
      expect(job).toMatchObject({
        state: 'succeeded',
        total: 150,
        done: 150,
        faults: [],
        can: { download: true },
      })
      const file = house.upload(job.file?.name ?? '', await house.fileOf(job))
      const done = await load(to, file)
      expect(done).toMatchObject({ state: 'succeeded', counts: { created: 150, failed: 0 } })
      expect(await listed(to)).toEqual(await listed(from))
      const again = await load(to, file, { match: 'source_ref' })
      expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 150, failed: 0 })
    },
    60_000,
  )
})

describe('an export', () => {
  it('is RFC 4180 with a mark, without what the asker may not read, and defuses formulas', async () => {
    const app = await house.anApp()
    await create(app, [{ title: '=cmd|"/c calc"!A1', source_ref: '-5', secret: 'hidden', severity: 'high' }])
    const bob = house.aUser()
    const order = { appId: app.id, format: 'csv', records: {}, header: 'labels' } as const
    const columns = ['title', 'source_ref', 'severity', 'tracking_id']
    const job = await house.finish(
      bob,
      await startExport(house.deps, house.scope, bob, { ...order, columns }),
    )
    const content = (await house.fileOf(job)).toString()
    expect(content).toMatch(
      /^\uFEFFTitle,Source,Severity,Tracking ID\r\n"'=cmd\|""\/c calc""!A1",-5,high,J\w+-1\r\n$/,
    )
    const whole = await house.finish(bob, await startExport(house.deps, house.scope, bob, order))
    expect((await house.fileOf(whole)).toString()).not.toContain('hidden')
    await failed(
      startExport(house.deps, house.scope, bob, { ...order, columns: ['secret'] }),
      'field.unknown',
    )
  })

  it.each([
    ['someone who uses the app', { may: ['app:read', 'record:read', 'record:export'] as const }],
    ['someone who builds it', {}],
  ])('by a template of the app leaves out the column that %s can’t read', async (_who, over) => {
    const template = { format: 'csv', header: 'labels', sort: [{ field: 'secret', direction: 'desc' }] }
    const app = await house.anApp({
      fields: [...BASE_FIELDS, ...MORE_FIELDS],
      exports: [
        { ...template, key: 'all', name: 'All', columns: ['secret', 'title', 'tracking_id'] },
        { ...template, key: 'closed', name: 'Closed', columns: ['secret'] },
      ],
    })
    await create(app, [
      { title: 'one', secret: 'hidden a' },
      { title: 'two', secret: 'hidden b' },
    ])
    const contents = async (actor: Actor) => {
      const { exports = [], ownHidden = [] } = await house.apps.getApp(house.scope, actor, app.id)
      const readable = exports.flatMap((one) => readableExport(one, (key) => !ownHidden.includes(key)) ?? [])
      const files: [string, string][] = []
      for (const { key, name: _name, ...chosen } of readable) {
        const begun = await startExport(house.deps, house.scope, actor, {
          appId: app.id,
          records: {},
          ...chosen,
        })
        files.push([key, (await house.fileOf(await house.finish(actor, begun))).toString()])
      }
      return files
    }
    const rows = (...lines: string[]) => `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`
    expect(await contents(alice)).toEqual([
      [
        'all',
        expect.stringMatching(/^\uFEFFSecret,Title,Tracking ID\r\nhidden b,two,.*\r\nhidden a,one,.*\r\n$/),
      ],
      ['closed', rows('Secret', 'hidden b', 'hidden a')],
    ])
    const [[key, content] = [], ...others] = await contents(house.aUser(over))
    expect([key, others]).toEqual(['all', []])
    expect(content).toMatch(/^\uFEFFTitle,Tracking ID\r\n(?:one|two),J\w+-\d\r\n(?:one|two),J\w+-\d\r\n$/)
  })

  it('takes no template from an app that no list could be sorted by', async () => {
    const sort = [{ field: 'raw', direction: 'asc' }]
    const template = { key: 'all', name: 'All', format: 'csv', header: 'keys', include: [] }
    const made = (over: object) =>
      house.anApp({ fields: [...BASE_FIELDS, ...MORE_FIELDS], exports: [{ ...template, ...over }] })
    await expect(made({ sort })).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: ['body', 'exports', 0, 'sort'], code: 'not_sortable' }] },
    })
    await made({
      sort: [
        { field: 'score', direction: 'asc' },
        { field: 'created_by', direction: 'desc' },
      ],
    })
  })

  it('of a full disk fails with a reason and leaves nothing', async () => {
    const app = await house.anApp()
    const { files } = house.deps
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const { write } = files
    files.write = (tenantId, jobId, chunks) =>
      write(
        tenantId,
        jobId,
        (async function* () {
          for await (const chunk of chunks) yield chunk
          throw full
        })(),
      )
    const order = { appId: app.id, format: 'json', records: {}, header: 'keys' } as const
    const job = await house.finish(alice, await startExport(house.deps, house.scope, alice, order))
    files.write = write
    expect(job).toMatchObject({ state: 'failed', error: 'The disk is full', file: null })
    expect(
      readdirSync(`${house.folder}/${house.scope.tenantId}`).filter((name) => name.includes(job.id)),
    ).toEqual([])
  })
})

describe('an import', () => {
  it('creates the valid rows, and returns the invalid ones for correction', async () => {
    const app = await house.anApp()
    const csv =
      'Titel;Severity;SOURCE REF;other\r\nOne;HIGH;A;x\r\n;low;B;y\r\nThree;ghost;C;"z;z"\r\n\r\nFour;;D;\r\n'
    const file = house.upload('alerts.csv', csv)
    const preview = await previewImport(house.deps, house.scope, alice, {
      appId: app.id,
      fileId: file as never,
    })
    expect(preview).toMatchObject({ format: 'csv', rows: 4, matchable: ['source_ref'] })
    expect(preview.columns.map(({ field }) => field)).toEqual(['title', 'severity', 'source_ref', null])
    expect(preview.columns[0]?.samples).toEqual(['One', 'Three', 'Four'])
    const done = await load(app, file)
    expect(done).toMatchObject({ state: 'succeeded', total: 4, counts: { created: 2, failed: 2 } })
    expect(done.faults.map(({ row }) => row)).toEqual([3, 4])
    const errors = (await house.fileOf(done)).toString()
    expect(errors.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFTitel,Severity,SOURCE REF,other,error',
      ',low,B,y,title: This field is required',
    ])
    const corrected = errors.replace(',low,B', 'Two,low,B').replace('ghost', 'medium')
    const rest = await load(app, house.upload('mended.csv', corrected))
    expect(rest).toMatchObject({ counts: { created: 2, failed: 0 }, file: null })
    expect((await listed(app)).map((fields) => fields['title'])).toEqual(['One', 'Two', 'Three', 'Four'])
  })

  it('leaves the database knowing how much there is now, without waiting for its housekeeping', async () => {
    const app = await house.anApp()
    const rows = Array.from({ length: 2000 }, (_, at) => `row ${at},K-${at}`)
    const done = await load(app, house.upload('many.csv', `title,source_ref\n${rows.join('\n')}\n`))
    expect(done).toMatchObject({ state: 'succeeded', counts: { created: 2000 } })
    const known = await house.scope.read(async (tx) => {
      const { table, searchTable } = (await house.apps.compiled(tx, app.id, true)) ?? {}
      return tx.query(
        `select c.reltuples::int as rows, exists (
             select from pg_stats s where s.schemaname = $3 and s.tablename = c.relname) as sampled
           from pg_class c where c.oid in ($1::regclass, $2::regclass)`,
        [table, searchTable, tx.schema],
      )
    })
    expect(known).toEqual([
      { rows: 2000, sampled: true },
      { rows: 2000, sampled: true },
    ])
  })

  it('says beforehand exactly what it would do, and writes nothing', async () => {
    const app = await house.anApp()
    await create(app, [{ title: 'old', source_ref: 'K-3' }])
    const rows = Array.from({ length: 2500 }, (_, at) => `row ${at % 3 === 0 ? 'a' : at},K-${at % 1700}`)
    const file = house.upload('rows.csv', `title,source_ref\n${rows.join('\n')}\n,K-9\n`)
    for (const order of [
      {},
      { match: 'source_ref' },
      { match: 'source_ref', existing: 'skip' },
      { match: 'source_ref', missing: 'skip' },
    ] as const) {
      const before = await listed(app)
      const dry = await load(app, file, { ...order, dryRun: true })
      expect(await listed(app)).toEqual(before)
      expect(dry).toMatchObject({ state: 'succeeded', dryRun: true, can: { undo: false } })
      const real = await load(app, file, order)
      expect(dry.counts).toEqual(real.counts)
      const undone = await house.finish(alice, await undoJob(house.scope, alice, real.id))
      expect(undone).toMatchObject({ state: 'succeeded', counts: { failed: 0, skipped: 0 } })
      expect(await listed(app)).toEqual(before)
    }
  }, 90_000)

  it.each([
    ['Windows', Buffer.from('title;source_ref\nM\xfcller;1\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFtitle\tsource_ref\nMüller\t1\n', 'utf16le')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFtitle|source_ref\nMüller|1\n')],
    ['JSON lines', Buffer.from('{"title":"Müller","source_ref":"1"}\n{"title":"x"}')],
  ])('reads %s', async (_name, bytes) => {
    const app = await house.anApp()
    await load(app, house.upload('file.txt', bytes))
    expect((await listed(app))[0]).toMatchObject({ title: 'Müller', source_ref: '1' })
  })

  it.each([
    ['nothing', '', 'empty'],
    ['an open quote', 'title\n"never closed\n', 'isn’t closed'],
    ['a text of nine million characters', `title\n"${'x'.repeat(9_000_000)}"\n`, '8 million'],
    ['more columns than the limit', `${'a,'.repeat(1200)}b\n1\n`, 'columns'],
    ['half an object', '[{"title": "x"', 'middle of object'],
    ['a damaged workbook', 'PK\u0003\u0004 nothing more', 'damaged'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old version'],
  ])('of %s says what is wrong', async (_name, content, reason) => {
    const app = await house.anApp()
    const file = house.upload('file', content)
    const work = previewImport(house.deps, house.scope, alice, { appId: app.id, fileId: file as never })
    expect(await failed(work, 'import.unreadable')).toContain(reason)
  })
})
