import type { AppView } from '@caseloom/contract/apps'
import type { ActionView } from '@caseloom/contract/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { actionsFor } from '../tools/actions.rules.ts'
import { stem } from './words.rules.ts'

const ASKS =
  /\b(?:draft|make|create|build|write|generate|prepare|design)\b.{0,30}?\b(?:playbook|workflow|automation|flow)\b/i
const CLAUSES = /\s*(?:,|;|\band then\b|\bthen\b|\band\b)\s*/i
/** Words between what is asked for and what it shall do. */
const OPENING = /^\W*(?:(?:that|which|to|for|with|called|me|so that|it should|please)\s+)+/i

/** A playbook as it was asked for. */
export interface AskedPlaybook {
  document: JsonObject
  /** What the person has to fill in. */
  open: string[]
}

/** A wish with a part that no trigger and no step does: a draft without it would be another playbook. */
export interface UnreadWish {
  unread: string
}

type Trigger = { trigger: JsonObject; app: string | null; rest: string; unread?: string }

/** Reads which playbook is asked for; null when none is, or nothing of it is understood. */
export function readPlaybookWish(
  question: string,
  { apps, actions }: { apps: readonly AppView[]; actions: readonly ActionView[] },
): AskedPlaybook | UnreadWish | null {
  const asked = ASKS.exec(question)
  if (asked === null) return null
  const wish = question
    .slice(asked.index + asked[0].length)
    .replace(/[.?!]+$/, '')
    .replace(OPENING, '')
    .trim()
  const found = triggerIn(wish, apps)
  if (found?.unread !== undefined) return { unread: found.unread }
  const app = found?.app ?? appIn(wish, apps)?.key ?? 'alert'
  const clauses = (found?.rest ?? wish).split(CLAUSES).map((part) => part.replace(OPENING, '').trim())
  const steps: { step: JsonObject; open: string | null }[] = []
  for (const clause of clauses) {
    const made = stepFor(clause, {
      actions,
      app: appIn(clause, apps)?.key ?? app,
      hasRecord: found?.trigger['kind'] === 'record' || found?.trigger['kind'] === 'button',
    })
    if (clause === '') continue
    if (made === null || !isCovered(clause, { apps, action: String(made.step['action']) }))
      return { unread: clause }
    const key = `step${steps.length + 1}`
    const after = steps.length === 0 ? {} : { after: `step${steps.length}` }
    steps.push({
      step: { key, title: capital(clause).slice(0, 80), ...made.step, ...after },
      open: made.open,
    })
  }
  if (steps.length === 0) return { unread: wish === '' ? 'what it does' : wish }
  const title = capital(wish === '' ? 'New playbook' : wish).slice(0, 100)
  return {
    document: {
      format: 'caseloom.playbook/1',
      playbook: keyOf(title),
      title,
      triggers: found === null ? [] : [found.trigger],
      steps: steps.map(({ step }) => step),
    },
    open: [...new Set(steps.flatMap(({ open }) => (open === null ? [] : [open])))],
  }
}

const EVENTS: readonly [RegExp, string][] = [
  [/\b(?:creat\w*|new|added|arriv\w*|comes? in|came in|opened)\b/i, 'created'],
  [/\b(?:updat\w*|chang\w*|edited|modified)\b/i, 'updated'],
  [/\b(?:delet\w*|removed)\b/i, 'deleted'],
]
const EVERY =
  /\b(?:every|each)\s+(?:(\d{1,2})\s+)?(minute|hour|day|morning|night|week|month|monday|friday)s?\b|\b(hourly|daily|nightly|weekly|monthly)\b/i
const AT = /\bat (\d{1,2})(?::(\d{2}))?\s*(am|pm)?\b/i
const WHEN = /\b(?:when(?:ever)?|if|once|after|as soon as|on)\s+(?:(?:a|an|the|some|any)\s+)?/i

