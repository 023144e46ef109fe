import { type Actor, ANONYMOUS, type Permission } from '@caseloom/contract/kernel/permissions'
import { Sharing } from '@caseloom/contract/kernel/sharing'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import {
  accessTo,
  allowInApp,
  closedFields,
  type GuardedApp,
  isLockedFor,
  mayInApp,
  mayReadField,
  mayUnlock,
  mayWriteField,
  type RecordAction,
  refusalInApp,
  seen,
  withheldFrom,
} from './app-permissions.rules.ts'
import type { AppTable, FieldShape } from './record-shape.ts'

const ME = '01890000-0000-7000-8000-00000000000a'
const ROLE = '01890000-0000-7000-8000-00000000000b'
const OTHER = '01890000-0000-7000-8000-00000000000c'
const ACTIONS = ['read', 'create', 'update', 'delete', 'export', 'bulk', 'restrict', 'unlock'] as const
const ALL = ACTIONS.map((action): RecordAction => `record:${action}`)

const someone = (permissions: readonly Permission[] = ALL, over: Partial<Actor> = {}): Actor => ({
  ...ANONYMOUS,
  id: ME,
  name: 'Alice Example',
  tenantId: 'tenant',
  principals: [ME, ROLE],
  permissions: new Set(permissions),
  ...over,
})

const shared = (...levels: ('read' | 'use' | 'manage')[]) =>
  Sharing.parse(levels.map((level) => ({ to: { userId: ME }, level })))
const OPEN: GuardedApp = { id: 'app', sharing: null }
const CLOSED = { id: 'app', sharing: shared() }
const READ_ONLY = { id: 'app', sharing: shared('read') }
const USABLE = { id: 'app', sharing: shared('use') }

const lock = (id: string) => ({
  by: { kind: 'user' as const, id, name: 'Bob Example' },
  at: '',
  reason: null,
})
const record = (over: { acl?: readonly string[] | null; lock?: ReturnType<typeof lock> | null } = {}) => ({
  acl: null,
  lock: null,
  ...over,
})
const MINE = record({ lock: lock(ME) })
const LOCKED = record({ lock: lock(OTHER) })
const FOR_OTHERS = record({ acl: [OTHER] })

const allowed = (app: GuardedApp, one?: ReturnType<typeof record>) =>
  ACTIONS.filter((action) => mayInApp(someone(), `record:${action}`, app, one)).join(' ')

describe('what an actor with every permission may do', () => {
  const all = ACTIONS.join(' ')
  it.each([
    ['in an app open to all', OPEN, undefined, all],
    ['in an app shared for use', USABLE, undefined, all],
    ['in an app shared for reading', READ_ONLY, undefined, 'read export'],
    ['in an app that is not shared with them', CLOSED, undefined, ''],
    ['to a free record', OPEN, record(), all],
    ['to a record for a role of theirs', OPEN, record({ acl: [ROLE] }), all],
    ['to a record for others', OPEN, FOR_OTHERS, ''],
    ['to a record that they locked', OPEN, MINE, all],
    ['to a record that someone else locked', OPEN, LOCKED, 'read create export unlock'],
    ['to a locked record of an app to read', READ_ONLY, LOCKED, 'read export'],
  ])('%s', (_where, app, one, expected) => {
    expect(allowed(app, one)).toBe(expected)
  })
})

it.each(ALL)('no one does %s without its permission', (action) => {
  const others = ALL.filter((permission) => permission !== action)
  expect(mayInApp(someone(others), action, OPEN, record())).toBe(false)
  expect(mayInApp(someone([action]), action, OPEN, record())).toBe(true)
})

it('a lock holds for everyone but who set it', () => {
  expect(isLockedFor(someone(), lock(ME))).toBe(false)
  expect(isLockedFor(someone(), lock(OTHER))).toBe(true)
  expect(isLockedFor(someone(ALL, { id: null }), { ...lock(ME) })).toBe(true)
  expect(isLockedFor(someone(), null)).toBe(false)
  expect(isLockedFor(someone(), undefined)).toBe(false)
})

/** What a refusal says; undefined when there is none. */
function refusal(run: () => void): { code: string; message: string } | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

describe('a refusal', () => {
  it.each([
    ['hides what is not to be seen', ALL, CLOSED, undefined, 'resource.not_found'],
    ['hides a record for others', ALL, OPEN, FOR_OTHERS, 'resource.not_found'],
    ['names the permission to who can see the record', ['record:read'], OPEN, record(), 'right.missing'],
    ['names the permission to who cannot see records at all', [], CLOSED, undefined, 'right.missing'],
    ['names the permission where the app is for reading', ALL, READ_ONLY, record(), 'right.missing'],
    ['says who locked the record', ALL, OPEN, LOCKED, 'record.locked'],
    ['is none for what is allowed', ALL, OPEN, MINE, undefined],
  ] as const)('%s', (...[_what, permissions, app, one, code]) => {
    expect(refusal(() => allowInApp(someone(permissions), 'record:update', app, one))?.code).toBe(code)
    const answer = refusalInApp(someone(permissions), 'record:update', app, one ?? record())
    expect(answer?.code).toBe(code)
  })

  it('says what is missing, and whose lock it is', () => {
    const update = (one: ReturnType<typeof record>, permissions: readonly Permission[]) =>
      refusal(() => allowInApp(someone(permissions), 'record:update', OPEN, one))
    expect(update(record(), ['record:read'])?.message).toContain('record:update')
    expect(update(LOCKED, ALL)?.message).toContain('Bob Example')
  })

  it('of a record that is gone hides it, but only from who may do it at all', () => {
    expect(refusalInApp(someone(), 'record:update', OPEN, undefined)?.code).toBe('resource.not_found')
    expect(refusalInApp(someone(['record:read']), 'record:update', OPEN, undefined)?.code).toBe(
      'right.missing',
    )
  })
})

