// A warning list as a file in the JSON format of MISP.
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import {
  WARNING_LIST_LIMITS,
  type WarningListInput,
  WarningListType,
} from '@caseloom/contract/records/warning-lists'
import { ObservableKind } from '@caseloom/contract/values/case-fields'
import { COMPARED_KINDS, LONGEST_ENTRY } from '@caseloom/contract/values/warning-lists'

const IP: readonly ObservableKind[] = ['ipv4', 'ipv6', 'cidr']
const NAME: readonly ObservableKind[] = ['domain', 'host']

/** What MISP calls kinds of values; the first ones that fit are written into exported files. */
const ATTRIBUTES: ReadonlyMap<string, readonly ObservableKind[]> = new Map([
  ...['ip-src', 'ip-dst', 'ip-src|port', 'ip-dst|port'].map((name) => [name, IP] as const),
  ['domain', ['domain']],
  ['domain|ip', ['domain', ...IP]],
  ...['hostname', 'hostname|port'].map((name) => [name, NAME] as const),
  ...['url', 'uri', 'link'].map((name) => [name, ['url']] as const),
  ...['email', 'email-src', 'email-dst', 'email-reply-to', 'target-email', 'dns-soa-email', 'eppn'].map(
    (name) => [name, ['email']] as const,
  ),
  ...['whois-registrant-email', 'jabber-id'].map((name) => [name, ['email']] as const),
  ['email-subject', ['subject']],
  ['email-message-id', ['message-id']],
  ...['filename', 'attachment', 'email-attachment'].map((name) => [name, ['file-name']] as const),
  ...(['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap((hash) => [
    [hash, [hash]] as const,
    [`filename|${hash}`, [hash, 'file-name']] as const,
  ]),
  ['regkey', ['registry-key']],
  ['mutex', ['mutex']],
  ['user-agent', ['user-agent']],
  ['target-user', ['user']],
  ['mac-address', ['mac']],
  ['AS', ['asn']],
  ['vulnerability', ['cve']],
  ...['x509-fingerprint-sha1', 'x509-fingerprint-sha256', 'x509-fingerprint-md5'].map(
    (name) => [name, ['certificate']] as const,
  ),
  ['phone-number', ['phone']],
  ...['btc', 'xmr'].map((name) => [name, ['crypto-address']] as const),
  ...['other', 'text'].map((name) => [name, ['other']] as const),
] satisfies (readonly [string, readonly ObservableKind[]])[])

type Read = Omit<WarningListInput, 'enabled'> & { enabled?: boolean }

/** Reads a file; `list` is null when it has faults, and then `issues` has all of them. */
export function readMispFile(text: string | null): { list: Read | null; issues: Issue[] } {
  const file = parsed(text)
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    return { list: null, issues: [fault([], 'The file must contain one warning list as a JSON object')] }
  const issues: Issue[] = []
  const type = typeIn(file, issues)
  const list = {
    name: textIn(file, 'name', { least: 1, most: 200 }, issues),
    description: textIn(file, 'description', { least: 0, most: 2_000 }, issues),
    type: type ?? 'string',
    kinds: kindsIn(file, type, issues),
    entries: entriesIn(file, issues),
    ...(typeof file['enabled'] === 'boolean' ? { enabled: file['enabled'] } : {}),
  }
  const category = file['category'] ?? 'false_positive'
  if (category !== 'false_positive')
    issues.push(fault(['category'], 'Only lists of the category false_positive can be imported'))
  return { list: issues.length > 0 ? null : list, issues }
}

/** Writes a list so that reading the file gives the same one. */
export function mispFile(list: Read & { version: number }): JsonObject {
  const { name, description, version, type, kinds, entries, enabled } = list
  const names = [...ATTRIBUTES].filter(([, of]) => of.some((kind) => kinds.includes(kind)))
  return {
    name,
    description,
    version,
    type,
    matching_attributes: names.map(([attribute]) => attribute),
    list: entries,
    // Properties of this product, which MISP ignores: it has no word for some kinds.
    observable_kinds: [...kinds],
    enabled: enabled ?? true,
  }
}

function parsed(text: string | null): JsonValue {
  try {
    return text === null ? null : (JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue) // what JSON.parse answers
  } catch {
    // Not JSON: the caller says so.
    return null
  }
}

function fault(path: (string | number)[], message: string): Issue {
  return { path: ['file', ...path], code: 'invalid', message }
}

function textIn(
  file: JsonObject,
  key: string,
  { least, most }: { least: number; most: number },
  issues: Issue[],
): string {
  const value = file[key] ?? ''
  const text = typeof value === 'string' ? value.trim() : ''
  if (typeof value !== 'string') issues.push(fault([key], 'Must be text'))
  else if (text.length < least) issues.push(fault([key], 'Is missing'))
  else if (text.length > most) issues.push(fault([key], `Must have at most ${most} characters`))
  return text
}

function typeIn({ type = null }: JsonObject, issues: Issue[]): WarningListInput['type'] | null {
  const known = WarningListType.safeParse(type)
  if (known.success) return known.data
  const all = WarningListType.options.join(', ')
  issues.push(fault(['type'], type === null ? `Is missing: ${all}` : `Must be one of: ${all}`))
  return null
}

function kindsIn(file: JsonObject, type: WarningListInput['type'] | null, issues: Issue[]): ObservableKind[] {
  const own = file['observable_kinds']
  const names = own ?? file['matching_attributes'] ?? []
  const place = own === undefined ? 'matching_attributes' : 'observable_kinds'
  if (!Array.isArray(names)) {
    issues.push(fault([place], 'Must be a list of strings'))
    return []
  }
  if (names.length === 0) return type === null ? [] : [...COMPARED_KINDS[type]]
  const kinds = new Set<ObservableKind>()
  for (const [index, name] of names.entries()) {
    const known = own === undefined ? ATTRIBUTES.get(String(name)) : kindOf(name)
    if (known === undefined) issues.push(fault([place, index], `“${String(name)}” isn’t supported`))
    for (const kind of known ?? []) kinds.add(kind)
  }
  return [...kinds]
}

function kindOf(name: JsonValue): ObservableKind[] | undefined {
  const known = ObservableKind.safeParse(name)
  return known.success ? [known.data] : undefined
}

function entriesIn({ list = null }: JsonObject, issues: Issue[]): string[] {
  if (!Array.isArray(list)) {
    issues.push(fault(['list'], list === null ? 'Is missing' : 'Must be a list of strings'))
    return []
  }
  if (list.length > WARNING_LIST_LIMITS.entries) {
    issues.push(fault(['list'], `Must have at most ${WARNING_LIST_LIMITS.entries} entries`))
    return []
  }
  let wrong = 0
  const entries = list.map((entry, index) => {
    const isText = typeof entry === 'string' && entry.length <= LONGEST_ENTRY
    if (!isText && ++wrong <= WARNING_LIST_LIMITS.faults)
      issues.push(fault(['list', index], `Must be text of at most ${LONGEST_ENTRY} characters`))
    return isText ? entry : ''
  })
  const more = wrong - WARNING_LIST_LIMITS.faults
  if (more > 0) issues.push(fault(['list'], `${more} more entries have errors`))
  return entries
}
