import { WARNING_LIST_LIMITS, WarningListInput } from '@caseloom/contract/records/warning-lists'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { BUILT_IN_LISTS, OWN_DOMAINS_ID } from '@caseloom/contract/values/built-in-warning-lists'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { checkObservables, createWarnings, extractFromText } from './check-observables.ts'
import { importWarningList, replaceWarningList } from './import-warning-list.ts'
import { exportWarningList, getWarningList, listWarningLists } from './list-warning-lists.ts'
import {
  createWarningList,
  deleteWarningList,
  saveWarningList,
  turnWarningList,
} from './save-warning-list.ts'

let house: RecordsFixture
let scope: TenantScope
let actor: Actor
const warnings = createWarnings()
const ip = '192.0.2.1'
const [, PRIVATE] = BUILT_IN_LISTS
const privateId = PRIVATE?.id ?? ''

beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())
beforeEach(async () => {
  scope = await house.installation.aTenant()
  actor = anActor(scope)
})

const input = (over: Partial<WarningListInput> = {}) =>
  WarningListInput.parse({
    name: 'Partners',
    type: 'hostname',
    kinds: ['domain', 'url', 'domain'],
    entries: ['Partner.example', '*.partner.example', '', 'other.example'],
    ...over,
  })
const create = (over: Partial<WarningListInput> = {}, where = scope, who = actor) =>
  createWarningList(where, { actor: who, ip }, { input: input(over), from: 'body' })
const save = (warningListId: string, version: number, over: Partial<WarningListInput> = {}) =>
  saveWarningList(scope, { actor, ip }, { warningListId, version, input: input(over), from: 'body' })
const load = (file: unknown) =>
  importWarningList(
    scope,
    { actor, ip },
    Buffer.from(typeof file === 'string' ? file : JSON.stringify(file), 'latin1'),
  )
const hiddenOf = async (kind: 'domain' | 'url' | 'ipv4', value: string, where = scope, who = actor) => {
  const { hidden } = await checkObservables({ warnings }, where, who, [{ kind, value }])
  return hidden.flatMap(({ lists }) => lists.map(({ name, entry }) => `${name}: ${entry}`))
}

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isFailure(error)) throw error ?? new Error('It did not fail')
  const issues = (error.details.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
  return [error.code, ...issues]
}

const MISP = {
  name: 'List of office networks',
  description: 'From a file',
  version: 20_260_101,
  type: 'cidr',
  matching_attributes: ['ip-src', 'ip-dst'],
  list: ['203.0.113.0/24', '203.0.113.9/24', '2001:DB8::/32'],
}

