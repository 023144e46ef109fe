/** How people describe an action: the pattern that recognizes it, and all words that it accounts for. */
export interface Saying {
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
export const SAYINGS: readonly Saying[] = [
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
