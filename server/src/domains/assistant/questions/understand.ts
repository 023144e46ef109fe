import type { AppView } from '@caseloom/contract/apps/apps'
import type { BuiltInDeps, Inquiry } from './built-in-deps.ts'
import type { World } from './grammar.rules.ts'
import { loadWorld, withValues } from './load-world.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import type { Query } from './query.rules.ts'
import { readFurther } from './read-further.rules.ts'
import { type Meaning, readAlone } from './read-question.rules.ts'
import { type Correction, corrected } from './spelling.rules.ts'
import type { Subject } from './subject.rules.ts'
import { type Token, tokensOf } from './tokens.rules.ts'

/** A question as it was understood, with the spelling that was put right on the way. */
export interface Understanding extends Meaning {
  world: World
  corrections: readonly Correction[]
}

const MAX_BEFORE = 6
const MAX_WORDS = 12

/** What a question about data means, on its own or as a follow-up to earlier ones. */
export async function understand(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  apps: readonly AppView[],
): Promise<Understanding> {
  let world = await loadWorld(deps, inquiry, apps)
  const asked = inquiry.history.filter(({ role }) => role === 'user').map(({ content }) => content)
  const load = async (subjects: readonly Subject[]) => {
    const missing = subjects.filter(({ kind, id }) => kind === 'app' && !world.values.has(id))
    if (missing.length === 0) return false
    const loaded = await withValues(deps, inquiry, { world, apps, subjects: missing })
    world = { ...loaded, values: new Map([...world.values, ...loaded.values]) }
    return true
  }
  const read = async (text: string, before: Query | null) => {
    const tokens = tokensOf(text)
    const first = meaningOf(tokens, before, world)
    if (first.query !== null) return { ...first, corrections: [] }
    const again = (await load(concerned(tokens, before, world))) ? meaningOf(tokens, before, world) : first
    return again.query === null
      ? spelled(tokens, before, { world, meaning: again })
      : { ...again, corrections: [] }
  }
  let before: Query | null = null
  // Whatever else was asked in between, it is no longer about those records.
  for (const text of asked.slice(-MAX_BEFORE)) before = (await read(text, before)).query
  return { ...(await read(inquiry.question, before)), world }
}

function isNamed(tokens: readonly Token[], { subjects }: World): boolean {
  return subjects.some(({ names }) => tokens.some((_token, at) => longestName(tokens, at, names) > 0))
}

function concerned(tokens: readonly Token[], before: Query | null, world: World): readonly Subject[] {
  const named = world.subjects.filter(({ names }) =>
    tokens.some((_token, at) => longestName(tokens, at, names) > 0),
  )
  if (named.length > 0) return named
  return before === null ? world.subjects.filter(({ kind }) => kind === 'app') : [before.subject]
}

function meaningOf(tokens: readonly Token[], before: Query | null, world: World): Meaning {
  if (before !== null && tokens.length <= MAX_WORDS && !isNamed(tokens, world)) {
    const further = readFurther(tokens, before, world)
    if (further.query !== null) return further
    const alone = readAlone(tokens, world)
    return alone.query === null ? further : alone
  }
  const alone = readAlone(tokens, world)
  // "And the cases?" after "alerts of Bob" asks for those of Bob, not for all.
  return before !== null && isFurther(tokens) && alone.query !== null && isBare(alone.query)
    ? { query: null, nearest: alone.nearest }
    : alone
}

const isFurther = (tokens: readonly Token[]) =>
  longestPhrase(tokens, 0, ['and', 'what|how about', 'also']) > 0

/** Says nothing but which records: all of an app. */
function isBare({ picked, text, sort, limit, measure, group, step, compare }: Query): boolean {
  const says = [sort, limit, measure, group, step, compare].some((part) => part !== null)
  return picked.length === 0 && text === '' && !says
}

function spelled(
  tokens: readonly Token[],
  before: Query | null,
  { world, meaning }: { world: World; meaning: Meaning },
): Meaning & { corrections: readonly Correction[] } {
  const unknown = meaning.nearest?.unknown ?? tokens
  const subjects = meaning.nearest === null ? world.subjects : [meaning.nearest.subject]
  const better = corrected(tokens, unknown, subjects)
  const again = better.corrections.length === 0 ? meaning : meaningOf(better.tokens, before, world)
  return again.query === null
    ? { ...meaning, corrections: [] }
    : { ...again, corrections: better.corrections }
}
