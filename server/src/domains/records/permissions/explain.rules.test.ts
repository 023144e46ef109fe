import { type Actor, ANONYMOUS, type Permission } from '@caseloom/contract/kernel/permissions'
import type { Why } from '@caseloom/contract/records/record-rights'
import { Sharing } from '@caseloom/contract/kernel/sharing'
import { describe, expect, it } from 'vitest'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { explain } from './explain.rules.ts'
import { allNamed, idOf, inWords, named } from './principal-names.rules.ts'

const ME = '01890000-0000-7000-8000-00000000000a'
const ROLE = '01890000-0000-7000-8000-00000000000b'
const OTHER = '01890000-0000-7000-8000-00000000000c'
const NAMES: Record<string, string> = { [ME]: 'Bob Example', [ROLE]: 'Analyst', [OTHER]: 'Lead' }

const actor = (permissions: readonly Permission[], id = ME): Actor => ({
  ...ANONYMOUS,
  id,
  name: 'Bob Example',
  tenantId: 'tenant',
  principals: [ME, ROLE],
  permissions: new Set(permissions),
})
const READER: Actor = { ...actor(['record:read'], OTHER), principals: [OTHER] }

interface Case {
  action?: Why['action']
  permissions?: readonly Permission[]
  /** What the role of the subject grants. */
  role?: readonly Permission[]
  sharing?: unknown
  acl?: readonly string[]
  lock?: { by: string; reason: string | null }
  fields?: object[]
  isSelf?: boolean
}

function why({ action = 'read', permissions = ['record:read'], role = permissions, ...rest }: Case): Why {
  const subject = {
    actor: actor(permissions),
    roles: [{ id: ROLE, permissions: new Set(role) }],
    lastSeenAt: null,
  }
  const fields = (rest.fields ?? []).map((definition) => ({ definition }))
  const lock =
    rest.lock === undefined
      ? null
      : { by: { kind: 'user', id: rest.lock.by, name: 'Carla Example' }, at: '', reason: rest.lock.reason }
  // The rules read only these members.
  const app = { sharing: Sharing.parse(rest.sharing ?? null), fields } as unknown as AppTable
  const record = { acl: rest.acl ?? null, lock } as unknown as StoredRecord
  return explain({
    app,
    record,
    action,
    subject,
    reader: rest.isSelf === true ? subject.actor : READER,
    nameOf: (id) => ({ kind: 'role', id, name: NAMES[id] ?? '?' }),
  })
}

const share = (level: string, roleId = ROLE) => ({ to: { roleId }, level })
const of = (rule: string, answer: Why) => answer.rules.find((one) => one.rule === rule)

