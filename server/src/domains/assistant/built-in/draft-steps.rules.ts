import type { AppView } from '@caseloom/contract/apps'
import type { ActionView } from '@caseloom/contract/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { appIn, leftOver, wordsOfApp } from './draft-words.rules.ts'

export interface Around {
  actions: readonly ActionView[]
  apps: readonly AppView[]
  /** Key of the app that the playbook is about. */
  app: string
  /** Kind of the trigger; null for a playbook that is started by hand. */
  trigger: string | null
}

export interface MadeStep {
  step: JsonObject
  /** What only a person can fill in. */
  open: string | null
}

/** What people say for an action: the form that tells it, and all words that it accounts for. */
interface Saying {
  action: string
  form: RegExp
  words: string
}

const SEND =
  'send sends sending post posts posting write writes message messages msg notify notifies ping pings tell tells alert inform informs let know drop drops put puts channel say says'
const MAKE =
  'create creates creating open opens opening raise raises file files make makes log logs add adds cut cuts start starts'
const LOOK =
  'look looks lookup up check checks checking query queries search searches ask asks enrich enriches get gets fetch fetches reputation verdict score report ask against'
const IPS = 'ip ips address addresses source remote'
const HASHES = 'hash hashes file files sha256 md5 sha1 attachment attachments'

