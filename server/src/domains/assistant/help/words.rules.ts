/** Words that say nothing of what is meant. */
const EMPTY = new Set(
  `a an the of to in on at by for from with and or is are was were be been do does did i me my we our you your it its this
that these those there here can could would should may might will shall please tell show give what which who whom whose
how why when where want need like about into them they as if then than so some any all have has had get got let s t re ve m d ll
just also me us say said via there's i'm tell give hi hello hey thanks thank caseloom via gives gave still two same going go goes look looks looking hi anyone else whole entire together`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** What people call the same thing, by the word that the product uses. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    workflow: 'playbook',
    flow: 'playbook',
    automation: 'playbook',
    automations: 'playbook',
    ticket: 'record',
    tickets: 'record',
    item: 'record',
    entry: 'record',
    entries: 'record',
    shortcuts: 'shortcut',
    hotkey: 'shortcut',
    hotkeys: 'shortcut',
    keyboard: 'shortcut',
    keybinding: 'shortcut',
    keybindings: 'shortcut',
    '2fa': 'verification',
    mfa: 'verification',
    otp: 'verification',
    sso: 'single',
    saml: 'single',
    oidc: 'single',
    login: 'sign',
    logon: 'sign',
    signin: 'sign',
    chart: 'widget',
    graph: 'widget',
    charts: 'widget',
    remove: 'delete',
    erase: 'delete',
    permission: 'right',
    permissions: 'right',
    access: 'right',
    credential: 'asset',
    credentials: 'asset',
    integration: 'connector',
    integrations: 'connector',
    approve: 'approval',
    cron: 'schedule',
    telemetry: 'tracing',
    opentelemetry: 'tracing',
    smtp: 'mail',
    email: 'mail',
    mails: 'mail',
    emails: 'mail',
  }),
)

const WEAK = new Set(
  'see create add make work thing set up write change build turn use find open start stop end put take know happen mean difference between explain mean kind way possible product caseloom thing new different using works many best enable configure define activate setup switch own need long hero ai forgot alert case asset record want possible current'
    .split(' ')
    .map(stem),
)

/** How much weight a word of a question has: words that fit anything have little. */
export function weightOf(word: string): number {
  return WEAK.has(word) ? 0.3 : 1
}

/** A word as it is looked for: without case, accents and the commonest endings. */
export function stem(word: string): string {
  const plain = word.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const meant = SYNONYMS.get(plain) ?? plain
  if (meant.length <= 3) return meant
  const one = meant.replace(/ies$/, 'y').replace(/(?<![su])s$/, '')
  const bare = one.length > 5 ? one.replace(/(?:ing|ed)$/, '') : one
  return bare.replace(/e$/, '')
}

/** The words of a text that mean something, stemmed, in their order. */
export function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !EMPTY.has(word.toLowerCase()))
    .map(stem)
}