it('an app exists only for those it is shared with', () => {
  expect(seen(READ_ONLY, someone())).toBe(READ_ONLY)
  expect(refusal(() => seen(CLOSED, someone()))?.code).toBe('resource.not_found')
})

describe('a lock is ended', () => {
  const without = ALL.filter((permission) => permission !== 'record:unlock')
  it.each([
    ['by who set it', without, OPEN, MINE, true],
    ['by who holds the permission', ALL, OPEN, LOCKED, true],
    ['not by others', without, OPEN, LOCKED, false],
    ['not without update', ['record:read', 'record:unlock'], OPEN, LOCKED, false],
    ['not without update even if their own', ['record:read', 'record:unlock'], OPEN, MINE, false],
    ['not in an app for reading', ALL, READ_ONLY, LOCKED, false],
    ['not on a record for others', ALL, OPEN, { ...LOCKED, acl: [OTHER] }, false],
    ['not in an archived app', ALL, { ...OPEN, archived: true }, LOCKED, false],
    ['not in an archived app even if their own', ALL, { ...OPEN, archived: true }, MINE, false],
  ] as const)('%s', (...[_who, permissions, app, one, expected]) => {
    expect(mayUnlock(someone(permissions), app, one)).toBe(expected)
  })
})

const field = (over: object): FieldShape => {
  const definition = {
    id: 'f',
    key: 'f',
    label: 'F',
    type: 'text',
    required: false,
    readOnly: false,
    ...over,
  }
  // The rules look at these members alone.
  return { key: 'f', kind: 'text', definition } as unknown as FieldShape
}

describe('a field', () => {
  it.each([
    ['without limits', {}, true, true],
    ['for a role of theirs', { readers: [ROLE], writers: [ROLE] }, true, true],
    ['for others', { readers: [OTHER], writers: [OTHER] }, false, false],
    ['that others write', { writers: [OTHER] }, true, false],
    ['that is read-only', { readOnly: true }, true, false],
    ['of a formula', { type: 'formula' }, true, false],
    ['of the system', { type: 'system' }, true, false],
    ['of a clock', { type: 'clock' }, true, false],
    ['of a time', { type: 'datetime' }, true, true],
    ['of a stamped time', { type: 'datetime', stamp: 'created' }, true, false],
  ])('%s is read and written by those it is for', (_what, over, read, write) => {
    expect(mayReadField(someone(), field(over))).toBe(read)
    expect(mayWriteField(someone(), field(over))).toBe(write)
  })

  it('that is read-only is filled by playbooks, one of a formula by no one', () => {
    const playbook = someone(ALL, { kind: 'playbook' })
    expect(mayWriteField(playbook, field({ readOnly: true }))).toBe(true)
    expect(mayWriteField(playbook, field({ type: 'formula' }))).toBe(false)
  })
})

describe('access to an app', () => {
  const guarded = [
    { id: 'own', readers: [ROLE], removed: false },
    { id: 'other', readers: [OTHER], removed: false },
    { id: 'gone', readers: [ROLE], removed: true },
  ]
  const fields = [field({ key: 'a' }), { ...field({ readers: [OTHER] }), key: 'b' }]
  const table = (sharing: Sharing = null) =>
    // The rules look at these members alone.
    ({
      id: 'app',
      sharing,
      guarded,
      byKey: new Map(fields.map((one) => [one.key, one])),
    }) as unknown as AppTable

  it('withholds fields for others and removed ones', () => {
    expect(withheldFrom({ guarded }, someone())).toEqual(['other', 'gone'])
    expect(closedFields({ guarded }, someone())).toEqual(['other'])
    const access = accessTo(table(), someone())
    expect(access.withheld).toEqual(['other', 'gone'])
    expect([...access.readable]).toEqual(['f'])
  })

  const NOTHING = { update: false, delete: false, restrict: false, lock: false, unlock: false }
  const FREE = { update: true, delete: true, restrict: true, lock: true, unlock: false }
  it.each([
    ['a free record', ALL, null, record(), FREE],
    ['their locked record', ALL, null, MINE, { ...FREE, lock: false, unlock: true }],
    ['a record that others locked', ALL, null, LOCKED, { ...NOTHING, unlock: true }],
    ['the same without the permission to unlock', ['record:update'], null, LOCKED, NOTHING],
    ['the same without update', ['record:unlock'], null, LOCKED, NOTHING],
    ['a record for others', ALL, null, FOR_OTHERS, NOTHING],
    ['a record for others that is locked', ALL, null, { ...LOCKED, acl: [OTHER] }, NOTHING],
    ['an app for reading', ALL, shared('read'), record(), NOTHING],
    ['an app for reading with a lock', ALL, shared('read'), LOCKED, NOTHING],
    ['only update', ['record:update'], null, record(), { ...NOTHING, update: true, lock: true }],
    ['only delete', ['record:delete'], null, record(), { ...NOTHING, delete: true }],
    ['only restrict', ['record:restrict'], null, record(), { ...NOTHING, restrict: true }],
  ] as const)('says what can be done with %s', (...[_what, permissions, sharing, one, expected]) => {
    const app = table(sharing === null ? null : [...sharing])
    expect(accessTo(app, someone(permissions)).can(one)).toEqual(expected)
  })
})