/** Connectors first: a word of theirs decides, whatever the verb is. */
const SAYINGS: readonly Saying[] = [
  {
    action: 'slack.createChannel',
    form: /\bslack\b.*\bchannel\b|\bchannel\b.*\bslack\b/i,
    words: `slack channel ${MAKE}`,
  },
  { action: 'slack.postMessage', form: /\bslack\b/i, words: `slack ${SEND} note` },
  {
    action: 'teams.postMessage',
    form: /\b(?:ms |microsoft )?teams\b/i,
    words: `teams ms microsoft ${SEND} note`,
  },
  {
    action: 'jira.comment',
    form: /\bjira\b.*\bcomment|\bcomment\w*\b.*\bjira\b/i,
    words: 'jira comment comments issue ticket add adds',
  },
  {
    action: 'jira.createIssue',
    form: /\bjira\b/i,
    words: `jira ticket tickets issue issues task bug ${MAKE}`,
  },
  {
    action: 'servicenow.createIncident',
    form: /\b(?:servicenow|snow)\b/i,
    words: `servicenow snow incident incidents ticket tickets ${MAKE}`,
  },
  {
    action: 'pagerduty.createIncident',
    form: /\bpager ?duty\b/i,
    words: `pagerduty pager duty incident page pages call calls oncall alert alerts trigger triggers wake wakes up ${MAKE} notify notifies`,
  },
  {
    action: 'github.createIssue',
    form: /\bgithub\b.*\bissue|\bissue\b.*\bgithub\b/i,
    words: `github issue issues ${MAKE}`,
  },
  {
    action: 'virustotal.fileReport',
    form: /\b(?:virus ?total|vt)\b.*\b(?:hash|file|attachment)|\b(?:hash|file|attachment)\w*\b.*\b(?:virus ?total|vt)\b/i,
    words: `virustotal virus total vt ${LOOK} ${HASHES}`,
  },
  {
    action: 'virustotal.ipReport',
    form: /\b(?:virus ?total|vt)\b.*\bips?\b|\bips?\b.*\b(?:virus ?total|vt)\b/i,
    words: `virustotal virus total vt ${LOOK} ${IPS}`,
  },
  {
    action: 'virustotal.domainReport',
    form: /\b(?:virus ?total|vt)\b.*\bdomain|\bdomain\w*\b.*\b(?:virus ?total|vt)\b/i,
    words: `virustotal virus total vt ${LOOK} domain domains`,
  },
  {
    action: 'virustotal.urlReport',
    form: /\b(?:virus ?total|vt)\b.*\b(?:url|link)|\b(?:url|link)\w*\b.*\b(?:virus ?total|vt)\b/i,
    words: `virustotal virus total vt ${LOOK} url urls link links scan scans`,
  },
  {
    action: 'abuseipdb.check',
    form: /\babuse ?ip ?db\b/i,
    words: `abuseipdb abuse ipdb ip db ${LOOK} ${IPS}`,
  },
  {
    action: 'urlscan.scan',
    form: /\burlscan\b/i,
    words: `urlscan io scan scans scanning url urls link links submit submits check checks send sends`,
  },
  {
    action: 'misp.lookUp',
    form: /\bmisp\b/i,
    words: `misp ${LOOK} indicator indicators ioc iocs observable observables ${IPS} ${HASHES} domain domains`,
  },
  { action: 'splunk.search', form: /\bsplunk\b/i, words: `splunk ${LOOK} do does` },
  {
    action: 'elastic.search',
    form: /\belastic(?:search)?\b/i,
    words: `elastic elasticsearch ${LOOK} documents logs do does`,
  },
  {
    action: 'okta.endSessions',
    form: /\bokta\b.*\bsessions?\b|\bsessions?\b.*\bokta\b/i,
    words:
      'okta end ends kill kills close revoke revokes terminate all session sessions user users account accounts',
  },
  {
    action: 'okta.resetFactors',
    form: /\bokta\b.*\b(?:factors?|mfa)\b|\b(?:factors?|mfa)\b.*\bokta\b/i,
    words: 'okta reset resets mfa factor factors all user users account accounts',
  },
  {
    action: 'okta.unlockUser',
    form: /\bokta\b.*\bunlock|\bunlock\w*\b.*\bokta\b/i,
    words: 'okta unlock unlocks user users account accounts',
  },
  {
    action: 'okta.suspendUser',
    form: /\bokta\b.*\b(?:suspend|disable|block|deactivate)|\b(?:suspend|disable|block|deactivate)\w*\b.*\bokta\b/i,
    words:
      'okta suspend suspends disable disables block blocks deactivate deactivates user users account accounts',
  },
  {
    action: 'entra.endSessions',
    form: /\b(?:entra|azure ad|aad)\b.*\bsessions?\b|\bsessions?\b.*\b(?:entra|azure ad|aad)\b/i,
    words:
      'entra azure ad aad end ends kill kills revoke revokes all session sessions user users account accounts',
  },
  {
    action: 'entra.disableUser',
    form: /\b(?:entra|azure ad|aad)\b.*\b(?:disable|block|lock|suspend)|\b(?:disable|block|lock|suspend)\w*\b.*\b(?:entra|azure ad|aad)\b/i,
    words:
      'entra id azure ad aad microsoft disable disables block blocks lock locks suspend suspends user users account accounts',
  },
  {
    action: 'crowdstrike.liftContainment',
    form: /\b(?:crowdstrike|falcon)\b.*\b(?:lift|release)|\b(?:lift|release)\w*\b.*\b(?:crowdstrike|falcon)\b/i,
    words:
      'crowdstrike falcon lift lifts release releases containment host hosts device devices endpoint machine',
  },
  {
    action: 'crowdstrike.contain',
    form: /\b(?:crowdstrike|falcon)\b.*\b(?:contain|isolate|quarantine)|\b(?:contain|isolate|quarantine)\w*\b.*\b(?:crowdstrike|falcon)\b/i,
    words:
      'crowdstrike falcon contain contains isolate isolates quarantine quarantines host hosts device devices endpoint endpoints machine machines computer',
  },
  {
    action: 'human.approve',
    form: /\b(?:approv\w*|sign-?off|permission)\b/i,
    words:
      'approve approves approval approvals ask asks request requests get gets wait waits permission needs need agree sign off signoff lead leads require requires someone obtain first',
  },
  {
    action: 'notify.users',
    form: /\b(?:notif\w*|inform\w*|tells?|alert|ping|warn|remind)\s+(?:the\s+|our\s+|all\s+)*(?:leads?|analysts?|team leads?|administrators?|admins?|tenant administrators?)\b/i,
    words:
      'notify notifies notifying inform informs tell tells alert ping warn warns remind lead leads analyst analysts team administrator administrators admin admins',
  },
  {
    action: 'mail.send',
    form: /\b(?:e-?mails?|mails?)\b/i,
    words: 'send sends sending mail mails email emails e notify notifies write writes out',
  },
  {
    action: 'http.request',
    form: /\b(?:http|api|rest)\b|\b(?:request|calls?)\b/i,
    words: 'http request requests call calls api rest url make makes send sends do does external endpoint',
  },
  {
    action: 'observable.extract',
    form: /\bextract\w*\b/i,
    words: 'extract extracts extracting observable observables indicator indicators ioc iocs',
  },
  {
    action: 'record.comment',
    form: /\b(?:comments?|commenting|note)\b/i,
    words:
      'comment comments commenting add adds adding note notes write writes writing leave leaves post posts put puts result results verdict score answer output as back down reply',
  },
  { action: 'record.delete', form: /^\W*(?:delete|remove)s?\b/i, words: 'delete deletes remove removes' },
  {
    action: 'record.create',
    form: /\b(?:creat\w*|opens?|adds?|makes?|keeps?|saves?|raises?|becomes?|turns?|new)\b/i,
    words: `${MAKE} keep keeps save saves becomes become turn turns hit hits result results put puts each`,
  },
  { action: 'flow.wait', form: /\b(?:waits?|pauses?)\b/i, words: 'wait waits pause pauses' },
  { action: 'record.lock', form: /\block/i, words: 'lock locks' },
  {
    action: 'record.update',
    form: /\b(?:updates?|changes?|close|closes|sets?|marks?|moves?|puts?)\b/i,
    words:
      'update updates change changes close closes set sets mark marks move moves put puts as status severity to',
  },
  {
    action: 'record.search',
    form: /\b(?:search\w*|finds?|lists?)\b/i,
    words: 'search searches find finds list lists look looks',
  },
]

