import { type Actor, may, mayPass } from '@caseloom/contract/kernel/permissions'
import type { Why } from '@caseloom/contract/records/record-rights'
import { principalOf, sharedWith } from '@caseloom/contract/kernel/sharing'
import { hasLevel, isLockedFor, mayReadField, type RecordAction } from '../model/app-permissions.rules.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { inWords, type Named } from './principal-names.rules.ts'
import type { TenantPerson } from './permissions-deps.ts'

type Rule = Why['rules'][number]
type Action = Why['action']

/** Everything an explanation reads. */
export interface Explained {
  app: AppTable
  record: StoredRecord
  action: Action
  /** The person whose permissions are explained; `roles` says which role gives what. */
  subject: TenantPerson
  /** Who reads the explanation: it names nothing that they may not see. */
  reader: Actor
  nameOf(id: string): Named
}

const VERBS: Record<Action, string> = {
  read: 'see records',
  update: 'update records',
  delete: 'delete records',
  restrict: 'restrict records',
  unlock: 'update records',
}

/** Every rule on the way to the decision, in the order in which they are asked, with a sentence for each. */
export function explain(asked: Explained): Why {
  const { actor } = asked.subject
  const rules = [
    permissionRule(asked),
    appRule(asked),
    restrictionRule(asked),
    ...(asked.action === 'read' ? [] : [lockRule(asked)]),
  ]
  return {
    subject: { id: actor.id ?? '', name: actor.name },
    action: asked.action,
    allowed: rules.every((rule) => rule.passed),
    rules: [...rules, ...fieldRules(asked)],
  }
}

function permissionOf(action: Action): RecordAction {
  return action === 'unlock' ? 'record:update' : `record:${action}`
}

function permissionRule(asked: Explained): Rule {
  const { action, subject } = asked
  const permission = permissionOf(action)
  const passed = may(subject.actor, permission)
  const giving = subject.roles.filter((role) => role.permissions.has(permission))
  const names = inWords(giving.map((role) => asked.nameOf(role.id)))
  if (passed)
    return { rule: 'permission', passed, because: `Permission to ${VERBS[action]} is granted by: ${names}.` }
  const because =
    giving.length > 0
      ? `The API token doesn’t include permission to ${VERBS[action]}.`
      : `No role of ${who(asked)} grants permission to ${VERBS[action]}.`
  return { rule: 'permission', passed, because }
}

function appRule(asked: Explained): Rule {
  const { app, action, subject } = asked
  const passed = hasLevel(subject.actor, permissionOf(action), app)
  if (passed && app.archived && action !== 'read')
    return { rule: 'app', passed: false, because: 'The app is archived. Restore it to change its records.' }
  if (app.sharing === null)
    return { rule: 'app', passed, because: 'The app is open to everyone with the permission.' }
  const own = (sharedWith(app.sharing) ?? []).filter((id) => subject.actor.principals.includes(id))
  if (own.length === 0) return { rule: 'app', passed, because: `The app isn’t shared with ${who(asked)}.` }
  const levels = new Map(app.sharing.map((grant) => [principalOf(grant), grant.level]))
  const by = own.map((id) => `${asked.nameOf(id).name} (${levels.get(id)})`).join(', ')
  const only = passed ? '' : ' That allows reading only.'
  return { rule: 'app', passed, because: `The app is shared with ${by}.${only}` }
}

function restrictionRule(asked: Explained): Rule {
  const { record, subject } = asked
  const passed = mayPass(subject.actor, record.acl)
  if (record.acl === null) return { rule: 'restriction', passed, because: 'The record isn’t restricted.' }
  const to = `The record is restricted to ${inWords(record.acl.map(asked.nameOf))}.`
  const own = record.acl.filter((id) => subject.actor.principals.includes(id))
  const because = passed
    ? `${to} ${capital(who(asked))} ${isSelf(asked) ? 'have' : 'has'} access through: ${inWords(own.map(asked.nameOf))}.`
    : `${to} ${capital(who(asked))} ${isSelf(asked) ? 'aren’t' : 'isn’t'} among them.`
  return { rule: 'restriction', passed, because }
}

function lockRule(asked: Explained): Rule {
  const { record, action, subject } = asked
  const { lock } = record
  if (lock === null) return { rule: 'lock', passed: true, because: 'The record isn’t locked.' }
  if (!isLockedFor(subject.actor, lock))
    return { rule: 'lock', passed: true, because: `${capital(who(asked))} locked the record.` }
  const said = `${lock.by.name} locked the record${lock.reason === null ? '' : `: ${lock.reason}`}.`
  if (action !== 'unlock') return { rule: 'lock', passed: false, because: said }
  const passed = may(subject.actor, 'record:unlock')
  const giving = subject.roles.filter((role) => role.permissions.has('record:unlock'))
  const because = passed
    ? `${said} Permission to unlock other users’ records is granted by: ${inWords(giving.map((role) => asked.nameOf(role.id)))}.`
    : `${said} Only ${lock.by.name} or users with permission to unlock other users’ records can unlock it.`
  return { rule: 'lock', passed, because }
}

/** Rules for fields that the actor sees and the subject may not read or write; they don't affect the decision. */
function fieldRules(asked: Explained): Rule[] {
  const { app, action, reader, subject } = asked
  if (action !== 'read' && action !== 'update') return []
  return app.fields.flatMap((field): Rule[] => {
    if (!mayReadField(reader, field)) return []
    const { key, label, readers, writers, readOnly } = field.definition
    const list = action === 'read' ? readers : writers
    if (action === 'update' && readOnly)
      return [{ rule: 'field', field: key, passed: false, because: `“${label}” is filled automatically.` }]
    if (list === undefined || mayPass(subject.actor, list)) return []
    const names = inWords(list.map(asked.nameOf))
    const verb = action === 'read' ? 'read' : 'written'
    return [
      { rule: 'field', field: key, passed: false, because: `“${label}” can only be ${verb} by ${names}.` },
    ]
  })
}

function isSelf({ reader, subject }: Explained): boolean {
  return reader.id === subject.actor.id
}

function who(asked: Explained): string {
  return isSelf(asked) ? 'you' : asked.subject.actor.name
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
