/** What fields of alerts are about, whatever an app or a source calls them. */
export type Concept =
  | 'title'
  | 'severity'
  | 'reference'
  | 'time'
  | 'host'
  | 'user'
  | 'sourceIp'
  | 'targetIp'
  | 'hash'
  | 'link'
  | 'description'
  | 'technique'
  | 'event'
  | 'state'
  | 'product'

/** Names of values at their source, the clearest first; a dot joins the last keys of a path. */
const SOURCE_NAMES: Record<Concept, string> = {
  title: `alertdisplayname detectname alertname alerttitle threatname rulename rule.name rule.description searchname
    signaturename title subject summary name displaymessage headline alert signature msg message shortdescription
    description reason category eventname riskeventtype cat eventid`,
  severity: `severity severityname severitylabel severity.label alertseverity sev severitylevel risklevel risk threatlevel
    urgency priority criticality level riskscore score magnitude rule.level confidencelevel`,
  reference: `alertid systemalertid detectid detectionid compositeid incidentid findingid threatid offenseid externalid id uuid
    guid uid fingerprint eventid sid number key finding.name`,
  time: `detectedat detectiontime createdat createddatetime createdtime timegenerated starttime starttimeutc startsat
    eventcreationtime eventtime occurredat published timestamp @timestamp time firstseen firstobservedat created rt date
    start identifiedat activitydatetime updatedat`,
  host: `hostname computername devicename devicednsname dhost shost agentcomputername identhostname machinename host.name
    agent.name host.hostname host dvchost endpoint computer device asset deviceexternalid workstation instance`,
  user: `username userprincipalname accountname user.name suser duser user account actor.alternateid alternateid principal
    login identity usrname actor useremail accountupn recipient`,
  sourceIp: `sourceip srcip sourceaddress src clientip ipaddress source.ip remoteip ip callerip callerip senderip localip`,
  targetIp: `destinationip destip dstip dst destinationaddress destination.ip targetip`,
  hash: `sha256 sha256string filehash hash sha1 md5 filesha256 filehashsha256`,
  link: `alertweburl alertlink htmlurl falconhostlink incidenturl permalink resultslink externalurl weblink link href url
    self generatorurl selflink externaluri`,
  description: `description desc details longdescription detail message commandline cmdline body text summary reason msg
    annotations.description note`,
  technique: `techniqueid mitretechnique mitretechniques technique techniques attackid mitre.id technique.id`,
  event: `eventtype category classification detectiontype alerttype type event eventname rulegroup signatureid action
    eventid labels.job`,
  state: `alertstatus status state workflowstatus incidentstatus resolution`,
  product: `productname deviceproduct providername product source vendor service.name`,
}

/** Keys and labels by which fields of an app are known. */
const FIELD_NAMES: Record<Concept, string> = {
  title: 'title name subject summary headline',
  severity: 'severity priority urgency risk criticality impact',
  reference:
    'sourceref sourcereference externalid reference dedupkey deduplicationkey alertid correlationid ticketid',
  time: 'detectedat detected occurredat occurred eventtime firstseen timestamp time reportedat',
  host: 'host hostname entity device endpoint computer machine affectedhost',
  user: 'user username account affecteduser principal',
  sourceIp: 'sourceip srcip ip ipaddress clientip',
  targetIp: 'destinationip destip dstip targetip',
  hash: 'hash filehash sha256 md5 sha1',
  link: 'sourceurl sourcelink link url permalink',
  description: 'description details summary text notes body',
  technique: 'techniques technique mitre attack mitreattack',
  event: 'event eventtype category alerttype classification type rule',
  state: 'state sourcestatus statusatthesource sourcestate',
  product: 'source product vendor sourceproduct tool',
}

/** Lowercase letters and digits of a name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9@]+/g, '')
}

const words = (text: string) => text.trim().split(/\s+/)
const RANKS = new Map<string, Map<Concept, number>>()
for (const [concept, names] of Object.entries(SOURCE_NAMES) as [Concept, string][])
  for (const [rank, name] of words(names).entries()) {
    const known = RANKS.get(name) ?? new Map<Concept, number>()
    if (!known.has(concept)) known.set(concept, rank)
    RANKS.set(name, known)
  }
const OF_FIELDS = new Map<string, Concept>()
for (const [concept, names] of Object.entries(FIELD_NAMES) as [Concept, string][])
  for (const name of words(names)) if (!OF_FIELDS.has(name)) OF_FIELDS.set(name, concept)

/** How clearly a path names a concept, from 0 to 100; shallow ones first. */
export function nameScore(keys: readonly string[], concept: Concept): number {
  const plain = keys.map(plainName)
  const last = plain.at(-1) ?? ''
  const two = plain.slice(-2).join('.')
  const rank = RANKS.get(two)?.get(concept) ?? RANKS.get(last)?.get(concept)
  return rank === undefined ? 0 : Math.max(36, 100 - rank * 3 - (keys.length - 1) * 4)
}

/** What a field of an app is about, by its key or its label. */
export function conceptOf(field: { key: string; label: string }): Concept | null {
  return OF_FIELDS.get(plainName(field.key)) ?? OF_FIELDS.get(plainName(field.label)) ?? null
}
