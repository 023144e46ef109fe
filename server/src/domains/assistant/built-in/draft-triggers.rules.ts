import type { AppView } from '@caseloom/contract/apps/apps'
import { CLOSED_FIELDS, type Field } from './draft-fields.rules.ts'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { appIn, leftOver, wordsIn, wordsOfApp } from './draft-words.rules.ts'

/** What starts a playbook, and what of the wish is left for its steps. */
export interface FoundTrigger {
  trigger: JsonObject
  /** Key of the app whose record it gives. */
  app: string | null
  rest: string
  /** A part of the trigger that nothing here does. */
  unread?: string
  /** What only a person can fill in. */
  open?: string
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DAY = `(?:${DAYS.join('|')})`
const EVERY = new RegExp(
  String.raw`\b(?:every|each|once (?:a|an|per)|on)\s+(?:(\d{1,2})\s+)?(minute|min|hour|day|morning|evening|night|week|month|weekday|workday|working day|business day|${DAY})s?\b|\b(hourly|daily|nightly|weekly|monthly)\b`,
  'i',
)
const AT = /\b(?:at|around|by) (\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|o'clock|h)?\b|\bat (noon|midnight)\b/i
const FAILURE =
  /\b(?:when(?:ever)?|if|once|as soon as|every time|on|after)\s+(?:(?:a|an|any|the|some|another|one of the|one of our)\s+)?(?:playbook|workflow|automation|run|job|execution)s?(?:\s+runs?)?\s+(?:fails?|failed|has failed|breaks?|crash(?:es|ed)?|errors?(?: out)?|goes wrong|ends in failure|is failing)\b|\bon (?:a )?(?:run|playbook|workflow) (?:failure|error)s?\b|\bfor (?:every|each) failed (?:run|playbook)\b/i
const HOOK =
  /\b(?:when(?:ever)?|if|once|as soon as|on)?\s*(?:(?:a|an|the|our|any|incoming)\s+)*webhook(?:s|\s+(?:in|call|request|delivery|event|post))?(?:\s+(?:comes? in|arrives?|is (?:called|received|hit|triggered)|fires?|receives? (?:a )?(?:call|request|something)|is posted to))?(?:\s+(?:that|which|to))?\b/i
const BUTTON =
  /\b(?:when (?:someone|somebody|an analyst|i) (?:presses|press|clicks|click) )?(?:(?:with|by|through|on) )?(?:(?:a|the|one)\s+)?(?:press of a )?button\b(?:\s+(?:on|in|for|of)\s+(?:(?:a|an|the|every|each|all|our)\s+)?\w+(?:\s+(?:records?|page|form))?)?(?:\s+(?:that|which|to))?/i
const MAIL =
  /\b(?:when(?:ever)?|if|once|as soon as|on|for (?:every|each|any)|every|each)?\s*(?:(?:a|an|the|any|new|incoming|inbound|every|each)\s+)*(?:e-?mail|mail|message to the mailbox)s?\s+(?:comes? in|arrives?|is received|lands?|gets in|reaches us|to the mailbox|in the mailbox)\b|\bon (?:an? )?(?:incoming |new )?(?:e-?mail|mail)s?\b|\bincoming (?:e-?mail|mail)s?(?=\s*(?:,|:|should|becomes?|creates?|makes?|opens?))|\bfor (?:every|each) (?:incoming |new |received )?(?:e-?mail|mail)s?\b|\bwhen we (?:get|receive) (?:an? )?(?:new )?(?:e-?mail|mail)\b/i
const FORM =
  /\b(?:with |through |by |from )?(?:(?:a|an|the)\s+)?(?:web |intake |public )?form\b(?:\s+(?:is (?:sent|submitted|filled in)|for (?:people|users|staff|colleagues)))?(?:\s+(?:that|which|to|where))?/i

/** The trigger of a wish; null when none is named. */
export function triggerIn(wish: string, apps: readonly AppView[]): FoundTrigger | null {
  const failed = FAILURE.exec(wish)
  if (failed !== null)
    return { trigger: { key: 'failed', kind: 'failure', with: {} }, app: null, rest: without(wish, failed) }
  const every = EVERY.exec(wish)
  if (every !== null && isSchedule(every)) return scheduled(wish, every)
  const mail = MAIL.exec(wish)
  if (mail !== null)
    return {
      // A mailbox works in every installation; mail to the product itself only where its operator opened a port.
      trigger: { key: 'mail', kind: 'mail', with: { via: 'imap', asset: 'mailbox' } },
      open: 'which mailbox is read',
      app: null,
      rest: without(wish, mail),
    }
  const record = recordTrigger(wish, apps)
  if (record !== null) return record
  const hook = HOOK.exec(wish)
  if (hook !== null && !/\bnotify\b/i.test(wish))
    return {
      trigger: { key: 'hook', kind: 'webhook', with: { auth: 'hmac-sha256' } },
      app: null,
      rest: without(wish, hook),
    }
  const button = BUTTON.exec(wish)
  if (button !== null) {
    const app = (appIn(button[0], apps) ?? appIn(wish, apps))?.key ?? 'alert'
    return {
      trigger: { key: 'button', kind: 'button', with: { app, label: 'Run' } },
      app,
      rest: without(wish, button),
    }
  }
  const form = FORM.exec(wish)
  if (form !== null && form.index < 12)
    return {
      trigger: { key: 'form', kind: 'form', with: { heading: 'New request' } },
      app: null,
      rest: without(wish, form),
    }
  return implied(wish, apps)
}

/** "Checks the address of a new alert": what it is done to is what starts it. */
function implied(wish: string, apps: readonly AppView[]): FoundTrigger | null {
  const found =
    /\b(?:of|for|from|in|on|to)\s+(?:(?:a|an|the|any|all|each|every)\s+)?(?:newly created|new|incoming)\s+(\w+)/i.exec(
      wish,
    )
  const app = found === null ? undefined : appIn(found[1] ?? '', apps)
  if (found === null || app === undefined) return null
  return {
    trigger: { key: 'record', kind: 'record', with: { app: app.key, on: ['created'] } },
    app: app.key,
    rest: wish,
  }
}

function without(wish: string, { index, 0: found }: RegExpExecArray): string {
  return `${wish.slice(0, index)} ${wish.slice(index + found.length)}`
}

/** "On new alerts" is no schedule, "on mondays" is one. */
function isSchedule([found, , unit = '']: RegExpExecArray): boolean {
  return !/^on\b/i.test(found) || DAYS.includes(unit.toLowerCase()) || /weekday/i.test(unit)
}

function scheduled(wish: string, every: RegExpExecArray): FoundTrigger {
  const at = AT.exec(wish)
  const rest = without(wish, every).replace(AT, ' ')
  return {
    trigger: { key: 'schedule', kind: 'schedule', with: { cron: cronOf(every, at) } },
    app: null,
    rest,
  }
}

function cronOf(every: RegExpExecArray, at: RegExpExecArray | null): string {
  const [, count, unit = every[3] ?? ''] = every
  const word = unit.toLowerCase()
  const noon = at?.[4]?.toLowerCase()
  const said =
    noon === 'noon' ? 12 : noon === 'midnight' ? 0 : Number(at?.[1] ?? (word === 'evening' ? 18 : 8))
  const pm = at?.[3]?.toLowerCase() === 'pm' && said < 12 ? 12 : 0
  const [minute, hour] = [Number(at?.[2] ?? 0), Math.min(said + pm, 23)]
  if (word.startsWith('min')) return `*/${count ?? 1} * * * *`
  if (word.startsWith('hour')) return count === undefined ? '0 * * * *' : `0 */${count} * * *`
  if (/weekday|workday|working|business/.test(word)) return `${minute} ${hour} * * 1-5`
  const day = DAYS.indexOf(word)
  if (day >= 0) return `${minute} ${hour} * * ${day}`
  if (word.startsWith('week')) return `${minute} ${hour} * * 1`
  if (word.startsWith('month')) return `${minute} ${hour} 1 * *`
  if (word.startsWith('night')) return `${minute} ${at === null ? 2 : hour} * * *`
  return count === undefined ? `${minute} ${hour} * * *` : `${minute} ${hour} */${count} * *`
}

const WHEN =
  /\b(?:when(?:ever)?|if|once|after|as soon as|every time|each time|on|upon|for (?:every|each|any|all))\s+(?:(?:a|an|the|some|any|of|one of)\s+)*/i
/** `new high alert -> …`, `new case: …`: the event itself begins the wish. */
const BARE = /^\s*(?:(?:any|a|an|each|every|all)\s+)?(?:new|newly created|incoming)\s+/i
const EVENTS: readonly [RegExp, 'created' | 'updated' | 'deleted'][] = [
  [/\b(?:delet\w*|removed)\b/i, 'deleted'],
  [
    /\b(?:updat\w*|chang\w*|edited|modified|becomes?|goes|gets? set|is set|turns|closed|promoted|resolved)\b/i,
    'updated',
  ],
  [
    /\b(?:creat\w*|new|newly|added|arriv\w*|comes?|came|opened|raised|reported|incoming|fires?|appears?|shows? up|lands?)\b/i,
    'created',
  ],
]
const AROUND =
  'when whenever if once after soon as upon on for it this that they comes come in came up is has have been gets get got was are new newly someone somebody every each time all any one of we our us an a the there appears shows fires lands to into from set sets goes turns becomes become and new: being now just record records with marked incoming arrives'.split(
    ' ',
  )

/** What a record of an app does, narrowed by values of its selections: `when a critical alert is created`. */
function recordTrigger(wish: string, apps: readonly AppView[]): FoundTrigger | null {
  const when = WHEN.exec(wish) ?? BARE.exec(wish)
  if (when === null) return null
  const clause = wish.slice(when.index)
  const named = appIn(clause, apps)
  const isIt = /^\w+\s+(?:it|this|that|they)\b/i.test(clause)
  const app = named ?? (isIt ? appIn(wish, apps) : undefined)
  if (app === undefined) return null
  const end = endOf(clause, app)
  const said = clause.slice(0, end)
  const event =
    EVENTS.find(([form]) => form.test(said))?.[1] ?? (/^for\b|^every|^each/i.test(said) ? 'created' : null)
  if (event === null) return null
  const { conditions, field, rest } = conditionsIn(said, app, event)
  const left = leftOver(
    EVENTS.reduce((text, [form]) => text.replaceAll(new RegExp(form.source, 'gi'), ' '), rest),
    new Set([...wordsOfApp(app), ...AROUND]),
  )
  const bad = left.length > 0 || (event === 'updated' && /\b(?:closed|promoted|resolved)\b/i.test(rest))
  if (bad) return { trigger: {}, app: app.key, rest: '', unread: said.trim() }
  return {
    trigger: {
      key: 'record',
      kind: 'record',
      ...(conditions.length === 0 ? {} : { when: `{% ${conditions.join(' and ')} %}` }),
      with: {
        app: app.key,
        on: [event],
        ...(event === 'updated' && field !== null ? { fields: [field] } : {}),
      },
    },
    app: app.key,
    rest: `${wish.slice(0, when.index)} ${clause.slice(end)}`,
  }
}

const STOPS = /,|:|;|\bthen\b|\bplease\b/i
/** The verb of the event ends its clause where no comma does: "when a case is created post a message". */
const VERB =
  /\b(?:is|are|was|gets?|has been|have been)\s+(?:\w+ly\s+)?(?:created|opened|raised|added|reported|updated|changed|edited|modified|deleted|removed|closed|promoted|resolved|made)\b|\b(?:comes?|came) (?:in|up)\b|\b(?:arrives?|appears?|lands?|fires?|shows up)\b|\b(?:changes?|is set|goes|turns|becomes?)\s+(?:to\s+)?[\w-]+(?:\s+positive)?\b/i

function endOf(clause: string, app: AppView): number {
  const stop = STOPS.exec(clause)?.index ?? clause.length
  const verb = VERB.exec(clause)
  if (verb !== null && verb.index < stop) return verb.index + verb[0].length
  // "for every new alert post …": the noun ends it.
  const noun = wordsOfApp(app)
    .map((word) => new RegExp(String.raw`\b${word}\b`, 'i').exec(clause))
    .flatMap((found) => (found === null ? [] : [found.index + found[0].length]))
    .toSorted((one, other) => other - one)[0]
  return noun === undefined ? stop : Math.min(stop, noun)
}

/** Values of selections that narrow the trigger, as expressions over its record. */
function conditionsIn(said: string, app: AppView, event: string) {
  const conditions: string[] = []
  let field: string | null = null
  let rest = ` ${wordsIn(said).join(' ')} `
  const options = app.fields.flatMap((one: Field) =>
    'options' in one
      ? one.options.flatMap(({ key, label }) => [{ field: one, key, words: wordsIn(label).join(' ') }])
      : [],
  )
  for (const one of options.toSorted((a, b) => b.words.length - a.words.length)) {
    // "New alert" is one that is created, whatever its status is called.
    if (event === 'created' && /^(?:new|closed|promoted)$/.test(one.key)) continue
    if (!rest.includes(` ${one.words} `)) continue
    const taken = conditions.some((text) => text.includes(`.${one.field.key} `))
    if (taken) continue
    conditions.push(`trigger.record.fields.${one.field.key} = "${one.key}"`)
    field = one.field.key
    rest = rest.replace(` ${one.words} `, ' ').replace(` ${one.field.label.toLowerCase()} `, ' ')
  }
  for (const { key, label } of app.fields) {
    const words = wordsIn(label).join(' ')
    if (event !== 'updated' || field !== null || !rest.includes(` ${words} `)) continue
    field = key
    rest = rest.replace(` ${words} `, ' ')
  }
  return { conditions, field: CLOSED_FIELDS.has(field ?? '') ? null : field, rest }
}
