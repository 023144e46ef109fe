import type { Issue } from '@caseloom/contract/kernel/errors'
import { WARNING_LIST_LIMITS, type WarningListInput } from '@caseloom/contract/records/warning-lists'
import { canonicalEntry, COMPARED_KINDS, SHORTEST_PART } from '@caseloom/contract/values/warning-lists'

/** What an entry has to be, by the type of the list. */
const EXPECTED = {
  string: 'a value',
  hostname: 'a domain or host name',
  cidr: 'an IP address or a network such as 192.0.2.0/24',
  substring: `a part of at least ${SHORTEST_PART} characters`,
} as const

/** The entries in their one form, each once, with all faults of the list; `at` is where it comes from. */
export function checkedList(
  input: Pick<WarningListInput, 'type' | 'kinds' | 'entries'>,
  at: { root: string; entries: string; kinds: string },
): { entries: string[]; issues: Issue[] } {
  const { type, kinds } = input
  const issues: Issue[] = []
  if (!kinds.some((kind) => COMPARED_KINDS[type].includes(kind))) {
    const message = `Lists of the type ${type} can compare only these types: ${COMPARED_KINDS[type].join(', ')}`
    issues.push({ path: [at.root, at.kinds], code: 'incomparable', message })
  }
  const entries = new Set<string>()
  let wrong = 0
  for (const [index, text] of input.entries.entries()) {
    if (text.trim() === '') continue
    const entry = canonicalEntry(input, text)
    if (entry !== null) entries.add(entry)
    else if (++wrong <= WARNING_LIST_LIMITS.faults) {
      const message = `“${shortened(text)}” isn’t ${EXPECTED[type]}`
      issues.push({ path: [at.root, at.entries, index], code: 'invalid', message })
    }
  }
  const more = wrong - WARNING_LIST_LIMITS.faults
  if (more > 0)
    issues.push({ path: [at.root, at.entries], code: 'more', message: `${more} more entries have errors` })
  return { entries: [...entries], issues }
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** Faults about the tenant's lists together. */
export function limitIssues(
  around: { lists: number; entries: number },
  added: { isNew: boolean; entries: number },
  root: string,
): Issue[] {
  const { lists, entries } = WARNING_LIST_LIMITS
  const issues: Issue[] = []
  if (added.isNew && around.lists >= lists)
    issues.push({ path: [root], code: 'limit', message: `A tenant can have at most ${lists} warning lists` })
  if (around.entries + added.entries > entries) {
    const message = `The warning lists of a tenant can have at most ${entries.toLocaleString('en-US')} entries in all. The others have ${around.entries.toLocaleString('en-US')}, and this one has ${added.entries.toLocaleString('en-US')}.`
    issues.push({ path: [root], code: 'limit', message })
  }
  return issues
}