/** The step that a clause asks for, with every word of it accounted for; null when a word is left. */
export function stepFor(clause: string, around: Around): MadeStep | null {
  const actions = new Map(around.actions.map((action): [string, ActionView] => [action.name, action]))
  const appWords = around.apps.flatMap(wordsOfApp)
  for (const { action: name, form, words } of SAYINGS) {
    const action = actions.get(name)
    if (action === undefined || !form.test(clause)) continue
    const own = { ...around, app: appIn(clause, around.apps)?.key ?? around.app }
    const values = name === 'record.update' ? setIn(clause, own) : null
    const span = name === 'flow.wait' ? spanIn(clause) : null
    const known = new Set([
      ...words.split(' '),
      ...appWords,
      ...(values?.words ?? []),
      ...(span?.words ?? []),
    ])
    if (leftOver(clause, known).length > 0) continue
    if (name === 'record.update' && values === null && !/\bupdat|\bchang/i.test(clause)) continue
    const asset = action.asset?.required === true ? { asset: action.asset.connector } : {}
    const { input, open } = inputOf(action, own, { set: values?.set ?? {}, span: span?.span ?? '1h', clause })
    return { step: { action: name, ...asset, with: input }, open }
  }
  return null
}

interface Values {
  set: { [key: string]: JsonValue }
  span: string
  clause: string
}

/** `close the case`, `set severity to high`: fields and values that a clause names. */
function setIn(
  clause: string,
  { apps, app }: Around,
): { set: { [key: string]: JsonValue }; words: string[] } | null {
  const view = apps.find(({ key }) => key === app)
  const text = ` ${clause.toLowerCase()} `
  for (const field of view?.fields ?? []) {
    if (!('options' in field)) continue
    for (const { key, label } of field.options) {
      const closes = key === 'closed' && /^(?:status|state)$/.test(field.key) && /\bcloses?\b/.test(text)
      if (closes) return { set: { [field.key]: key }, words: ['close', 'closes'] }
      const said = label.toLowerCase()
      if (!text.includes(` ${said} `) || !/\b(?:sets?|changes?|moves?|marks?|puts?|updates?)\b/.test(text))
        continue
      return {
        set: { [field.key]: key },
        words: [...said.split(' '), ...field.label.toLowerCase().split(' ')],
      }
    }
  }
  return null
}

function spanIn(clause: string): { span: string; words: string[] } | null {
  const found = /\b(?:(\d{1,3})|an?|one)\s*(minute|min|hour|day)s?\b/i.exec(clause)
  if (found === null) return null
  const [whole, count = '1', unit = 'hour'] = found
  const letter = unit.toLowerCase().slice(0, 1)
  return { span: `${count}${letter}`, words: whole.toLowerCase().split(/\s+/) }
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
function inputOf(
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

/** Required inputs of an action that nobody named: texts take the title, the rest waits for the person. */
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
