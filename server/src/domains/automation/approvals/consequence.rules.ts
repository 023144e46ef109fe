import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'

/** Titles of the steps that begin after each answer. */
export interface Consequence {
  approved: string[]
  refused: string[]
}

/** Which steps follow an approval and a refusal, as far as edges and a switch behind the step say so; null without any. */
export function consequenceOf(document: JsonObject, path: string): Consequence | null {
  const key = (path.split('/').at(-1) ?? path).replace(/[#~].*$/, '')
  const siblings = listWith(document, key) ?? []
  const found: Consequence = { approved: [], refused: [] }
  for (const step of siblings)
    for (const edge of edgesOf(step)) {
      if (edge.step !== key) continue
      if (step['action'] === 'flow.switch') followSwitch(siblings, step, found)
      else add(found, step, verdictOf(edge.when))
    }
  return found.approved.length + found.refused.length === 0 ? null : found
}

type Verdict = 'approved' | 'refused' | 'both'

function followSwitch(siblings: readonly JsonObject[], gate: JsonObject, found: Consequence): void {
  const input = isJsonObject(gate['with']) ? gate['with'] : {}
  const cases = listOf(input['cases']).filter(isJsonObject)
  const verdicts = new Map(cases.map((one) => [one['name'], verdictOf(one['when'])]))
  const named = [...verdicts.values()]
  const other: Verdict = named.length !== 1 || named[0] === 'both' ? 'both' : opposite(named[0])
  for (const step of siblings)
    for (const edge of edgesOf(step))
      if (edge.step === gate['key']) {
        const isElse = edge.case === undefined || edge.case === 'else'
        add(found, step, isElse ? other : (verdicts.get(edge.case) ?? 'both'))
      }
}

function opposite(verdict: Verdict | undefined): Verdict {
  return verdict === 'approved' ? 'refused' : verdict === 'refused' ? 'approved' : 'both'
}

/** Conditions that are not plainly about the answer may hold after either. */
function verdictOf(when: JsonValue | undefined): Verdict {
  if (typeof when !== 'string') return 'both'
  const source = when.replace(/^\s*\{%|%\}\s*$/g, '').trim()
  if (/^steps\.[\w`-]+\.output\.approved(\s*=\s*true)?$/.test(source)) return 'approved'
  if (/^steps\.[\w`-]+\.output\.decision\s*=\s*["']approved["']$/.test(source)) return 'approved'
  if (/^(\$not\(\s*)?steps\.[\w`-]+\.output\.approved(\s*\)|\s*=\s*false)$/.test(source)) return 'refused'
  if (/^steps\.[\w`-]+\.output\.decision\s*=\s*["']rejected["']$/.test(source)) return 'refused'
  return 'both'
}

function add(found: Consequence, { key, title }: JsonObject, verdict: Verdict): void {
  const name = typeof title === 'string' && title !== '' ? title : String(key)
  if (verdict !== 'refused' && !found.approved.includes(name)) found.approved.push(name)
  if (verdict !== 'approved' && !found.refused.includes(name)) found.refused.push(name)
}

function edgesOf({ after }: JsonObject): {
  step: JsonValue | undefined
  case?: JsonValue | undefined
  when?: JsonValue | undefined
}[] {
  const list = Array.isArray(after) ? after : after === undefined ? [] : [after]
  return list.map((edge) =>
    isJsonObject(edge) ? { step: edge['step'], case: edge['case'], when: edge['when'] } : { step: edge },
  )
}

/** The list of steps that contains the key, at any depth. */
function listWith(value: JsonValue, key: string): JsonObject[] | null {
  if (Array.isArray(value)) {
    const steps = value.filter(isJsonObject)
    if (steps.some((step) => step['key'] === key && typeof step['action'] === 'string')) return steps
  }
  const inner = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : []
  for (const part of inner) {
    const found = listWith(part, key)
    if (found !== null) return found
  }
  return null
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