describe('warning lists', () => {
  it('are shipped, turned on, and named in what they hide', async () => {
    const lists = await listWarningLists(scope, actor)
    expect(
      lists.map(({ name, entryCount, enabled, builtIn, can }) => [
        name,
        entryCount > 0,
        enabled,
        builtIn,
        can.edit,
      ]),
    ).toEqual([
      ['Own domains', false, true, true, true],
      ['Private and reserved addresses', true, true, true, false],
      ['Public DNS resolvers', true, true, true, false],
      ['Content delivery networks', true, true, true, false],
      ['Office suites', true, true, true, false],
    ])
    expect(await hiddenOf('ipv4', '10.1.2.3')).toEqual(['Private and reserved addresses: 10.0.0.0/8'])
    expect(await hiddenOf('ipv4', '198.51.100.7')).toEqual([])
  })

  it('store each entry once in its one form, and are applied at the next check', async () => {
    expect(await hiddenOf('url', 'https://www.partner.example/x')).toEqual([])
    const list = await create()
    expect(list).toMatchObject({
      kinds: ['domain', 'url'],
      entries: ['partner.example', 'other.example'],
      entryCount: 2,
      version: 1,
      builtIn: false,
      can: { edit: true, turn: true, delete: true },
    })
    expect(await hiddenOf('url', 'https://www.partner.example/x')).toEqual(['Partners: partner.example'])
    await save(list.id, 1, { name: 'Suppliers', entries: ['supplier.example'] })
    expect(await hiddenOf('url', 'https://www.partner.example/x')).toEqual([])
    expect(await hiddenOf('domain', 'supplier.example')).toEqual(['Suppliers: supplier.example'])
    await turnWarningList(scope, { actor, ip }, { warningListId: list.id, version: 2, enabled: false })
    expect(await hiddenOf('domain', 'supplier.example')).toEqual([])
    expect(await getWarningList(scope, actor, list.id)).toMatchObject({
      enabled: false,
      version: 3,
      entries: ['supplier.example'],
    })
    await deleteWarningList(scope, { actor, ip }, list.id)
    expect(await faultOf(getWarningList(scope, actor, list.id))).toEqual(['resource.not_found'])
  })

  it('that are shipped can be turned off, but neither edited nor deleted', async () => {
    const off = await turnWarningList(
      scope,
      { actor, ip },
      { warningListId: privateId, version: 1, enabled: false },
    )
    expect(off).toMatchObject({ enabled: false, version: 2, name: PRIVATE?.name })
    expect(off.entryCount).toBe(PRIVATE?.entries.length)
    expect(await hiddenOf('ipv4', '10.1.2.3')).toEqual([])
    const rows = await scope.read((tx) =>
      tx.query('select entries from caseloom.warning_list where tenant_id = $1', [tx.tenantId]),
    )
    expect(rows).toEqual([{ entries: [] }])
    expect(await faultOf(save(privateId, 2))).toEqual(['warning_list.built_in'])
    expect(await faultOf(deleteWarningList(scope, { actor, ip }, privateId))).toEqual([
      'warning_list.built_in',
    ])
  })

  it('of own domains can be edited, but not deleted', async () => {
    const own = await save(OWN_DOMAINS_ID, 1, { name: 'Own domains', entries: ['acme.example'] })
    expect(own).toMatchObject({
      builtIn: true,
      version: 2,
      entries: ['acme.example'],
      can: { delete: false },
    })
    expect(await hiddenOf('domain', 'mail.acme.example')).toEqual(['Own domains: acme.example'])
    expect(await faultOf(deleteWarningList(scope, { actor, ip }, OWN_DOMAINS_ID))).toEqual([
      'warning_list.built_in',
    ])
  })

  it('say all that is wrong with them, and store nothing', async () => {
    const wrong = create({ type: 'cidr', kinds: ['domain'], entries: ['10.0.0.0/8', 'x', '10.0.0.0/99'] })
    expect(await faultOf(wrong)).toEqual([
      'warning_list.invalid',
      'body.kinds: Lists of the type cidr can compare only these types: ipv4, ipv6, cidr, url',
      'body.entries.1: “x” isn’t an IP address or a network such as 192.0.2.0/24',
      'body.entries.2: “10.0.0.0/99” isn’t an IP address or a network such as 192.0.2.0/24',
    ])
    const many = await faultOf(create({ entries: Array.from({ length: 60 }, () => 'a b') }))
    expect(many).toHaveLength(1 + WARNING_LIST_LIMITS.faults + 1)
    expect(many).toContain('body.entries: 10 more entries have errors')
    expect(await listWarningLists(scope, actor)).toHaveLength(5)
  })

  it('have names of their own, without what the database refuses', async () => {
    expect(await create({ name: 'a\u0000b', description: '\ud800' })).toMatchObject({
      name: 'a\ufffdb',
      description: '\ufffd',
    })
    await create()
    expect(await faultOf(create({ name: 'PARTNERS' }))).toEqual([
      'name.taken',
      'body.name: The name “PARTNERS” is already in use',
    ])
    expect(await faultOf(create({ name: 'office suites' }))).toContain(
      'body.name: The name “office suites” is already in use',
    )
  })

  it('are limited in number and in entries of all lists together', async () => {
    const most = Array.from(
      { length: WARNING_LIST_LIMITS.entries - 1 },
      (_none, index) => `h${index}.example`,
    )
    const big = await create({ name: 'Big', entries: most })
    expect(await faultOf(create({ entries: ['a.example', 'b.example'] }))).toEqual([
      'warning_list.invalid',
      'body: The warning lists of a tenant can have at most 100,000 entries in all. The others have 99,999, and this one has 2.',
    ])
    await create({ entries: ['a.example'] })
    expect(await hiddenOf('domain', 'www.h99998.example')).toEqual(['Big: h99998.example'])
    await save(big.id, 1, { name: 'Big', entries: most.slice(0, 10) })
    for (let count = 2; count < WARNING_LIST_LIMITS.lists; count += 1)
      await create({ name: `List ${count}`, entries: [] })
    expect(await faultOf(create({ name: 'One too many', entries: [] }))).toEqual([
      'warning_list.invalid',
      'body: A tenant can have at most 50 warning lists',
    ])
  })

  it('notice that someone else changed them', async () => {
    const { id } = await create()
    await save(id, 1)
    expect(await faultOf(save(id, 1))).toEqual(['resource.version_conflict'])
    const late = turnWarningList(scope, { actor, ip }, { warningListId: id, version: 1, enabled: false })
    expect(await faultOf(late)).toEqual(['resource.version_conflict'])
    const first = (enabled: boolean) =>
      turnWarningList(scope, { actor, ip }, { warningListId: privateId, version: 1, enabled })
    const both = await Promise.allSettled([first(false), first(false)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('leave an audit entry for each change', async () => {
    const { id } = await create()
    await save(id, 1)
    await deleteWarningList(scope, { actor, ip }, id)
    const rows = await scope.read((tx) =>
      tx.query('select action, object_name from caseloom.audit_entry where object_id = $1 order by id', [id]),
    )
    expect(rows).toEqual([
      { action: 'warning_list.created', object_name: 'Partners' },
      { action: 'warning_list.changed', object_name: 'Partners' },
      { action: 'warning_list.deleted', object_name: 'Partners' },
    ])
  })
})

describe('a file in the format of MISP', () => {
  it('becomes a list, and an exported list becomes the same one elsewhere', async () => {
    const list = await load(MISP)
    expect(list).toMatchObject({
      name: MISP.name,
      description: MISP.description,
      type: 'cidr',
      kinds: ['ipv4', 'ipv6', 'cidr'],
      entries: ['203.0.113.0/24', '2001:db8::/32'],
      enabled: true,
    })
    const odd = await create({
      name: 'Ödd / list',
      type: 'string',
      kinds: ['path', 'process'],
      entries: ['/tmp/x'],
    })
    for (const { id } of [list, odd]) {
      const before = await getWarningList(scope, actor, id)
      const { text, fileName } = await exportWarningList(scope, actor, id)
      expect(fileName).toMatch(/^[\p{L}\p{N}-]+\.json$/u)
      const file = Buffer.from(text)
      const elsewhere = await house.installation.aTenant()
      const other = await importWarningList(elsewhere, { actor: anActor(elsewhere), ip }, file)
      const { id: _id, updatedAt: _at, version: _version, ...same } = before
      expect(other).toMatchObject(same)
    }
    expect(JSON.parse((await exportWarningList(scope, actor, list.id)).text)).toMatchObject({
      type: 'cidr',
      matching_attributes: expect.arrayContaining(['ip-src', 'ip-dst']),
      list: ['203.0.113.0/24', '2001:db8::/32'],
    })
  })

  it('replaces a list but its switch', async () => {
    const { id } = await create({ enabled: false })
    const bytes = Buffer.from(JSON.stringify(MISP))
    const list = await replaceWarningList(scope, { actor, ip }, { warningListId: id, bytes })
    expect(list).toMatchObject({ id, name: MISP.name, type: 'cidr', enabled: false, version: 2 })
    const shipped = replaceWarningList(scope, { actor, ip }, { warningListId: privateId, bytes })
    expect(await faultOf(shipped)).toEqual(['warning_list.built_in'])
  })

  it.each([
    ['no JSON', '{"name":', ['file: The file must contain one warning list as a JSON object']],
    ['no UTF-8', '{"name":"\xff"}', ['file: The file must contain one warning list as a JSON object']],
    ['several lists', [MISP], ['file: The file must contain one warning list as a JSON object']],
    [
      'nothing of a list',
      {},
      [
        'file.type: Is missing: string, hostname, cidr, substring',
        'file.name: Is missing',
        'file.list: Is missing',
      ],
    ],
    [
      'several faults',
      {
        ...MISP,
        name: 7,
        type: 'regex',
        matching_attributes: ['ip-src', 'yara'],
        list: ['a', 5],
        category: 'known',
      },
      [
        'file.type: Must be one of: string, hostname, cidr, substring',
        'file.name: Must be text',
        'file.matching_attributes.1: “yara” isn’t supported',
        'file.list.1: Must be text of at most 2000 characters',
        'file.category: Only lists of the category false_positive can be imported',
      ],
    ],
    [
      'entries of another type',
      { ...MISP, list: ['10.0.0.0/8', 'example.com'] },
      ['file.list.1: “example.com” isn’t an IP address or a network such as 192.0.2.0/24'],
    ],
    [
      'too many entries',
      { ...MISP, list: Array.from({ length: 100_001 }, () => '') },
      ['file.list: Must have at most 100000 entries'],
    ],
  ])('with %s is refused with all its faults', async (_what, file, issues) => {
    expect(await faultOf(load(file))).toEqual(['warning_list.invalid', ...issues])
    expect(await listWarningLists(scope, actor)).toHaveLength(5)
  })
})

describe('a text', () => {
  it('is searched, and what lists name is apart from the rest', async () => {
    const text = 'From 10.1.2.3 and 198.51.100.7 to 8.8.8.8 with https://fonts.gstatic.com/a'
    expect(await extractFromText({ warnings }, scope, actor, { text, kinds: ['ipv4'] })).toMatchObject({
      observables: [{ kind: 'ipv4', value: '198.51.100.7' }],
      hidden: [
        { value: '10.1.2.3', lists: [{ name: 'Private and reserved addresses', entry: '10.0.0.0/8' }] },
        { value: '8.8.8.8', lists: [{ name: 'Public DNS resolvers', entry: '8.8.8.8' }] },
      ],
    })
  })
})

describe('another tenant', () => {
  it('has no access to a list, and its values are compared with its own lists only', async () => {
    const { id } = await create()
    const elsewhere = await house.installation.aTenant()
    const mallory = anActor(elsewhere)
    const by = { actor: mallory, ip }
    const change = { warningListId: id, version: 1 }
    for (const work of [
      () => getWarningList(elsewhere, mallory, id),
      () => exportWarningList(elsewhere, mallory, id),
      () => saveWarningList(elsewhere, by, { ...change, input: input(), from: 'body' }),
      () => turnWarningList(elsewhere, by, { ...change, enabled: false }),
      () => deleteWarningList(elsewhere, by, id),
      () =>
        replaceWarningList(elsewhere, by, { warningListId: id, bytes: Buffer.from(JSON.stringify(MISP)) }),
      () => getWarningList(scope, actor, newId()),
    ])
      expect(await faultOf(work())).toEqual(['resource.not_found'])
    expect(await hiddenOf('domain', 'partner.example', elsewhere, mallory)).toEqual([])
    expect(await hiddenOf('domain', 'partner.example')).toEqual(['Partners: partner.example'])
  })
})

describe('permissions', () => {
  it('to read apps show lists, to build apps change them, and to read records check values', async () => {
    const { id } = await create()
    const reader = anActor(scope, { permissions: new Set(['app:read']) })
    expect((await getWarningList(scope, reader, id)).can).toEqual({ edit: false, turn: false, delete: false })
    const by = { actor: reader, ip }
    const refused = [
      create({ name: 'New' }, scope, reader),
      deleteWarningList(scope, by, id),
      turnWarningList(scope, by, { warningListId: id, version: 1, enabled: false }),
      importWarningList(scope, by, Buffer.from(JSON.stringify(MISP))),
      hiddenOf('domain', 'partner.example', scope, reader),
      listWarningLists(scope, anActor(scope, { permissions: new Set(['record:read']) })),
    ]
    for (const work of refused) expect(await faultOf(work)).toEqual(['right.missing'])
  })
})