function triggerIn(wish: string, apps: readonly AppView[]): Trigger | null {
  const every = EVERY.exec(wish)
  if (every !== null) {
    const cron = cronOf(every, AT.exec(wish))
    const rest = wish.replace(EVERY, ' ').replace(AT, ' ')
    return { trigger: { key: 'schedule', kind: 'schedule', with: { cron } }, app: null, rest }
  }
  if (/\bwebhook\b/i.test(wish) && !/\bnotify\b/i.test(wish))
    return {
      trigger: { key: 'hook', kind: 'webhook', with: { auth: 'hmac-sha256' } },
      app: null,
      rest: wish.replace(/\b(?:a|an|the)?\s*webhook\b(?:\s+(?:that|which))?/i, ' '),
    }
  const button = /\b(?:a|the)?\s*button\b(?:\s+on\s+\w+)?/i
  if (button.test(wish)) {
    const app = appIn(wish, apps)?.key ?? 'alert'
    const trigger = { key: 'button', kind: 'button', with: { app, label: 'Run' } }
    return { trigger, app, rest: wish.replace(button, ' ') }
  }
  if (/\b(?:mail|email)\s+(?:comes? in|arrives?|is received)\b/i.test(wish))
    return {
      trigger: { key: 'mail', kind: 'mail', with: { via: 'smtp' } },
      app: null,
      rest: wish.replace(
        /\b(?:when(?:ever)?|if)?\s*(?:a|an|the)?\s*(?:mail|email)\s+(?:comes? in|arrives?|is received)\b/i,
        ' ',
      ),
    }
  return recordTrigger(wish, apps)
}

function recordTrigger(wish: string, apps: readonly AppView[]): Trigger | null {
  const when = WHEN.exec(wish)
  if (when === null) return null
  const clause = wish.slice(when.index)
  const event = EVENTS.find(([form]) => form.test(clause))
  if (event === undefined) return null
  const named = appIn(clause, apps)
  const isIt = /^\w+\s+(?:it|this|that|they)\b/i.test(clause)
  const app = named ?? (isIt ? appIn(wish, apps) : undefined)
  if (app === undefined) return null
  const end = /,|\bthen\b/.exec(clause)?.index ?? clause.length
  const said = clause.slice(0, end)
  const left = leftOver(
    said.replaceAll(new RegExp(event[0].source, 'gi'), ' '),
    new Set([...wordsOfApp(app), ...TRIGGER_WORDS]),
  )
  if (left.length > 0) return { trigger: {}, app: app.key, rest: '', unread: said.trim() }
  return {
    trigger: { key: 'record', kind: 'record', with: { app: app.key, on: [event[1]] } },
    app: app.key,
    rest: `${wish.slice(0, when.index)} ${clause.slice(end)}`,
  }
}

function cronOf(every: RegExpExecArray, at: RegExpExecArray | null): string {
  const [, count, unit = every[3] ?? ''] = every
  const clock = Number(at?.[1] ?? 8) + (at?.[3]?.toLowerCase() === 'pm' && Number(at[1]) < 12 ? 12 : 0)
  const [minute, hour] = [Number(at?.[2] ?? 0), Math.min(clock, 23)]
  const word = unit.toLowerCase()
  if (word.startsWith('minute')) return `*/${count ?? 1} * * * *`
  if (word.startsWith('hour')) return count === undefined ? '0 * * * *' : `0 */${count} * * *`
  if (word.startsWith('week') || word === 'monday') return `${minute} ${hour} * * 1`
  if (word === 'friday') return `${minute} ${hour} * * 5`
  if (word.startsWith('month')) return `${minute} ${hour} 1 * *`
  if (word.startsWith('night')) return `${minute} ${at === null ? 2 : hour} * * *`
  return `${minute} ${hour} * * *`
}

interface Around {
  actions: readonly ActionView[]
  app: string
  /** The trigger gives a record. */
  hasRecord: boolean
}

/** What people say for what steps do, by the words of the catalogue. */
const SAID: readonly [RegExp, string][] = [
  [/\b(?:approv\w*|agree|permission)\b/i, 'human.approve'],
  [/\b(?:e-?mails?|mails?)\b/i, 'mail.send'],
  [/\b(?:http|request|api|url|calls?)\b/i, 'http.request'],
  [/\b(?:comments?|note)\b/i, 'record.comment'],
  [/\b(?:creates?|opens?|adds?|keeps?|saves?)\b/i, 'record.create'],
  [/\b(?:waits?|pauses?)\b/i, 'flow.wait'],
  [/\block/i, 'record.lock'],
  [/\b(?:sets?|updates?|changes?|closes?|assigns?)\b/i, 'record.update'],
  [/\b(?:search\w*|finds?|lists?)\b/i, 'record.search'],
]

