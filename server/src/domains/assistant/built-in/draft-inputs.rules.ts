import type { AppView } from '@caseloom/contract/apps/apps'
import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonValue } from '@caseloom/contract/kernel/json'

export interface Around {
  actions: readonly ActionView[]
  apps: readonly AppView[]
  /** Key of the app that the playbook is about. */
  app: string
  /** Kind of the trigger; null for a playbook that is started by hand. */
  trigger: string | null
}

interface Values {
  set: { [key: string]: JsonValue }
  span: string
  clause: string
}

const hasRecord = ({ trigger }: Around) => trigger === 'record' || trigger === 'button'
const idOf = (around: Around) => (hasRecord(around) ? '{% trigger.record.id %}' : '{% inputs.record %}')
const titleOf = (around: Around) =>
  hasRecord(around)
    ? '{% trigger.record.fields.title %}'
    : around.trigger === 'mail'
      ? '{% trigger.mail.subject %}'
      : around.trigger === 'failure'
        ? '{% trigger.run.error.message %}'
        : 'New message'

/** Inputs that stand for what only the person knows. */
export function inputOf(
  action: ActionView,
  around: Around,
  { set, span, clause }: Values,
): { input: { [key: string]: JsonValue }; open: string | null } {
  const title = titleOf(around)
  switch (action.name) {
    case 'mail.send':
      return {
        input: { to: ['someone@example.com'], subject: title, text: title },
        open: 'who the email goes to and what it says',
      }
    case 'http.request':
      return { input: { method: 'GET', url: 'https://api.example.com/' }, open: 'the address of the request' }
    case 'record.comment':
      return {
        input: { app: around.app, id: idOf(around), text: 'Seen by a playbook' },
        open: 'the text of the comment',
      }
    case 'record.create': {
      const own =
        around.trigger === 'mail' ? title : around.trigger === 'form' ? '{% inputs.title %}' : 'New record'
      return { input: { app: around.app, set: { title: own } }, open: 'the fields of the new record' }
    }
    case 'record.update':
      return {
        input: { app: around.app, id: idOf(around), set },
        open: Object.keys(set).length === 0 ? 'which fields are set' : null,
      }
    case 'record.search':
      return { input: { app: around.app, limit: 50 }, open: 'which records are searched for' }
    case 'record.lock':
    case 'record.delete':
      return { input: { app: around.app, id: idOf(around) }, open: null }
    case 'human.approve':
      return {
        input: { title: `Approve: ${title}`, to: { roles: ['Lead'] }, expires: '1d', onExpiry: 'reject' },
        open: 'who is asked',
      }
    case 'notify.users':
      return { input: { to: { roles: [roleIn(clause)] }, title }, open: null }
    case 'flow.wait':
      return { input: { for: span }, open: /\d|\ban?\b/.test(clause) ? null : 'how long it waits' }
    case 'observable.extract':
      return {
        input: { text: around.trigger === 'mail' ? '{% trigger.mail.text %}' : title },
        open: null,
      }
    default:
      return filledIn(action, title)
  }
}

function roleIn(clause: string): string {
  if (/\badmin/i.test(clause)) return 'Tenant administrator'
  return /\banalysts?\b/i.test(clause) ? 'Analyst' : 'Lead'
}

/** Fills required inputs that the question doesn't mention: texts get the title, the rest is left for the person. */
function filledIn(
  action: ActionView,
  title: string,
): { input: { [key: string]: JsonValue }; open: string | null } {
  const required = Array.isArray(action.input['required']) ? action.input['required'] : []
  const input: { [key: string]: JsonValue } = {}
  const open: string[] = []
  for (const name of required) {
    if (typeof name !== 'string') continue
    const isText = /^(?:text|content|title|summary|body|short_description)$/.test(name)
    input[name] = isText ? title : (STAND_INS[name] ?? 'fill in')
    if (!isText) open.push(name)
  }
  return { input, open: open.length === 0 ? null : `${open.join(', ')} of ${action.title}` }
}

/** Values that an action takes until the person knows better. */
const STAND_INS: Readonly<Record<string, string>> = {
  url: 'https://example.com/',
  from: 'someone@example.com',
  ip: '192.0.2.1',
  ipAddress: '192.0.2.1',
  domain: 'example.com',
  hash: '00000000000000000000000000000000',
  search: 'search index=main',
}
