import type { World } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import type { Token } from './tokens.rules.ts'

/** Verbs that ask for a change wherever they begin a request. */
const VERBS = new Set(
  `acknowledge ack activate adjust append approve archive assign attach block bump cancel close convert deactivate delegate delete
dismiss disable discard edit enable erase escalate execute fix invite isolate kill lower mark merge modify move mute notify pause
ping prioritize promote publish purge quarantine reassign reject remediate remind remove rename reopen replace rerun reset resolve
restore restrict resume retry revoke set snooze stop subscribe suspend terminate transfer trigger unassign unblock undo unlink
unlock unmerge unrestrict untag update upload wipe`.split(/\s+/),
)
/** Verbs that are nouns or other words as well: a change only when what they change follows. */
const DOUBLE_VERBS = new Set(
  'add assemble ban build call change clear clone comment compile contain copy create downgrade draft drop duplicate email export file flag follow forward generate give grant hand hide import label link lock log mail make message note pass ping pin post prepare print put raise register rerun revert rotate run save schedule send share sign start submit tag take turn upgrade watch write'.split(
    ' ',
  ),
)
/** What such a verb makes or hands over when nothing is changed: `give me`, `send us`, `make a report`. */
const ASKS_FOR = [
  'give|send|make|pass|mail|email|post|call|message|hand|draft|write|build|create|generate|prepare me|us',
  ...['a', 'an', 'the', 'another', 'new', 'a new', 'quick', 'a quick', 'short', 'a short'].map(
    (article) =>
      `make|start|run|add|put|draft|write|build|create|generate|prepare|compile|open ${article} list|report|filter|search|query|playbook|workflow|automation|chart|table|overview|graph|summary|view|dashboard|workspace`,
  ),
]
/** What a verb finds before it when it still begins the request. */
const COURTESY = [
  'please',
  'pls|plz',
  'kindly',
  'just',
  'quickly',
  'now',
  'then',
  'and',
  'also',
  'ok|okay',
  'hey|hi|hello',
  'so',
  'go ahead and?',
  'can|could|would|will you|u|we|i',
  'would you mind',
  'let us',
  'help me|us to?',
  'i|we want|need|would|have|like you?',
  'i|we want|need|like to',
  'you should|must|can',
  'want|need|like you? to',
  'to',
  'have|get someone to?',
]
const OBJECTS = [
  'the',
  'an?',
  'all',
  'any',
  'every',
  'each',
  'this|that|these|those',
  'it|them|him|her',
  'my|our|its|their',
  'both',
]
/** After a verb these say that it is none: `close to its deadline`, `resolve by of CAS-1`, `update on CAS-2`. */
const NO_OBJECT = new Set(
  'to by on of for in at from about with is are was were due time date state status until'.split(' '),
)
/** A second request behind the first: `show open alerts and close them`. */
const JOINTS = new Set(['and', 'then', ',', '&'])

/** Whether a request asks for a change, which no list, figure, or record is the answer to. */
export function asksForChange(tokens: readonly Token[], world: Pick<World, 'subjects'>): boolean {
  let start = 0
  for (let more = 1; more > 0; start += more) {
    more = tokens[start]?.text === ',' ? 1 : longestPhrase(tokens, start, COURTESY)
    if (isChange(tokens, start, world)) return true
  }
  return tokens.some(
    ({ text }, at) => JOINTS.has(text) && isChange(tokens, at + 1, world) && isObject(tokens, at + 2, world),
  )
}

function isChange(tokens: readonly Token[], at: number, world: Pick<World, 'subjects'>): boolean {
  const token = tokens[at]
  if (token?.kind !== 'word') return false
  const next = tokens[at + 1]
  // "Open a case for ALR-12" makes one, "open the case of ALR-12" leads to it.
  if (token.text === 'open') return longestPhrase(tokens, at, ASKS_FOR) === 0 && isNew(tokens, at + 1)
  if (VERBS.has(token.text)) return next === undefined || !NO_OBJECT.has(next.text)
  if (!DOUBLE_VERBS.has(token.text) || longestPhrase(tokens, at, ASKS_FOR) > 0) return false
  return isObject(tokens, at + 1, world)
}

const isNew = (tokens: readonly Token[], at: number) =>
  longestPhrase(tokens, at, ['an?', 'a|another|one new|separate|second?']) > 0

/** What can be changed: a record or an observable by its name, records of an app, or what was spoken of. */
function isObject(tokens: readonly Token[], at: number, { subjects }: Pick<World, 'subjects'>): boolean {
  const token = tokens[at]
  if (token === undefined) return false
  if (token.kind === 'tracking' || token.kind === 'observable' || token.kind === 'quoted') return true
  return (
    longestPhrase(tokens, at, OBJECTS) > 0 || subjects.some(({ names }) => longestName(tokens, at, names) > 0)
  )
}