describe('why someone may do something', () => {
  it('is allowed when every rule passes, and says who is meant', () => {
    const answer = why({})
    expect(answer).toMatchObject({ subject: { id: ME, name: 'Bob Example' }, action: 'read', allowed: true })
    expect(answer.rules.map(({ rule, passed }) => [rule, passed])).toEqual([
      ['permission', true],
      ['app', true],
      ['restriction', true],
    ])
    expect(why({ action: 'update', permissions: ['record:update'] }).rules.map(({ rule }) => rule)).toEqual([
      'permission',
      'app',
      'restriction',
      'lock',
    ])
  })

  it.each<[string, Case, string, boolean, string]>([
    ['a role', {}, 'permission', true, 'Permission to see records is granted by: Analyst.'],
    [
      'no role',
      { permissions: [] },
      'permission',
      false,
      'No role of Bob Example grants permission to see records.',
    ],
    [
      'no role of oneself',
      { permissions: [], isSelf: true },
      'permission',
      false,
      'No role of you grants permission to see records.',
    ],
    [
      'a token',
      { permissions: [], role: ['record:read'] },
      'permission',
      false,
      'The API token doesn’t include permission to see records.',
    ],
    [
      'unlocking, which is an update',
      { action: 'unlock', permissions: ['record:update'] },
      'permission',
      true,
      'Permission to update records is granted by: Analyst.',
    ],
    [
      'deleting',
      { action: 'delete' },
      'permission',
      false,
      'No role of Bob Example grants permission to delete records.',
    ],
    ['an open app', {}, 'app', true, 'The app is open to everyone with the permission.'],
    ['an app for them', { sharing: [share('use')] }, 'app', true, 'The app is shared with Analyst (use).'],
    [
      'an app for others',
      { sharing: [share('use', OTHER)] },
      'app',
      false,
      'The app isn’t shared with Bob Example.',
    ],
    [
      'an app to read',
      { action: 'update', permissions: ['record:update'], sharing: [share('read')] },
      'app',
      false,
      'The app is shared with Analyst (read). That allows reading only.',
    ],
    ['a free record', {}, 'restriction', true, 'The record isn’t restricted.'],
    [
      'a record for them',
      { acl: [OTHER, ROLE] },
      'restriction',
      true,
      'The record is restricted to Lead and Analyst. Bob Example has access through: Analyst.',
    ],
    [
      'a record for oneself',
      { acl: [ROLE], isSelf: true },
      'restriction',
      true,
      'The record is restricted to Analyst. You have access through: Analyst.',
    ],
    [
      'a record for others',
      { acl: [OTHER] },
      'restriction',
      false,
      'The record is restricted to Lead. Bob Example isn’t among them.',
    ],
    [
      'a record not for oneself',
      { acl: [OTHER], isSelf: true },
      'restriction',
      false,
      'The record is restricted to Lead. You aren’t among them.',
    ],
    ['no lock', { action: 'update' }, 'lock', true, 'The record isn’t locked.'],
    [
      'a lock of theirs',
      { action: 'update', lock: { by: ME, reason: null } },
      'lock',
      true,
      'Bob Example locked the record.',
    ],
    [
      'a lock of oneself',
      { action: 'update', lock: { by: ME, reason: null }, isSelf: true },
      'lock',
      true,
      'You locked the record.',
    ],
    [
      'a lock of others',
      { action: 'update', lock: { by: OTHER, reason: null } },
      'lock',
      false,
      'Carla Example locked the record.',
    ],
    [
      'a lock with a reason',
      { action: 'delete', lock: { by: OTHER, reason: 'Legal hold' } },
      'lock',
      false,
      'Carla Example locked the record: Legal hold.',
    ],
    [
      'unlocking for others',
      { action: 'unlock', permissions: ['record:unlock'], lock: { by: OTHER, reason: null } },
      'lock',
      true,
      'Carla Example locked the record. Permission to unlock other users’ records is granted by: Analyst.',
    ],
    [
      'unlocking without the permission',
      { action: 'unlock', lock: { by: OTHER, reason: null } },
      'lock',
      false,
      'Carla Example locked the record. Only Carla Example or users with permission to unlock other users’ records can unlock it.',
    ],
  ])('names %s', (...[_what, given, rule, passed, because]) => {
    expect(of(rule, why(given))).toEqual({ rule, passed, because })
    expect(why(given).allowed).toBe(why(given).rules.every((one) => one.passed))
  })

  const hidden = { key: 'cost', label: 'Cost', readers: [OTHER], writers: [OTHER] }
  const system = { key: 'age', label: 'Age', readOnly: true }
  const plain = { key: 'title', label: 'Title' }
  const secret = { key: 'secret', label: 'Secret', readers: [ME] }
  it.each<[Why['action'], string[]]>([
    ['read', ['“Cost” can only be read by Lead.']],
    ['update', ['“Cost” can only be written by Lead.', '“Age” is filled automatically.']],
    ['delete', []],
  ])('lists the fields that stay closed to %s, without those the reader can’t see', (action, expected) => {
    const permissions: Permission[] = ['record:read', 'record:update', 'record:delete']
    const answer = why({ action, permissions, fields: [hidden, system, plain, secret] })
    const closed = answer.rules.filter(({ rule }) => rule === 'field')
    expect(closed.map(({ because }) => because)).toEqual(expected)
    expect(closed.every(({ passed }) => !passed)).toBe(true)
    expect(answer.allowed).toBe(true)
  })

  it('keeps a field quiet that the subject can read', () => {
    expect(of('field', why({ fields: [{ ...hidden, readers: [OTHER, ROLE] }] }))).toBeUndefined()
  })
})

describe('principals', () => {
  const known = {
    roles: [{ id: ROLE, name: 'Analyst' }],
    groups: [{ id: 'g', name: 'Tier 2' }],
    users: [{ id: ME, name: 'Bob Example' }],
  }
  it('have their kind and name; one that is gone keeps its place', () => {
    // Ids of this test are shorter than those of the product.
    const principals = known as unknown as Parameters<typeof allNamed>[0]
    expect(allNamed(principals).size).toBe(3)
    expect(named(['g', ROLE, ME, 'gone'], principals)).toEqual([
      { kind: 'group', id: 'g', name: 'Tier 2' },
      { kind: 'role', id: ROLE, name: 'Analyst' },
      { kind: 'user', id: ME, name: 'Bob Example' },
      { kind: 'user', id: 'gone', name: 'Former user' },
    ])
  })

  it('are one of three', () => {
    const ids = [{ roleId: ROLE }, { groupId: OTHER }, { userId: ME }].map((one) =>
      idOf(one as Parameters<typeof idOf>[0]),
    ) // plain ids
    expect(ids).toEqual([ROLE, OTHER, ME])
  })

  it.each([
    [[], ''],
    [['A'], 'A'],
    [['A', 'B'], 'A and B'],
    [['A', 'B', 'C'], 'A, B and C'],
  ])('%j are written as a sentence does', (names, expected) => {
    expect(inWords(names.map((name) => ({ kind: 'user', id: name, name })))).toBe(expected)
  })
})