function stepFor(clause: string, around: Around): { step: JsonObject; open: string | null } | null {
  if (clause === '') return null
  const known = new Set(around.actions.map(({ name }) => name))
  const said = SAID.find(([form, name]) => form.test(clause) && known.has(name))?.[1]
  const action = said ?? actionsFor(around.actions, clause).find(({ name }) => name in RECIPES)?.name
  const recipe = action === undefined ? undefined : RECIPES[action]
  if (action === undefined || recipe === undefined) return null
  const { input, open } = recipe(around)
  return { step: { action, with: input }, open }
}

type Recipe = (around: Around) => { input: { [key: string]: JsonValue }; open: string | null }

const id = ({ hasRecord }: Around) => (hasRecord ? '{% trigger.record.id %}' : '{% inputs.record %}')
const titleOf = ({ hasRecord }: Around) => (hasRecord ? '{% trigger.record.fields.title %}' : 'New message')

/** Inputs that stand for what only the person knows. */
const RECIPES: Readonly<Record<string, Recipe>> = {
  'mail.send': (around) => ({
    input: { to: ['someone@example.com'], subject: titleOf(around), text: titleOf(around) },
    open: 'to whom the mail goes and what it says',
  }),
  'http.request': () => ({
    input: { method: 'GET', url: 'https://api.example.com/' },
    open: 'the address of the request',
  }),
  'record.comment': (around) => ({
    input: { app: around.app, id: id(around), text: 'Seen by a playbook' },
    open: 'the text of the comment',
  }),
  'record.create': ({ app }) => ({
    input: { app, set: { title: 'New record' } },
    open: 'the fields of the new record',
  }),
  'record.update': (around) => ({
    input: { app: around.app, id: id(around), set: {} },
    open: 'which fields are set',
  }),
  'record.search': ({ app }) => ({ input: { app, limit: 50 }, open: 'which records are searched for' }),
  'record.lock': (around) => ({ input: { app: around.app, id: id(around) }, open: null }),
  'human.approve': (around) => ({
    input: {
      title: `Approve: ${titleOf(around)}`,
      to: { roles: ['Lead'] },
      expires: '1d',
      onExpiry: 'reject',
    },
    open: 'who is asked',
  }),
  'flow.wait': () => ({ input: { for: '1h' }, open: 'how long it waits' }),
}

const TRIGGER_WORDS = [
  'when',
  'whenever',
  'if',
  'once',
  'after',
  'soon',
  'on',
  'it',
  'this',
  'that',
  'they',
  'comes',
  'come',
  'in',
  'came',
  'is',
  'has',
  'been',
  'gets',
  'was',
  'are',
  'new',
  'someone',
  'every',
  'each',
  'time',
]
const STEP_WORDS =
  'a an the it this that them to for and then me by with on in of its is also please new one mail email message record someone something which who via through from us our so at make makes run'.split(
    ' ',
  )
const ACTION_WORDS: Readonly<Record<string, string>> = {
  'mail.send': 'send sends mail mails email emails notify notifies',
  'http.request': 'http request requests call calls api url make makes send sends do does',
  'record.comment': 'comment comments add adds note notes write writes leave leaves post posts',
  'record.create': 'create creates open opens add adds make makes keep keeps save saves',
  'record.update': 'update updates change changes',
  'record.search': 'search searches find finds list lists look',
  'record.lock': 'lock locks',
  'human.approve':
    'approve approval approvals ask asks request requests get gets wait waits permission needs agree',
  'flow.wait': 'wait waits pause pauses',
}

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function wordsOfApp({ name, key }: Pick<AppView, 'name' | 'key'>): string[] {
  return [...wordsIn(name), ...wordsIn(key)].flatMap((word) => [word, `${word}s`])
}

function leftOver(text: string, known: ReadonlySet<string>): string[] {
  return wordsIn(text).filter((word) => !known.has(word) && !STEP_WORDS.includes(word))
}

/** Every word of a clause is the action's or the app's: a recipient, a condition or a value would be lost. */
function isCovered(clause: string, { apps, action }: { apps: readonly AppView[]; action: string }): boolean {
  const known = new Set([...apps.flatMap(wordsOfApp), ...(ACTION_WORDS[action] ?? '').split(' ')])
  return leftOver(clause, known).length === 0
}

function appIn(text: string, apps: readonly AppView[]): AppView | undefined {
  const words = new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map(stem),
  )
  return apps.find(({ name, key }) => words.has(stem(name.toLowerCase())) || words.has(stem(key)))
}

function capital(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
}

function keyOf(title: string): string {
  const key = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
  return key === '' ? 'new-playbook' : key
}
